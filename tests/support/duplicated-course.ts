/**
 * A course to duplicate, the run of its duplicate, and what the server has of both; for unit tests that call the
 * function `runDuplicate`.
 */
import { callAs, signInAs } from '@tests/support/demo';
import { beforeAll, beforeEach, vi } from 'vitest';

import { type CourseDetail, fetchCourse } from '@/api/courses';
import { fetchLesson } from '@/api/lessons';
import { fetchWholeQuestionSet } from '@/queries/curriculum/question-set-writes';
import { type DuplicateJob, type DuplicateRun, runDuplicate } from '@/queries/duplicates/duplicate-job';
import { dropDuplicateRecord, keepDuplicateRecord, readDuplicateRecord } from '@/queries/duplicates/use-duplicate';
import { ownerKey, type OwnerKey, readSession, saveSession } from '@/session/session';

type Made = { id: string };
export const make = (path: string, json: object) => callAs('teacher', 'POST', path, json) as Promise<Made>;

const choices = [
  { id: 'a', body: 'ア' },
  { id: 'b', body: 'イ' },
];
const questions = [
  { id: 'q1', type: 'multiple', body: '複数', choices, correctChoiceIds: ['b'], explanation: '理由', shuffle: true },
  { id: 'q2', type: 'order', body: '順', choices, correctOrder: ['b', 'a'] },
  { id: 'q3', type: 'text', body: '記述', choices: [], acceptedAnswers: ['答', 'こたえ'], lenient: true },
];

let count = 0;
/**
 * Creates a published course of two sections; the first has a chapter with two lessons, the first of them with two
 * question sets.
 */
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

let owner: OwnerKey;
/** Stores a session of a teacher, as on a server with or without the capability `idempotency-key`. */
export async function signInTeacher(hasKeys: boolean): Promise<void> {
  owner = ownerKey(await signInAs('teacher'));
  const session = await readSession();
  if (session)
    await saveSession({ ...session, abilities: ['shuffle', 'lenient', ...(hasKeys ? ['idempotency-key'] : [])] });
}

let course: CourseDetail;
/** Reads the job of the duplicate of the course from its record on the device; a new job if there is none. */
async function readStored(): Promise<DuplicateJob> {
  return (await readDuplicateRecord(owner, 'course', course.id))?.job ?? duplicateCourse();
}

/** Creates a course before each test of the calling file. */
export function useCourseToDuplicate() {
  beforeAll(() => signInTeacher(true), 120_000);
  beforeEach(async () => {
    await signInTeacher(true);
    course = await makeCourse();
  });
  return { course: () => course, stored: readStored, owner: () => owner };
}

/** Makes or continues a duplicate. */
export async function duplicate(job: DuplicateJob, changes: Partial<DuplicateRun> = {}) {
  const onTotal = vi.fn<(all: number) => void>();
  const onStep = vi.fn<() => void>();
  const keep = (kept: DuplicateJob) => keepDuplicateRecord(owner, kept, { done: 0, all: 0 });
  const { signal } = new AbortController();
  const run = {
    signal,
    onStep,
    onTotal,
    keep,
    ...changes,
  };
  const differences = await runDuplicate(job, run);
  return { differences, steps: onStep.mock.calls.length, total: onTotal.mock.calls[0]?.[0] };
}
export const duplicateCourse = (): DuplicateJob => ({ kind: 'course', id: course.id });

/** Returns the contents of a course, without ids and times. */
export async function contentOf(courseId: string) {
  const { sections } = await fetchCourse(courseId);
  return Promise.all(
    (sections ?? []).map(async ({ title, chapters }) => ({
      title,
      chapters: await Promise.all(
        (chapters ?? []).map(async (chapter) => ({
          title: chapter.title,
          lessons: await Promise.all((chapter.lessons ?? []).map(lessonOf)),
        })),
      ),
    })),
  );
}
async function lessonOf({ id }: { id: string }) {
  const { title, minutes, contentId, questionSets } = await fetchLesson(id);
  const sets = [];
  for (const set of questionSets ?? []) sets.push(await setOf(set.id));
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
      lenient: answer?.lenient,
      choices: shown.map((choice) => choice.body).toSorted(),
      right: answer?.correctChoiceIds?.map(bodyOf) ?? answer?.correctOrder?.map(bodyOf),
    };
  });
}

/** Returns the duplicates of the course. */
export async function duplicatesOfCourse() {
  const { items } = (await callAs('teacher', 'GET', '/courses/?size=200')) as {
    items: { id: string; title: string }[];
  };
  return items.filter(({ title }) => title === `${course.title}のコピー`);
}
export async function removeDuplicates(): Promise<void> {
  await dropDuplicateRecord(owner, duplicateCourse());
  for (const { id } of await duplicatesOfCourse()) await callAs('teacher', 'DELETE', `/courses/${id}`);
}
