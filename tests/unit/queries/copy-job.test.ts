// @vitest-environment jsdom
/**
 * Tests copies of courses, sections, chapters and lessons: complete, with the fewest calls, and without duplicates after an interruption.
 */
import { callAs, signInAs, useOwnServer } from '@tests/support/demo';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

import { type CourseDetail, fetchCourse } from '@/api/courses';
import { fetchLesson } from '@/api/lessons';
import { type CopyJob, findUnfinished, runCopy } from '@/queries/copies/copy-job';
import { fetchWholeQuestionSet } from '@/queries/question-set-writes';
import { copyTitle } from '@/study/copy-title';

useOwnServer('copies');
type Made = { id: string };
const make = (path: string, json: object) => callAs('teacher', 'POST', path, json) as Promise<Made>;

const choices = [
  { id: 'a', body: 'ア' },
  { id: 'b', body: 'イ' },
];
const questions = [
  { id: 'q1', type: 'multiple', body: '複数', choices, correctChoiceIds: ['b'], explanation: '理由', shuffle: true },
  { id: 'q2', type: 'order', body: '順', choices, correctOrder: ['b', 'a'] },
  { id: 'q3', type: 'text', body: '記述', choices: [], acceptedAnswers: ['答', 'こたえ'] },
];

let count = 0;
/** Creates a published course of two sections; the first has a chapter with two lessons, the first of them with two question sets. */
async function makeCourse(): Promise<CourseDetail> {
  count += 1;
  const { id } = await make('/courses/', { title: `防火${count}`, description: '説明', status: 'published' });
  const section = await make('/sections/', { courseId: id, title: '前半', description: '前の説明' });
  await make('/sections/', { courseId: id, title: '後半' });
  const chapter = await make('/chapters/', { sectionId: section.id, title: '章' });
  const lesson = await make('/lessons/', {
    chapterId: chapter.id,
    title: '一',
    minutes: 7,
    contentId: 'git-terminal-md',
  });
  await make('/lessons/', { chapterId: chapter.id, title: '二' });
  for (const title of ['確認', 'まとめ']) await make('/question-set/', { lessonId: lesson.id, title, questions });
  return fetchCourse(id);
}

let course: CourseDetail;
beforeAll(() => signInAs('teacher'), 120_000);
beforeEach(async () => {
  vi.restoreAllMocks();
  course = await makeCourse();
});

const controller = () => new AbortController();
async function copy(job: CopyJob, { signal } = controller(), onStep = vi.fn<() => void>()) {
  const onTotal = vi.fn<(all: number) => void>();
  await runCopy(job, { signal, onStep, hasShuffle: true }, onTotal);
  return { steps: onStep.mock.calls.length, total: onTotal.mock.calls[0]?.[0] };
}

/** Returns the contents of a course, without ids and times. */
async function contentOf(courseId: string) {
  const { sections } = await fetchCourse(courseId);
  return Promise.all(
    sections.map(async ({ title, chapters }) => ({
      title,
      chapters: await Promise.all(
        chapters.map(async (chapter) => ({
          title: chapter.title,
          lessons: await Promise.all(chapter.lessons.map(lessonOf)),
        })),
      ),
    })),
  );
}
async function lessonOf({ id }: { id: string }) {
  const { title, minutes, contentId, questionSets } = await fetchLesson(id);
  const sets = [];
  for (const set of questionSets) sets.push(await setOf(set.id));
  return { title, minutes, contentId, sets };
}
/** Returns a question set with the positions of choices instead of their ids. */
async function setOf(id: string) {
  const { set, explanation } = await fetchWholeQuestionSet(id);
  return set.questions.map(({ type, body, choices: shown, shuffle }, at) => {
    const answer = explanation.questions[at];
    const bodyOf = (choiceId: string) => shown.find((choice) => choice.id === choiceId)?.body;
    return {
      type,
      body,
      shuffle,
      explanation: answer?.explanation,
      accepted: answer?.acceptedAnswers,
      choices: shown.map((choice) => choice.body).toSorted(),
      right: answer?.correctChoiceIds?.map(bodyOf) ?? answer?.correctOrder?.map(bodyOf),
    };
  });
}

/**
 * Makes the POST with number `at`, counted from now on, fail: it is not sent or, if `isSent`, it is sent and the server's response is
 * lost.
 */
function loseAnswer(at: number, isSent: boolean) {
  const { fetch: real } = globalThis;
  let posts = 0;
  return vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    if (init?.method !== 'POST') return real(input, init);
    posts += 1;
    if (posts !== at) return real(input, init);
    if (isSent) await real(input, init);
    throw new TypeError('fetch failed');
  });
}

