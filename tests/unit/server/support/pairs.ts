/** The writing calls of the API for tests that run two of them at once, and the small courses that they change. */
import { randomUUID } from 'node:crypto';

import { now } from '@server/db/database';
import {
  assignments,
  chapters,
  courses,
  lessonReads,
  lessons,
  questionSets,
  sections,
  submits,
  trash,
} from '@server/db/schema';
import type { Answer, TestServer } from '@tests/support/server';
import { eq, inArray, sql } from 'drizzle-orm';

export const questions = [
  {
    id: 'q',
    type: 'single',
    body: '問',
    choices: [
      { id: 'a', body: 'a' },
      { id: 'b', body: 'b' },
    ],
    correctChoiceIds: ['a'],
  },
];

/**
 * The ids of two courses: x with sections s1 (chapters c1 with lessons a, b and c2 with c) and s2 (c3 with d), y with
 * s3 and c4 with e.
 */
export type World = Readonly<Record<string, string>>;

/** One writing call. */
export interface Call {
  /** The thing that the call edits, as `kind/key`. */
  edits?: string;
  /** The fields that the call sets. */
  sets?: (world: World) => Record<string, unknown>;
  /** True if the call may make the other call impossible. */
  removes?: boolean;
  /** True if the call restores a lesson: one is deleted before. */
  restores?: boolean;
  run: (server: TestServer, world: World, version?: string) => Promise<Answer>;
}

const staff = (method: string, path: (world: World) => string, json?: (world: World) => object): Call['run'] => {
  return (server, world, updatedAt) => {
    const body = json && { ...json(world), ...(updatedAt !== undefined && { updatedAt }) };
    return server.call(method, `/api/v1${path(world)}`, { as: 'admin', json: body });
  };
};
const edit = (kind: string, key: string, sets: (world: World) => Record<string, unknown>, rest: object = {}): Call => ({
  edits: `${kind}/${key}`,
  sets,
  run: staff(
    kind === 'question-set' ? 'PUT' : 'PATCH',
    (world) => `/${kind}/${world[key]}`,
    (world) => ({ ...rest, ...sets(world) }),
  ),
});
const create = (kind: string, json: (world: World) => object): Call => ({
  run: staff('POST', () => `/${kind}/`, json),
});
const remove = (kind: string, key: string): Call => ({
  removes: true,
  run: staff('DELETE', (world) => `/${kind}/${world[key]}`),
});
const set = (lesson: string, title: string) =>
  edit('question-set', 'q1', (world) => ({ lessonId: world[lesson], title }), { questions });

/** The calls that change courses, by what they do. */
export const curriculumCalls: Readonly<Record<string, Call>> = {
  'rename a course': edit('courses', 'x', () => ({ title: '新しい題' })),
  'move a course': edit('courses', 'x', () => ({ order: 0 })),
  'unpublish a course': { ...edit('courses', 'x', () => ({ status: 'draft' })), removes: true },
  'create a course': create('courses', () => ({ title: '作ったコース', order: 1 })),
  'delete a course': remove('courses', 'y'),
  'create a section': create('sections', ({ x }) => ({ courseId: x, title: '新', order: 0 })),
  'move a section': edit('sections', 's2', () => ({ order: 0, title: '動いた' })),
  'delete a section': remove('sections', 's2'),
  'create a chapter': create('chapters', ({ s1 }) => ({ sectionId: s1, title: '新', order: 0 })),
  'move a chapter': edit('chapters', 'c2', () => ({ order: 0, title: '動いた' })),
  'delete a chapter': remove('chapters', 'c2'),
  'create a lesson': create('lessons', ({ c1 }) => ({ chapterId: c1, title: '新', order: 0 })),
  'rename a lesson': edit('lessons', 'a', () => ({ title: '新しい題' })),
  'reorder a lesson': edit('lessons', 'a', () => ({ order: 1 })),
  'move a lesson to another chapter': edit('lessons', 'a', ({ c2 }) => ({ chapterId: c2 })),
  'move a lesson to another section': edit('lessons', 'a', ({ c3 }) => ({ chapterId: c3, order: 0 })),
  'move a lesson to another course': edit('lessons', 'a', ({ c4 }) => ({ chapterId: c4, order: 0 })),
  'move a lesson here': edit('lessons', 'e', ({ c1 }) => ({ chapterId: c1, order: 0 })),
  'delete a lesson': remove('lessons', 'a'),
  'delete a sibling lesson': remove('lessons', 'b'),
  'create a question set': create('question-set', ({ a }) => ({ lessonId: a, title: '新', questions, order: 0 })),
  'save a question set': set('a', '直した'),
  'move a question set': set('b', '動いた'),
  'move a question set to another course': set('e', '遠くへ'),
  'delete a question set': remove('question-set', 'q1'),
  'restore a lesson': {
    restores: true,
    run: staff(
      'POST',
      ({ trashId }) => `/trash/${trashId}/restore`,
      () => ({ status: 'published' }),
    ),
  },
};

