/**
 * Tests that completions of many people, and those that an older version left out, are recorded in pieces in the
 * background.
 */
import { completions } from '@server/db/schema';
import { eq, sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';

import { useTrash } from './support/trash';

const { server, post, remove, makeCourse } = useTrash();

const PEOPLE = 450;
const execute = (statement: ReturnType<typeof sql>) => server.database.execute(statement);
const count = (courseId: string) => server.database.$count(completions, eq(completions.courseId, courseId));
const waitForAll = (courseId: string) =>
  vi.waitFor(async () => {
    expect(await count(courseId)).toBe(PEOPLE);
  });

/**
 * Creates a course whose lessons a and b were read by 450 people.
 *
 * @param isChecked false for readings of an older version.
 */
async function makeReadCourse(isChecked = true) {
  const course = await makeCourse();
  await execute(sql`insert into users (id, username, name, password_hash, role, active, created_at)
    select 'many-' || n, 'many-' || n, '', '-', 'STUDENT', true, now() from generate_series(1, ${PEOPLE}) n on conflict do nothing`);
  await execute(sql`insert into lesson_reads (user_id, lesson_id, read_at, received_at, checked)
    select 'many-' || n, lesson, now(), now(), ${isChecked}
    from generate_series(1, ${PEOPLE}) n, unnest(array[${course.a}::text, ${course.b}::text]) lesson`);
  return course;
}

test('fault: the server is restarted after a deletion that completes a course for 450 people → all have it a moment later', async () => {
  const { courseId, c } = await makeReadCourse();
  await remove(`/lessons/${c}`);
  expect(await count(courseId)).toBeGreaterThanOrEqual(150);
  await server.pause();
  await server.resume();

  await waitForAll(courseId);
});

test('a lesson that is added after the deletion of the last unread one takes the completion from nobody', async () => {
  const { courseId, c, first } = await makeReadCourse();
  await remove(`/lessons/${c}`);
  await post('/lessons/', { chapterId: first, title: '新' });

  expect(await count(courseId)).toBe(PEOPLE);
});

test('fault: an older version removed the last unread lesson after a rollback → the next start records the completions', async () => {
  const { courseId, c } = await makeReadCourse();
  await execute(sql`delete from lessons where id = ${c}`);
  await execute(sql`update courses set updated_at = updated_at + interval '1 second' where id = ${courseId}`);
  await server.pause();
  await server.resume();

  await waitForAll(courseId);
});

test('fault: an older version stored readings after a rollback → the next start records their completions', async () => {
  const { courseId, c } = await makeReadCourse(false);
  await execute(sql`insert into lesson_reads (user_id, lesson_id, read_at)
    select 'many-' || n, ${c}, now() from generate_series(1, ${PEOPLE}) n`);
  expect(await count(courseId)).toBe(0);
  await server.pause();
  await server.resume();

  await waitForAll(courseId);
});

test('fault: an older version stored readings of lessons that have moved since → the course that had them is completed', async () => {
  const { courseId, a, b, c } = await makeReadCourse(false);
  const other = await makeCourse();
  const studiedAt = new Date().toISOString();
  for (const lesson of [a, b, c])
    await server.call('PATCH', `/api/v1/lessons/${lesson}`, { as: 'teacher', json: { chapterId: other.first } });
  await execute(sql`insert into lesson_reads (user_id, lesson_id, read_at)
    select 'many-' || n, ${c}, ${studiedAt} from generate_series(1, ${PEOPLE}) n`);
  await server.pause();
  await server.resume();

  await waitForAll(courseId);
});
