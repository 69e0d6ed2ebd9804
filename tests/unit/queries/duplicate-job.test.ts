import { callAs, useOwnServer } from '@tests/support/demo';
// @vitest-environment jsdom
/**
 * Tests duplicates of courses, sections, chapters and lessons: complete, with the fewest calls, and continued after a
 * stop.
 */
import {
  contentOf,
  duplicate,
  duplicateCourse,
  make,
  removeDuplicates,
  useCourseToDuplicate,
} from '@tests/support/duplicated-course';
import { describe, expect, test, vi } from 'vitest';

import { fetchCourse } from '@/api/courses';
import { fetchLesson } from '@/api/lessons';
import { fetchWholeQuestionSet } from '@/queries/curriculum/question-set-writes';
import { type DuplicateJob, findUnfinished } from '@/queries/duplicates/duplicate-job';
import { readDuplicateRecord } from '@/queries/duplicates/use-duplicate';
import { keepOwned } from '@/storage/owned-store';
import { duplicateTitle } from '@/study/outline/duplicate-title';

useOwnServer('duplicates');
const duplicated = useCourseToDuplicate();

describe('a duplicate of a course', () => {
  test('a duplicated course is a draft listed after the original, with sections, texts, settings, answer keys and new ids', async () => {
    const job = duplicateCourse();
    const { steps, total, differences } = await duplicate(job);
    const made = await fetchCourse(job.targetId ?? '');

    expect(made).toMatchObject({
      title: `${duplicated.course().title}のコピー`,
      description: '説明',
      status: 'draft',
      order: (duplicated.course().order ?? 0) + 1,
    });
    expect(await contentOf(made.id)).toEqual(await contentOf(duplicated.course().id));
    expect([steps, total, differences]).toEqual([8, 8, undefined]);
    const { questionSets } = await fetchLesson(made.sections?.[0]?.chapters?.[0]?.lessons?.[0]?.id ?? '');
    const { set } = await fetchWholeQuestionSet(questionSets?.[0]?.id ?? '');
    expect(set.questions.map(({ id }) => id)).not.toContain('q1');
  });

  test('a part of the duplicate that is missing between others is made in its place', async () => {
    const job = duplicateCourse();
    await duplicate(job);
    const { sections } = await fetchCourse(job.targetId ?? '');
    const [first] = sections?.[0]?.chapters?.[0]?.lessons ?? [];
    await callAs('teacher', 'DELETE', `/lessons/${first?.id}`);
    const { differences } = await duplicate(job);

    expect(differences).toBeUndefined();
    expect(await contentOf(job.targetId ?? '')).toEqual(await contentOf(duplicated.course().id));
  });

  test('a part that somebody has added to the duplicate, renamed or moved is neither deleted nor changed, and is named', async () => {
    const job = duplicateCourse();
    await duplicate(job);
    const { sections } = await fetchCourse(job.targetId ?? '');
    await make('/sections/', { courseId: job.targetId, title: '追加した節' });
    await callAs('teacher', 'PATCH', `/sections/${sections?.[1]?.id}`, { order: 0 });
    const { differences } = await duplicate(job);

    expect(differences).toEqual({ missing: [], extra: ['追加した節'], reordered: [duplicated.course().title] });
    const after = await fetchCourse(job.targetId ?? '');
    expect(after.sections?.map(({ title }) => title)).toEqual(['後半', '前半', '追加した節']);
  });

  test('a duplicate sends one POST for each duplicated thing, and one or two GETs to read the original', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch');
    await duplicate(duplicateCourse());
    const methods = fetched.mock.calls.map(([, init]) => init?.method ?? 'GET');

    expect(methods.filter((method) => method === 'POST')).toHaveLength(8);
    // Expected GETs: the list of courses and the original, at the start and with the duplicate at the end; the
    // description of the course and of each section; each lesson, once more that of the duplicate with question sets;
    // each question set and its answer key.
    expect(methods.filter((method) => method === 'GET')).toHaveLength(2 + 3 + 1 + 2 + 2 + 1 + 2 * 2);
  });

  test('a stopped duplicate of a course keeps what was duplicated; when continued, the duplicate is found and completed from there', async () => {
    const stop = new AbortController();
    const onStep = vi.fn<() => void>(() => {
      if (onStep.mock.calls.length === 3) stop.abort();
    });
    const job = duplicateCourse();
    await expect(duplicate(job, { signal: stop.signal, onStep })).rejects.toBeDefined();
    // Without a stored job, as an older version of the app or another device has left the duplicate.
    const found = await findUnfinished(duplicateCourse());

    expect(found).toEqual({ ...duplicateCourse(), targetId: job.targetId });
    expect(await findUnfinished(await duplicated.stored())).toEqual(await duplicated.stored());
    if (found) await duplicate(found);
    expect(await contentOf(job.targetId ?? '')).toEqual(await contentOf(duplicated.course().id));
    expect(await findUnfinished(duplicateCourse())).toBeUndefined();
    await removeDuplicates();
  });

  test('a duplicated thing that another user deleted meanwhile is not created a second time', async () => {
    const job = duplicateCourse();
    await duplicate(job);
    await callAs('teacher', 'DELETE', `/courses/${job.targetId}`);

    await expect(duplicate(job)).rejects.toMatchObject({ status: 404 });
  });
});

test('the stored record of a duplicate without keys, and one without siblings, can be continued; one of a newer version is not read', async () => {
  const [owner, { id }] = [duplicated.owner(), duplicated.course()];
  const keep = (record: object) => keepOwned('drafts', owner, `copy|course/${id}`, record);
  const read = async () => (await readDuplicateRecord(owner, 'course', id))?.job;
  await keep({ version: 1, known: ['git'], done: 0, all: 8 });
  expect(await read()).toEqual({ kind: 'course', id, known: ['git'] });
  await keep({ version: 1, targetId: 'c1', done: 3, all: 8, later: 'field' });
  expect(await read()).toEqual({ kind: 'course', id, targetId: 'c1' });
  await keep({ version: 2, targetId: 'c1', done: 3, all: 8 });
  expect(await read()).toBeUndefined();
});

test.each(['section', 'chapter', 'lesson'] as const)(
  'a duplicate of a %s is placed directly after the original',
  async (kind) => {
    const [section] = duplicated.course().sections ?? [];
    const [chapter] = section?.chapters ?? [];
    const ids = { section: section?.id, chapter: chapter?.id, lesson: chapter?.lessons?.[0]?.id };
    const job: DuplicateJob = { kind, id: ids[kind] ?? '' };
    await duplicate(job);
    const [firstSection] = await contentOf(duplicated.course().id);
    const all = await fetchCourse(duplicated.course().id);
    const levels = {
      section: all.sections,
      chapter: all.sections?.[0]?.chapters,
      lesson: all.sections?.[0]?.chapters?.[0]?.lessons,
    };

    expect(levels[kind]?.[1]).toMatchObject({ id: job.targetId, title: expect.stringMatching(/のコピー$/) });
    const contents = {
      section: (await contentOf(duplicated.course().id)).slice(0, 2).map(({ chapters }) => chapters),
      chapter: firstSection?.chapters.slice(0, 2).map(({ lessons }) => lessons),
      lesson: firstSection?.chapters[0]?.lessons.slice(0, 2).map(({ sets }) => sets),
    }[kind];
    expect(contents?.[1]).toEqual(contents?.[0]);
  },
);

test('a duplicate’s title is cut to the maximum length of a title', () => {
  expect(duplicateTitle('あ'.repeat(200))).toHaveLength(200);
  expect(duplicateTitle('防火')).toBe('防火のコピー');
});
