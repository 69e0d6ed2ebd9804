// @vitest-environment jsdom
/**
 * Tests copies of courses, sections, chapters and lessons: complete, with the fewest calls, and continued after a stop.
 */
import { contentOf, copy, copyCourse, make, removeCopies, useCourseToCopy } from '@tests/support/copied-course';
import { callAs, useOwnServer } from '@tests/support/demo';
import { describe, expect, test, vi } from 'vitest';

import { fetchCourse } from '@/api/courses';
import { fetchLesson } from '@/api/lessons';
import { type CopyJob, findUnfinished } from '@/queries/copies/copy-job';
import { readCopyRecord } from '@/queries/copies/copy-records';
import { fetchWholeQuestionSet } from '@/queries/curriculum/question-set-writes';
import { keepOwned } from '@/storage/owned-store';
import { copyTitle } from '@/study/outline/copy-title';

useOwnServer('copies');
const copied = useCourseToCopy();

describe('a copy of a course', () => {
  test('a copied course is a draft listed after the original, with sections, texts, settings, answer keys and new ids', async () => {
    const job = copyCourse();
    const { steps, total, differences } = await copy(job);
    const made = await fetchCourse(job.targetId ?? '');

    expect(made).toMatchObject({
      title: `${copied.course().title}のコピー`,
      description: '説明',
      status: 'draft',
      order: (copied.course().order ?? 0) + 1,
    });
    expect(await contentOf(made.id)).toEqual(await contentOf(copied.course().id));
    expect([steps, total, differences]).toEqual([8, 8, undefined]);
    const { questionSets } = await fetchLesson(made.sections?.[0]?.chapters?.[0]?.lessons?.[0]?.id ?? '');
    const { set } = await fetchWholeQuestionSet(questionSets?.[0]?.id ?? '');
    expect(set.questions.map(({ id }) => id)).not.toContain('q1');
  });

  test('a part of the copy that is missing between others is made in its place', async () => {
    const job = copyCourse();
    await copy(job);
    const { sections } = await fetchCourse(job.targetId ?? '');
    const [first] = sections?.[0]?.chapters?.[0]?.lessons ?? [];
    await callAs('teacher', 'DELETE', `/lessons/${first?.id}`);
    const { differences } = await copy(job);

    expect(differences).toBeUndefined();
    expect(await contentOf(job.targetId ?? '')).toEqual(await contentOf(copied.course().id));
  });

  test('a part that somebody has added to the copy, renamed or moved is neither deleted nor changed, and is named', async () => {
    const job = copyCourse();
    await copy(job);
    const { sections } = await fetchCourse(job.targetId ?? '');
    await make('/sections/', { courseId: job.targetId, title: '追加した節' });
    await callAs('teacher', 'PATCH', `/sections/${sections?.[1]?.id}`, { order: 0 });
    const { differences } = await copy(job);

    expect(differences).toEqual({ missing: [], extra: ['追加した節'], reordered: [copied.course().title] });
    const after = await fetchCourse(job.targetId ?? '');
    expect(after.sections?.map(({ title }) => title)).toEqual(['後半', '前半', '追加した節']);
  });

  test('a copy sends one POST for each copied thing, and one or two GETs to read the original', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch');
    await copy(copyCourse());
    const methods = fetched.mock.calls.map(([, init]) => init?.method ?? 'GET');

    expect(methods.filter((method) => method === 'POST')).toHaveLength(8);
    // Expected GETs: the list of courses and the original, at the start and with the copy at the end; the description
    // of the course and of each section; each lesson, once more that of the copy with question sets; each question set
    // and its answer key.
    expect(methods.filter((method) => method === 'GET')).toHaveLength(2 + 3 + 1 + 2 + 2 + 1 + 2 * 2);
  });

  test('a stopped copy of a course keeps what was copied; when continued, the copy is found and completed from there', async () => {
    const stop = new AbortController();
    const onStep = vi.fn<() => void>(() => {
      if (onStep.mock.calls.length === 3) stop.abort();
    });
    const job = copyCourse();
    await expect(copy(job, { signal: stop.signal, onStep })).rejects.toBeDefined();
    // Without a stored job, as an older version of the app or another device has left the copy.
    const found = await findUnfinished(copyCourse());

    expect(found).toEqual({ ...copyCourse(), targetId: job.targetId });
    expect(await findUnfinished(await copied.stored())).toEqual(await copied.stored());
    if (found) await copy(found);
    expect(await contentOf(job.targetId ?? '')).toEqual(await contentOf(copied.course().id));
    expect(await findUnfinished(copyCourse())).toBeUndefined();
    await removeCopies();
  });

  test('a copied thing that another user deleted meanwhile is not created a second time', async () => {
    const job = copyCourse();
    await copy(job);
    await callAs('teacher', 'DELETE', `/courses/${job.targetId}`);

    await expect(copy(job)).rejects.toMatchObject({ status: 404 });
  });
});

test('the stored record of a copy without keys, and one without siblings, can be continued; one of a newer version is not read', async () => {
  const [owner, { id }] = [copied.owner(), copied.course()];
  const keep = (record: object) => keepOwned('drafts', owner, `copy|course/${id}`, record);
  const read = async () => (await readCopyRecord(owner, 'course', id))?.job;
  await keep({ version: 1, known: ['git'], done: 0, all: 8 });
  expect(await read()).toEqual({ kind: 'course', id, known: ['git'] });
  await keep({ version: 1, targetId: 'c1', done: 3, all: 8, later: 'field' });
  expect(await read()).toEqual({ kind: 'course', id, targetId: 'c1' });
  await keep({ version: 2, targetId: 'c1', done: 3, all: 8 });
  expect(await read()).toBeUndefined();
});

test.each(['section', 'chapter', 'lesson'] as const)(
  'a copy of a %s is placed directly after the original',
  async (kind) => {
    const [section] = copied.course().sections ?? [];
    const [chapter] = section?.chapters ?? [];
    const ids = { section: section?.id, chapter: chapter?.id, lesson: chapter?.lessons?.[0]?.id };
    const job: CopyJob = { kind, id: ids[kind] ?? '' };
    await copy(job);
    const [firstSection] = await contentOf(copied.course().id);
    const all = await fetchCourse(copied.course().id);
    const levels = {
      section: all.sections,
      chapter: all.sections?.[0]?.chapters,
      lesson: all.sections?.[0]?.chapters?.[0]?.lessons,
    };

    expect(levels[kind]?.[1]).toMatchObject({ id: job.targetId, title: expect.stringMatching(/のコピー$/) });
    const contents = {
      section: (await contentOf(copied.course().id)).slice(0, 2).map(({ chapters }) => chapters),
      chapter: firstSection?.chapters.slice(0, 2).map(({ lessons }) => lessons),
      lesson: firstSection?.chapters[0]?.lessons.slice(0, 2).map(({ sets }) => sets),
    }[kind];
    expect(contents?.[1]).toEqual(contents?.[0]);
  },
);

test('a copy’s title is cut to the maximum length of a title', () => {
  expect(copyTitle('あ'.repeat(200))).toHaveLength(200);
  expect(copyTitle('防火')).toBe('防火のコピー');
});
