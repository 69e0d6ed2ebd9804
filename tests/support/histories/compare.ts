/** Compares the server's answers about completions with the model's, at every endpoint that shows them. */
import { countWrongReads } from '@server/api/study/read-counts';
import type { Answer, TestServer } from '@tests/support/server';
import { expect } from 'vitest';

import { courseShareSchema } from '@/api/course-shares';
import { userSchema } from '@/api/users';
import { peopleToRows } from '@/features/companies/people-csv';
import { isCompleted } from '@/study/completed';
import { type LearnerFacts, learnerStatusOf } from '@/study/people/learner-status';
import { requiredStatusOf } from '@/study/people/required-status';

import type { CompletionHistory } from './completion-history';
import { histories } from './edit-history';

const idOf = (person: string) => `user-${person}`;

/** What the model knows of a person's study in one course that the person sees. */
function sharesOf({ model, timeAt }: Facts, person: string) {
  const readings = model.readings.get(person) ?? [];
  return [...model.courses]
    .filter(([, { exists, status }]) => exists && (status === 'published' || person === 'staff'))
    .map(([courseId, { lessons }]) => {
      const own = readings.filter(({ lesson }) => lessons.includes(lesson));
      const completion = model.completions.get(person)?.find(({ course }) => course === courseId);
      const completedAt = completion && timeAt(completion.completedAt);
      const lastReadAt = own.length > 0 ? timeAt(Math.max(...own.map(({ readAt }) => readAt))) : undefined;
      return { courseId, lessonCount: lessons.length, readCount: own.length, completedAt, lastReadAt };
    });
}

interface Facts {
  model: CompletionHistory['model'];
  /** Returns the time of a tick, ISO 8601. */
  timeAt: (moment: number) => string;
}

/** Returns the model's figures of a person. */
function figuresOf(history: CompletionHistory, person: string) {
  const timeAt = (moment: number) => new Date(history.timeAt(moment)).toISOString();
  const { model } = history;
  const shares = sharesOf({ model, timeAt }, person);
  const counted = shares.filter(({ lessonCount, completedAt }) => lessonCount > 0 || completedAt !== undefined);
  const studied = model.lastStudied.get(person);
  const progress = {
    lessonCount: shares.reduce((sum, each) => sum + each.lessonCount, 0),
    readLessonCount: shares.reduce((sum, each) => sum + each.readCount, 0),
    courseCount: counted.length,
    completedCourseCount: counted.filter(isCompleted).length,
  };
  const lastStudiedAt = studied === undefined ? undefined : timeAt(studied);
  const createdAt = new Date(history.createdAt).toISOString();
  const facts: LearnerFacts = { role: person === 'staff' ? 'STAFF' : 'STUDENT', progress, lastStudiedAt, createdAt };
  const isInCompany = person !== 'student2';
  const required = history.required.flatMap(({ courseId, dueAt }) => {
    const share = isInCompany && shares.find((one) => one.courseId === courseId);
    return share ? [{ ...share, dueAt: new Date(dueAt).toISOString() }] : [];
  });
  const nowMs = history.timeAt(model.tick) + 1000;
  const state =
    person === 'staff'
      ? undefined
      : (requiredStatusOf(required, { createdAt, lastStudiedAt }, nowMs) ?? learnerStatusOf(facts, nowMs));
  return { shares: counted, progress, state, required };
}

type Figures = ReturnType<typeof figuresOf>;
type Call = (path: string, as: string) => Promise<Answer['body']>;

/** Compares the three calls of progress, and the summary. */
async function compareProgress(call: Call, history: CompletionHistory, person: string, figures: Figures) {
  const { model } = history;
  const at = (time: string) => history.tickOf(time);
  const expected = (model.completions.get(person) ?? []).map(({ course, lessons, completedAt, receivedAt }) => ({
    course,
    lessons: lessons.toSorted(),
    completedAt,
    receivedAt,
  }));
  const sorted = (list: { course: string }[]) => list.toSorted((a, b) => (a.course < b.course ? -1 : 1));
  const detail = await call(`/progress/detail/${idOf(person)}`, person);
  const listed = detail.completions.map(
    (one: { courseId: string; completedAt: string; receivedAt: string; lessonCount: number }) => ({
      course: one.courseId,
      lessons: one.lessonCount,
      completedAt: at(one.completedAt),
      receivedAt: at(one.receivedAt),
    }),
  );
  expect(sorted(listed), `${person}: completions`).toEqual(
    sorted(expected.map((one) => ({ ...one, lessons: one.lessons.length }))),
  );
  const whole = await call(`/progress/detail/${idOf(person)}?history=all`, person);
  const toCompletion = (one: {
    courseId: string;
    completedAt: string;
    receivedAt: string;
    lessons: { lessonId: string }[];
  }) => ({
    course: one.courseId,
    lessons: one.lessons.map(({ lessonId }) => lessonId).toSorted(),
    completedAt: at(one.completedAt),
    receivedAt: at(one.receivedAt),
  });
  type Told = {
    courseId: string;
    lessonCount: number;
    completion?: Parameters<typeof toCompletion>[0];
    readLessons: unknown[];
  };
  const told = (whole.courses as Told[]).flatMap(({ completion }) => (completion ? [toCompletion(completion)] : []));
  expect(sorted(told), `${person}: history`).toEqual(sorted(expected));
  for (const course of detail.courses as Told[]) {
    const one = (await call(`/progress/detail/${idOf(person)}/${course.courseId}`, person)) as Told;
    const completion = expected.find((each) => each.course === course.courseId);
    expect(one.completion && toCompletion(one.completion), `${person}: certificate`).toEqual(completion);
    const share = figures.shares.find(({ courseId }) => courseId === course.courseId);
    expect([course.lessonCount, course.readLessons.length]).toEqual([share?.lessonCount ?? 0, share?.readCount ?? 0]);
  }
  expect(await call(`/progress/summary/${idOf(person)}`, person), `${person}: summary`).toMatchObject(figures.progress);
}