const at = '2026-02-02T00:00:00.000Z';
/** The calls of learners, and regrading. */
export const studyCalls: Readonly<Record<string, Call>> = {
  'read a lesson': {
    run: (server, { a }) => server.call('PUT', `/api/v1/progress/lesson/${a}`, { as: 'student' }),
  },
  'submit a question set': {
    run: (server, { q1: questionSetId }) => {
      const answers = [{ questionId: 'q', choiceIds: ['a'] }];
      const json = { clientSubmitId: randomUUID(), questionSetId, questionSetUpdatedAt: at, answers, answeredAt: at };
      return server.call('POST', '/api/v1/submit/', { as: 'student', json });
    },
  },
  'grade a question set again': {
    run: staff(
      'POST',
      ({ q1 }) => `/question-set/${q1}/rescore`,
      () => ({}),
    ),
  },
};

const assignment = ({ assignmentId: id, x: courseId }: World) => ({ id, courseId, companyId: 'minato', dueAt: at });
/** The calls that write assignments. */
export const assignmentCalls: Readonly<Record<string, Call>> = {
  'create an assignment': create('assignments', ({ newId, ...world }) => ({ ...assignment(world), id: newId })),
  'note on an assignment': edit('assignments', 'assignmentId', () => ({ note: '覚え書き' })),
  'date of an assignment': edit('assignments', 'assignmentId', () => ({ dueAt: '2026-12-31T00:00:00.000Z' })),
  'delete an assignment': remove('assignments', 'assignmentId'),
};

/** The version of everything in a new world. */
export const VERSION = '2026-01-01T00:00:00.000Z';
const updatedAt = VERSION;
/**
 * Makes the two courses, an assignment, a submit that was graded by an older key, and on demand a deleted lesson
 * between a and b.
 */
export async function makeWorld({ database, call }: TestServer, isDeleted = false): Promise<World> {
  const keys = 'x y s1 s2 s3 c1 c2 c3 c4 a b c d e gone q1 q2 assignmentId newId'.split(' ');
  const world = Object.fromEntries(keys.map((key) => [key, randomUUID()])) as Record<string, string>;
  const id = (key: string) => world[key] ?? key;
  const course = { description: '', status: 'published' as const, updatedAt, publishedAt: updatedAt };
  const count = await database.$count(courses);
  await database
    .insert(courses)
    .values(['x', 'y'].map((key, at) => ({ ...course, id: id(key), title: key, order: count + at })));
  const section = (key: string, parent: string, order: number) => {
    return { id: id(key), courseId: id(parent), title: key, description: '', order, updatedAt };
  };
  await database.insert(sections).values([section('s1', 'x', 0), section('s2', 'x', 1), section('s3', 'y', 0)]);
  const chapter = (key: string, parent: string, order: number) => ({
    id: id(key),
    sectionId: id(parent),
    title: key,
    order,
    updatedAt,
  });
  await database
    .insert(chapters)
    .values([chapter('c1', 's1', 0), chapter('c2', 's1', 1), chapter('c3', 's2', 0), chapter('c4', 's3', 0)]);
  const lesson = (key: string, parent: string, order: number) => ({
    id: id(key),
    chapterId: id(parent),
    title: key,
    order,
    updatedAt,
  });
  const rows = [lesson('a', 'c1', 0), lesson('gone', 'c1', 1), lesson('b', 'c1', 2), lesson('c', 'c2', 0)];
  await database.insert(lessons).values([...rows, lesson('d', 'c3', 0), lesson('e', 'c4', 0)]);
  const stored = { lessonId: id('a'), title: '問題', questions: questions as never, updatedAt };
  await database.insert(questionSets).values(['q1', 'q2'].map((key, order) => ({ ...stored, id: id(key), order })));
  await database
    .insert(assignments)
    .values({ ...assignment(world), id: id('assignmentId'), note: '', createdAt: now, updatedAt } as never);
  const read = { userId: 'user-student', readAt: updatedAt, receivedAt: updatedAt };
  await database.insert(lessonReads).values(['b', 'c', 'd'].map((key) => ({ ...read, lessonId: id(key) })));
  const graded = { score: 0, maxScore: 1, answeredAt: at, receivedAt: at, studiedAt: at, questionSetUpdatedAt: at };
  const [answers, results] = [[{ questionId: 'q', choiceIds: ['a'] }], [{ questionId: 'q', correct: false }]];
  const [submitId, clientSubmitId] = [randomUUID(), randomUUID()];
  await database
    .insert(submits)
    .values({ ...graded, id: submitId, clientSubmitId, userId: 'other', questionSetId: id('q1'), answers, results });
  if (isDeleted) await call('DELETE', `/api/v1/lessons/${id('gone')}`, { as: 'admin' });
  await database
    .update(courses)
    .set({ updatedAt })
    .where(eq(courses.id, id('x')));
  await database
    .update(sections)
    .set({ updatedAt })
    .where(eq(sections.id, id('s1')));
  const [row] = await database
    .select({ id: trash.id })
    .from(trash)
    .where(eq(trash.subjectId, id('gone')));
  return { ...world, trashId: row?.id ?? '', submitId };
}

/** Deletes what `makeWorld` and the calls have made, and closes the gaps that this leaves between the courses. */
export async function deleteWorld({ database }: TestServer, { x = '', y = '' }: World): Promise<void> {
  await database.delete(assignments).where(eq(assignments.courseId, x));
  await database.delete(trash);
  await database.delete(courses).where(inArray(courses.id, [x, y]));
  await database.delete(courses).where(eq(courses.title, '作ったコース'));
  await database.execute(sql`
    update courses set "order" = placed.place from (select id, row_number() over (order by "order", id) - 1 as place from courses) placed
    where placed.id = courses.id`);
}