describe('a copy of a course', () => {
  test('a copied course is a draft listed after the original, with sections, texts, settings, answer keys and new ids', async () => {
    const job: CopyJob = { kind: 'course', id: course.id };
    const { steps, total } = await copy(job);
    const made = await fetchCourse(job.targetId ?? '');

    expect(made).toMatchObject({
      title: `${course.title}のコピー`,
      description: '説明',
      status: 'draft',
      order: course.order + 1,
    });
    expect(await contentOf(made.id)).toEqual(await contentOf(course.id));
    expect([steps, total]).toEqual([8, 8]);
    const { questionSets } = await fetchLesson(made.sections[0]?.chapters[0]?.lessons[0]?.id ?? '');
    const { set } = await fetchWholeQuestionSet(questionSets[0]?.id ?? '');
    expect(set.questions.map(({ id }) => id)).not.toContain('q1');
  });

  const cases = [1, 2, 3, 4, 5, 6, 7, 8].flatMap((at) => [true, false].map((isSent) => ({ at, isSent })));
  test.each(cases)(
    'fault: the connection is lost at call $at of a copy, arrived: $isSent → the copy stops, and the next run completes it without duplicates',
    async ({ at, isSent }) => {
      const job: CopyJob = { kind: 'course', id: course.id };
      loseAnswer(at, isSent);
      await expect(copy(job)).rejects.toMatchObject({ name: 'NetworkError' });
      vi.restoreAllMocks();
      await copy(job);

      expect(await contentOf(job.targetId ?? '')).toEqual(await contentOf(course.id));
      const { items } = (await callAs('teacher', 'GET', '/courses/?size=200')) as { items: { title: string }[] };
      expect(items.filter(({ title }) => title === `${course.title}のコピー`)).toHaveLength(1);
      await callAs('teacher', 'DELETE', `/courses/${job.targetId}`);
    },
  );

  test('a copy sends one POST for each copied thing, and one or two GETs to read the original', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch');
    await copy({ kind: 'course', id: course.id });
    const methods = fetched.mock.calls.map(([, init]) => init?.method ?? 'GET');

    expect(methods.filter((method) => method === 'POST')).toHaveLength(8);
    // Expected GETs: the original and the list of courses; for each section its description, for each lesson its file, for each question
    // set the set and its answer key.
    expect(methods.filter((method) => method === 'GET')).toHaveLength(2 + 2 + 2 + 2 * 2);
  });

  test('a stopped copy of a course keeps what was copied; when continued, the copy is found and completed from there', async () => {
    const stop = controller();
    const job: CopyJob = { kind: 'course', id: course.id };
    const onStep = vi.fn<() => void>(() => {
      if (onStep.mock.calls.length === 3) stop.abort();
    });
    await expect(copy(job, stop, onStep)).rejects.toBeDefined();
    const afterReload: CopyJob = { kind: 'course', id: course.id };
    const found = await findUnfinished(afterReload);

    expect(found).toBe(job.targetId);
    await copy({ ...afterReload, targetId: found });
    expect(await contentOf(found ?? '')).toEqual(await contentOf(course.id));
    expect(await findUnfinished(afterReload)).toBeUndefined();
    await callAs('teacher', 'DELETE', `/courses/${found}`);
  });

  test('a copied thing that another user deleted meanwhile is not created a second time', async () => {
    const job: CopyJob = { kind: 'course', id: course.id };
    await copy(job);
    await callAs('teacher', 'DELETE', `/courses/${job.targetId}`);

    await expect(copy(job)).rejects.toMatchObject({ status: 404 });
  });
});

test.each(['section', 'chapter', 'lesson'] as const)(
  'a copy of a %s is placed directly after the original',
  async (kind) => {
    const [section] = course.sections;
    const [chapter] = section?.chapters ?? [];
    const ids = { section: section?.id, chapter: chapter?.id, lesson: chapter?.lessons[0]?.id };
    const job: CopyJob = { kind, id: ids[kind] ?? '' };
    await copy(job);
    const [copied] = await contentOf(course.id);
    const all = await fetchCourse(course.id);
    const levels = {
      section: all.sections,
      chapter: all.sections[0]?.chapters,
      lesson: all.sections[0]?.chapters[0]?.lessons,
    };

    expect(levels[kind]?.[1]).toMatchObject({ id: job.targetId, title: expect.stringMatching(/のコピー$/) });
    const contents = {
      section: (await contentOf(course.id)).slice(0, 2).map(({ chapters }) => chapters),
      chapter: copied?.chapters.slice(0, 2).map(({ lessons }) => lessons),
      lesson: copied?.chapters[0]?.lessons.slice(0, 2).map(({ sets }) => sets),
    }[kind];
    expect(contents?.[1]).toEqual(contents?.[0]);
  },
);

test('a copy’s title is cut to the maximum length of a title', () => {
  expect(copyTitle('あ'.repeat(200))).toHaveLength(200);
  expect(copyTitle('防火')).toBe('防火のコピー');
});