/** Compares a person in lists: figures, shares, state and the cells of the CSV file. */
function compareUser(
  listed: { courses: unknown[] },
  history: CompletionHistory,
  figures: Figures,
  person: string,
): void {
  const user = { ...userSchema.parse(listed), courses: listed.courses.map((share) => courseShareSchema.parse(share)) };
  expect(user.progress, `${person}: progress`).toMatchObject(figures.progress);
  const at = (time: string | undefined) => (time === undefined ? undefined : history.tickOf(time));
  const shares = user.courses.map(({ completedAt, ...share }) => ({
    ...share,
    completedAt: at(completedAt ?? undefined),
  }));
  const expected = figures.shares.map((share) => ({
    courseId: share.courseId,
    total: share.lessonCount,
    read: share.readCount,
    completedAt: at(share.completedAt ?? (isCompleted(share) ? share.lastReadAt : undefined)),
  }));
  const byCourse = (a: { courseId: string }, b: { courseId: string }) => (a.courseId < b.courseId ? -1 : 1);
  expect(shares.toSorted(byCourse), `${person}: shares`).toEqual(expected.toSorted(byCourse));
  expect(user.state ?? undefined, `${person}: state of ${JSON.stringify(figures.required)}`).toBe(figures.state);
  const courses = figures.shares.map(({ courseId }) => ({ id: courseId, title: courseId }) as never);
  const file = {
    people: [user],
    companies: [],
    courses,
    shares: new Map([[user.id, user.courses]]),
    hasNameKana: false,
  };
  const cells = peopleToRows(file)[1]?.slice(-courses.length) ?? [];
  const words = figures.shares.map((share) => isCompleted(share) && user.role === 'STUDENT');
  if (courses.length > 0) expect(cells.map((cell) => cell === '修了')).toEqual(words);
}

/** Compares all answers of the server with the model. */
export async function compareAll(server: TestServer, history: CompletionHistory): Promise<void> {
  const call: Call = async (path, as) => {
    const { status, body } = await server.call('GET', `/api/v1${path}`, { as });
    expect(status, path).toBe(200);
    return body;
  };
  const all = new Map(histories.people.map((person) => [person, figuresOf(history, person)] as const));
  const { items } = await call('/users/?size=200', 'admin');
  for (const [person, figures] of all) {
    await compareProgress(call, history, person, figures);
    const listed = items.find(({ username }: { username: string }) => username === person);
    compareUser(listed, history, figures, person);
    expect((await call(`/users/${idOf(person)}`, 'admin')).state ?? undefined).toBe(figures.state);
  }
  const learners = [...all].filter(([person]) => person !== 'staff');
  for (const state of ['behind', 'unstarted', 'steady', 'finished'] as const) {
    const found = await call(`/users/?size=200&courses=false&state=${state}`, 'admin');
    const expected = learners.filter(([, figures]) => figures.state === state).map(([person]) => person);
    expect(
      found.items.map(({ username }: { username: string }) => username),
      state,
    ).toEqual(expected.toSorted());
  }
  const inCompany = learners.filter(([person]) => person !== 'student2');
  const countOf = (state: string) => inCompany.filter(([, figures]) => figures.state === state).length;
  const { figures: company } = await call(`/companies/${histories.company}`, 'admin');
  expect(company).toMatchObject({
    learnerCount: inCompany.length,
    behindCount: countOf('behind'),
    unstartedCount: countOf('unstarted'),
    steadyCount: countOf('steady'),
    finishedCount: countOf('finished'),
  });
  await compareCourses(call, history, learners);
  expect(await countWrongReads(server.database), 'wrong rows of read_counts').toBe(0);
}

/** Compares the figures of courses. */
async function compareCourses(
  call: Call,
  history: CompletionHistory,
  learners: readonly (readonly [string, Figures])[],
) {
  const { items } = await call('/courses/?figures=1&size=200', 'admin');
  for (const { id, figures } of items as { id: string; figures: object }[]) {
    const studies = learners.map(([person]) => {
      const completion = history.model.completions.get(person)?.some(({ course }) => course === id) === true;
      const { lessons } = history.model.course(id);
      const read = (history.model.readings.get(person) ?? []).filter(({ lesson }) => lessons.includes(lesson)).length;
      const isRequired = person !== 'student2' && history.required.some(({ courseId }) => courseId === id);
      const isDone = completion || (lessons.length > 0 && read >= lessons.length);
      return { isDone, isCounted: isDone || read > 0 || isRequired };
    });
    expect(figures, `figures of ${id}`).toMatchObject({
      learnerCount: studies.filter(({ isCounted }) => isCounted).length,
      finishedCount: studies.filter(({ isDone }) => isDone).length,
    });
  }
}
