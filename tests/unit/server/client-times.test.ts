/**
 * Tests times that clients send: of edits (refused with the field), of filters (ignored) and of study (never refused).
 */
import { lessonReads, submits } from '@server/db/schema';
import { and, eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';

import { useCurriculum } from './support/curriculum';

const { server, post, patch, makeCourse } = useCurriculum();

/** Texts that JavaScript reads as a time, and PostgreSQL does not store, or reads as another time. */
const unstorable = [
  '2026-02-30T00:00:00Z',
  '2026-02-29',
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+14:00',
  '0001-01-01T00:00:00Z',
  '0099-12-31T23:59:59Z',
  '+275760-09-13T00:00:00.000Z',
  '-000001-01-01T00:00:00Z',
  '9999-12-31T23:59:59-12:00',
  '2026-01-01T00:00:00+16:00',
  '2026-01-01T00:00:00-23:59',
  '2026',
  '2026-01',
  '2026/01/01',
  'foo 1',
  'Thu, 01 Jan 2026 00:00:00 GMT',
  'yesterday',
  'infinity',
  '',
];
const assignment = (dueAt: string, id: string = crypto.randomUUID()) => {
  const json = { id, courseId: 'git', companyId: 'minato', dueAt };
  return server.call('POST', '/api/v1/assignments/', { as: 'admin', json });
};
const errorOf = (path: string) => ({ status: 422, body: { errors: [{ path, message: expect.any(String) }] } });

test.each(unstorable)('the date of an assignment that cannot be stored is refused with its field: %j', async (time) => {
  expect(await assignment(time)).toMatchObject(errorOf('dueAt'));
  const { body } = await assignment('2027-01-01T00:00:00Z');
  const changed = { as: 'admin', json: { dueAt: time } };
  expect(await server.call('PATCH', `/api/v1/assignments/${body.id}`, changed)).toMatchObject(errorOf('dueAt'));
});

test.each(unstorable)(
  'the version of an edit that cannot be stored is refused with its field: %j',
  async (updatedAt) => {
    const { a, courseId } = await makeCourse();
    const set = { lessonId: a, title: '問題', questions: [], updatedAt };
    const { id } = await post('/question-set/', { ...set, updatedAt: undefined });

    expect(await patch(`/lessons/${a}`, { title: '改', updatedAt })).toMatchObject(errorOf('updatedAt'));
    expect(await patch(`/courses/${courseId}`, { title: '改', updatedAt })).toMatchObject(errorOf('updatedAt'));
    const put = await server.call('PUT', `/api/v1/question-set/${id}`, { as: 'staff', json: set });
    expect(put).toMatchObject(errorOf('updatedAt'));
  },
);

test.each(unstorable)(
  'a filter of the audit log that is no time is ignored, and not named in `applied`: %j',
  async (time) => {
    const query = new URLSearchParams({ details: '1', from: time, to: time });
    const { status, body } = await server.call('GET', `/api/v1/audit/?${query}`, { as: 'admin' });

    expect({ status, applied: body.applied }).toEqual({ status: 200, applied: ['details'] });
  },
);

test('a time without a zone is UTC, whatever zone the server is in', async () => {
  vi.stubEnv('TZ', 'Asia/Tokyo');
  const id = crypto.randomUUID();
  const first = await assignment('2027-01-01T09:00:00', id);
  const again = await assignment('2027-01-01T18:00:00+09:00', id);
  const { a } = await makeCourse();
  const { body: lesson } = await server.call('GET', `/api/v1/lessons/${a}`, { as: 'staff' });
  const withoutZone = lesson.updatedAt.replace('Z', '');

  expect([first.status, first.body.dueAt]).toEqual([201, '2027-01-01T09:00:00.000Z']);
  expect([again.status, again.body]).toEqual([201, first.body]);
  expect((await assignment('2027-03-01')).body.dueAt).toBe('2027-03-01T00:00:00.000Z');
  expect((await patch(`/lessons/${a}`, { title: '改', updatedAt: withoutZone })).status).toBe(200);
  const query = new URLSearchParams({ details: '1', from: withoutZone });
  const { body } = await server.call('GET', `/api/v1/audit/?${query}`, { as: 'admin' });
  expect(body.applied).toEqual(['details', 'from']);
  expect(body.total).toBeGreaterThan(0);
  await server.call('PUT', `/api/v1/progress/lesson/git-terminal?at=2026-02-03T04:05:06`, { as: 'teacher' });
  const [read] = await server.database.select().from(lessonReads).where(eq(lessonReads.userId, 'user-teacher'));
  expect(Date.parse(read?.readAt ?? '')).toBeGreaterThanOrEqual(Date.parse('2026-02-03T04:05:06Z'));
});

/** Expects a stored time to be that of the arrival. */
function expectNow(time: string | undefined): void {
  expect(Math.abs(Date.parse(time ?? '') - Date.now())).toBeLessThan(60_000);
}

test.each(unstorable)(
  'study with a time that cannot be read is stored with the time of its arrival: %j',
  async (time) => {
    const { a } = await makeCourse();
    const query = new URLSearchParams({ at: time });
    const read = await server.call('PUT', `/api/v1/progress/lesson/${a}?${query}`, { as: 'student' });
    const { id } = await post('/question-set/', { lessonId: a, title: '問題', questions: [] });
    const clientSubmitId = crypto.randomUUID();
    const json = { clientSubmitId, questionSetId: id, questionSetUpdatedAt: time, answers: [], answeredAt: time };
    const submit = await server.call('POST', '/api/v1/submit/', { as: 'student', json });

    expect([read.status, submit.status]).toEqual([200, 201]);
    const isRead = and(eq(lessonReads.userId, 'user-student'), eq(lessonReads.lessonId, a));
    const [reading] = await server.database.select().from(lessonReads).where(isRead);
    const [stored] = await server.database.select().from(submits).where(eq(submits.clientSubmitId, clientSubmitId));
    for (const kept of [reading?.readAt, stored?.answeredAt, stored?.studiedAt, stored?.questionSetUpdatedAt])
      expectNow(kept);
  },
);

test.each([null, 20_260_101, undefined])('a submit whose times are no texts is stored too: %j', async (time) => {
  const { a } = await makeCourse();
  const { id } = await post('/question-set/', { lessonId: a, title: '問題', questions: [] });
  const times = { questionSetUpdatedAt: time, answeredAt: time };
  const json = { clientSubmitId: crypto.randomUUID(), questionSetId: id, answers: [], ...times };

  expect((await server.call('POST', '/api/v1/submit/', { as: 'student', json })).status).toBe(201);
});
