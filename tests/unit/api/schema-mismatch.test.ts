/**
 * Tests responses that do not match their schema: the error names call, field and value; some mismatches are tolerated.
 */
import { useNetworkStub } from '@tests/support/network-stub';
import { clearSession } from '@tests/support/session';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { fetchCourses } from '@/api/courses';
import { fetchMe } from '@/api/me';
import { fetchProgressSummary } from '@/api/progress';
import { fetchWholeQuestionSet } from '@/queries/curriculum/question-set-writes';
import { saveSession } from '@/session/session';

const network = useNetworkStub();
const API_HOST = 'https://api.example';
const me = { id: 'u1', username: 'u1', name: '佐藤', role: 'STUDENT' };
const course = {
  id: 'c1',
  description: '',
  status: 'published',
  order: 0,
  sectionCount: 1,
  lessonCount: 1,
};
const page = { total: 1, page: 1, size: 50, pages: 1 };

beforeEach(async () => {
  Object.assign(globalThis, { __API_HOST__: API_HOST });
  await saveSession({ accessToken: 'a-token', tokenType: 'bearer', owner: { apiHost: API_HOST, userId: 'u1' } });
});
afterEach(clearSession);

/** Returns the error's text for the screen and the text logged to the console. */
async function mismatchOf(call: () => Promise<unknown>) {
  const told = vi.fn<(error: unknown) => void>();
  vi.stubGlobal('reportError', told);
  const error: unknown = await call().catch((failure: unknown) => failure);
  expect(error).toMatchObject({ name: 'UnexpectedAnswerError' });
  return {
    words: (error as { schemaMismatch?: string }).schemaMismatch,
    onConsole: told.mock.calls.flat().map(String),
  };
}

describe('a schema mismatch names call, field and value', () => {
  const words = (rest: string) => `サーバーの応答が想定と違います：${rest}`;

  test.each<[string, string, unknown, () => Promise<unknown>, string]>([
    ['an id is missing', 'GET /me/', { name: '佐藤', role: 'STUDENT' }, fetchMe, 'me.id（なし）'],
    ['a role is missing', 'GET /me/', { id: 'u1' }, fetchMe, 'me.role（なし）'],
    ['a value is unknown', 'GET /me/', { ...me, role: 'boss' }, fetchMe, 'me.role（"boss"）'],
    ['an id is invalid', 'GET /me/', { ...me, id: 'a/b' }, fetchMe, 'me.id（"a/b"）'],
    [
      'an item of a page lacks a field',
      'GET /courses/',
      { ...page, items: [course] },
      fetchCourses,
      'courses.items.0.title（なし）',
    ],
    ['an item of a bare list lacks a field', 'GET /courses/', [course], fetchCourses, 'courses.0.title（なし）'],
    ['a page’s count is no number', 'GET /courses/', { items: [], total: '9' }, fetchCourses, 'courses.total（"9"）'],
    [
      'an object comes instead of a number',
      'GET /courses/',
      { items: [], total: { all: 9 } },
      fetchCourses,
      'courses.total（オブジェクト）',
    ],
    ['a list comes instead of an object', 'GET /me/', [me], fetchMe, 'me（配列）'],
    ['the answer has another shape', 'GET /courses/', { courses: [] }, fetchCourses, 'courses.items（なし）'],
    [
      'the path has an id',
      'GET /progress/summary/u1',
      { lessonCount: 'many' },
      () => fetchProgressSummary('u1'),
      'progress/summary/u1.lessonCount（"many"）',
    ],
  ])('a schema mismatch is described when %s', async (_, which, body, call, rest) => {
    network.answer(which, 200, body);

    const schemaMismatch = await mismatchOf(call);

    expect(schemaMismatch.words).toBe(words(rest));
    expect(schemaMismatch.onConsole).toHaveLength(1);
    expect(schemaMismatch.onConsole[0]).toContain(which.replace('GET ', `${API_HOST}/api/v1`));
    expect(schemaMismatch.onConsole[0]).toContain(rest.slice(0, rest.indexOf('（')));
  });

  test('a long value in a schema mismatch is truncated', async () => {
    network.answer('GET /me/', 200, { ...me, role: 'x'.repeat(1000) });

    expect((await mismatchOf(fetchMe)).words?.length).toBeLessThan(100);
  });

  test('a response that is not JSON does not count as the API’s, and the error names no call or field', async () => {
    network.answer('GET /me/', 200, 'welcome', { 'Content-Type': 'text/plain' });

    expect(await mismatchOf(fetchMe)).toEqual({ words: undefined, onConsole: [] });
  });
});

test('an explanation whose version never matches its question set causes an error that names both versions', async () => {
  const copy = { id: 's1', questionSetId: 's1', lessonId: 'l1', title: '題', order: 0, questions: [] };
  network.answer('GET /question-set/s1', 200, { ...copy, updatedAt: '2026-01-01T00:00:00Z' });
  network.answer('GET /question-set/s1/explanation', 200, { ...copy, updatedAt: '2020-01-01T00:00:00Z' });

  expect((await mismatchOf(() => fetchWholeQuestionSet('s1'))).words).toBe(
    'サーバーの応答が想定と違います：question-set/s1/explanation.updatedAt（"2020-01-01T00:00:00Z"）',
  );
});

test.each(['admin', 'Admin', 'ADMIN'])('the role that the server sends as %s is read as ADMIN', async (role) => {
  network.answer('GET /me/', 200, { ...me, role });

  expect((await fetchMe()).role).toBe('ADMIN');
});
