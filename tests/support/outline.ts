/** Creates the outline of a course, and reads it from the screen and from the server. */
import { screen, waitFor } from '@testing-library/dom';
import { beforeEach, expect } from 'vitest';

import type { CourseDetail } from '@/api/courses';

import { type OpenedApp, renderApp } from './app';
import { chooseMore, useMadeCourses } from './course-editing';
import { callAs, useOwnServer } from './demo';
import { useNetworkStub } from './network-stub';

type Made = { id: string };
const make = (path: string, json: object) => callAs('teacher', 'POST', path, json) as Promise<Made>;

/** Creates two sections in a new course; the first has two chapters with three lessons. */
export async function addOutline({ id }: CourseDetail): Promise<CourseDetail> {
  const [first] = [
    await make('/sections/', { courseId: id, title: '前半' }),
    await make('/sections/', { courseId: id, title: '後半' }),
  ];
  const chapter = await make('/chapters/', { sectionId: first.id, title: '準備' });
  const second = await make('/chapters/', { sectionId: first.id, title: '実践' });
  for (const title of ['道具', '置き場所']) await make('/lessons/', { chapterId: chapter.id, title });
  const lesson = await make('/lessons/', { chapterId: second.id, title: '手順' });
  await make('/question-set/', {
    lessonId: lesson.id,
    title: '確認',
    questions: [
      {
        id: crypto.randomUUID(),
        type: 'text',
        body: '問い',
        choices: [],
        acceptedAnswers: ['答え'],
        explanation: '',
      },
    ],
  });
  return (await callAs('teacher', 'GET', `/courses/${id}`)) as CourseDetail;
}

/** Returns the section with all chapters and lessons. */
export function firstSection({ sections: [found] = [] }: CourseDetail) {
  if (!found) throw new Error('No such section');
  return found;
}

const outline = () => screen.findByRole('list', { name: /の構成$/ });

/** Opens a screen with an outline as a teacher, and waits until the outline is shown. */
export async function openOutline(path: string): Promise<OpenedApp> {
  const app = await renderApp({ user: 'teacher', path });
  await outline();
  return app;
}

/** Returns the outline's titles from the top, each with one dash for each level of nesting. */
export function shownTitles(): string[] {
  const rows = [...screen.getByRole('list', { name: /の構成$/ }).children];
  return rows.map((row) => {
    const title = /「(.+)」のその他の操作/.exec(
      row.querySelector('[aria-haspopup="menu"]')?.getAttribute('aria-label') ?? '',
    )?.[1];
    return `${'-'.repeat(Number((row as HTMLElement).dataset.level))}${title ?? '…'}`;
  });
}

/** Chooses an item of the ⋯ menu of an outline row. */
export function chooseInRow(app: OpenedApp, title: string, entry: string): Promise<void> {
  return chooseMore(app, `「${title}」`, entry);
}

/** The rows of {@link addOutline}, as {@link shownTitles} returns them. */
export const OUTLINE: readonly string[] = ['前半', '-準備', '--道具', '--置き場所', '-実践', '--手順', '後半'];

/** Gives each test of a file a new course with an outline, on a server of its own. @param server the server's name. */
export function useOutline(server: string) {
  useOwnServer(server);
  const network = useNetworkStub();
  const { makeCourse } = useMadeCourses();
  const courses: CourseDetail[] = [];
  beforeEach(async () => {
    courses.push(await addOutline(await makeCourse()));
  });

  function getCourse(): CourseDetail {
    const course = courses.at(-1);
    if (!course) throw new Error('No test runs.');
    return course;
  }
  /** Returns the titles on the server, indented like {@link shownTitles}. */
  async function storedTitles(): Promise<string[]> {
    const { sections } = (await callAs('teacher', 'GET', `/courses/${getCourse().id}`)) as CourseDetail;
    return (sections ?? []).flatMap(({ title, chapters }) => [
      title,
      ...(chapters ?? []).flatMap((chapter) => [
        `-${chapter.title}`,
        ...(chapter.lessons ?? []).map((lesson) => `--${lesson.title}`),
      ]),
    ]);
  }
  /** Expects the same rows on the screen and on the server. */
  async function expectTitles(titles: readonly string[]): Promise<void> {
    await waitFor(() => expect(shownTitles()).toEqual(titles));
    await waitFor(async () => expect(await storedTitles()).toEqual(titles));
  }
  return { network, makeCourse, getCourse, storedTitles, expectTitles };
}
