/** Creates the outline of a course, and reads it from the screen. */
import { screen } from '@testing-library/dom';

import type { CourseDetail } from '@/api/courses';

import { type OpenedApp, renderApp } from './app';
import { callAs } from './demo';

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
export function firstSection({ sections: [found] }: CourseDetail) {
  if (!found) throw new Error('No such section');
  return found;
}

/** Opens a screen with that section's outline as a teacher. */
export async function openOutline(path: string): Promise<OpenedApp> {
  const app = await renderApp({ user: 'teacher', path });
  await screen.findByRole('list', { name: '「前半」のチャプター' });
  return app;
}

function labelIn(row: Element): string {
  return row.querySelector('button[aria-label$="上へ"]')?.getAttribute('aria-label') ?? '';
}

/** Returns the names in an ordered list of the outline, from the top. */
export function namesIn(list: string): string[] {
  const rows = [...screen.getByRole('list', { name: list }).children];
  return rows.map((row) => /「(.+?)」を(?:ドラッグ|上へ)/.exec(labelIn(row))?.[1] ?? '');
}
