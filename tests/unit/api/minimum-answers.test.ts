/** Tests responses with only what the specification names: they are read, and what is missing stays unknown. */
import { QueryClient } from '@tanstack/react-query';
import { useNetworkStub } from '@tests/support/network-stub';
import { clearSession } from '@tests/support/session';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { authorize } from '@/api/authorize';
import { fetchChapter, fetchChapters } from '@/api/chapters';
import { fetchCompanies, fetchCompany } from '@/api/companies';
import { fetchCourse, fetchCourses } from '@/api/courses';
import { fetchContents } from '@/api/files/contents';
import { fetchInfo } from '@/api/info';
import { fetchLessons } from '@/api/lessons';
import { fetchMe } from '@/api/me';
import { fetchExplanation, fetchQuestionSets } from '@/api/question-sets';
import { fetchSections } from '@/api/sections';
import { fetchUsers } from '@/api/users';
import { signIn } from '@/device/session';
import { lessonQueries } from '@/queries/curriculum/lessons';
import { readSession, saveSession } from '@/session/session';

const network = useNetworkStub();
const API_HOST = 'https://api.example';
const session = { accessToken: 'a-token', tokenType: 'bearer', owner: { apiHost: API_HOST, userId: 'u1' } };

beforeEach(async () => {
  Object.assign(globalThis, { __API_HOST__: API_HOST });
  await saveSession(session);
});
afterEach(clearSession);

const titled = (id: string) => ({ id, title: '題' });
const titleOf = ({ id, title }: { id: string; title: string }) => ({ id, title });
const outline = {
  ...titled('c1'),
  sections: [{ ...titled('s1'), chapters: [{ ...titled('k1'), lessons: [titled('l1')] }] }],
};

/** Returns what the app knows of an answer, without its unknown fields. */
const known = (answer: unknown): unknown => JSON.parse(JSON.stringify(answer));

describe('the least answer of', () => {
  test.each<[string, string, unknown, () => Promise<unknown>]>([
    [
      'a sign-in',
      'POST /authorize',
      { access_token: 'a', token_type: 'bearer' },
      () => authorize({ username: 'u', password: 'p' }),
    ],
    ['the users', 'GET /users/', [{ id: 'u1' }], async () => (await fetchUsers()).items],
    ['the companies', 'GET /companies/', [{ id: 'f1', name: '社' }], async () => (await fetchCompanies()).items],
    ['a company', 'GET /companies/f1', { id: 'f1', name: '社' }, () => fetchCompany('f1')],
    ['the courses', 'GET /courses/', [titled('c1')], async () => (await fetchCourses()).items],
    ['a course', 'GET /courses/c1', outline, () => fetchCourse('c1')],
    ['the sections', 'GET /sections/', [titled('s1')], async () => (await fetchSections()).items.map(titleOf)],
    ['the chapters', 'GET /chapters/', [titled('k1')], async () => (await fetchChapters()).items],
    ['a chapter', 'GET /chapters/k1', titled('k1'), () => fetchChapter('k1')],
    ['the lessons', 'GET /lessons/', [titled('l1')], async () => (await fetchLessons()).items.map(titleOf)],
    [
      'the question sets',
      'GET /question-set/',
      [titled('q1')],
      async () => (await fetchQuestionSets()).items.map(titleOf),
    ],
    ['the files', 'GET /content/', [{ id: 'f1', fileName: 'a.md' }], async () => (await fetchContents()).items],
  ])('%s is read, and nothing is made up', async (_, call, answer, read) => {
    network.answer(call, 200, answer);

    expect(known(await read())).toEqual(answer);
  });

  test('the info is read as one without name and capabilities', async () => {
    network.answer('GET /info/', 200, {});

    expect(known(await fetchInfo())).toEqual({ abilities: [] });
  });
});

test.each([{ error: 'login required' }, { redirect: 'https://portal.example/login' }])(
  'the JSON %j of a portal is not read as an info without fields',
  async (body) => {
    network.answer('GET /info/', 200, body);

    await expect(fetchInfo()).rejects.toMatchObject({ gateway: 'portal' });
  },
);

describe('the current user of a server that sends only id and role', () => {
  beforeEach(() => {
    network.answer('POST /authorize', 200, { access_token: 'b-token', token_type: 'bearer' });
    network.answer('GET /me/', 200, { id: 7, role: 'student' });
  });

  test('the current user is called by the user name typed at sign-in', async () => {
    await clearSession();
    await signIn('hana', 'p');

    expect(await readSession()).toMatchObject({ accessToken: 'b-token', owner: { userId: '7' }, username: 'hana' });
    expect(await fetchMe()).toMatchObject({ id: '7', role: 'STUDENT', name: 'hana', username: 'hana' });
  });

  test('a sign-in of yesterday, without the typed user name, is still read', async () => {
    expect(await fetchMe()).toMatchObject({ id: '7', name: '–' });
  });

  test('a sign-in is refused with the name of the missing field when the user has no id', async () => {
    network.answer('GET /me/', 200, { role: 'STUDENT' });

    await expect(signIn('hana', 'p')).rejects.toMatchObject({
      schemaMismatch: 'サーバーの応答が想定と違います：me.id（なし）',
    });
    expect(await readSession()).toEqual(session);
  });
});

test('an explanation without the id of its set is that of the set that was asked for', async () => {
  network.answer('GET /question-set/q1/explanation', 200, { questions: [{ questionId: 'x1' }] });

  expect(await fetchExplanation('q1')).toMatchObject({ questionSetId: 'q1', questions: [{ questionId: 'x1' }] });
});

describe('a lesson that does not name its course', () => {
  const client = new QueryClient();
  beforeEach(() => {
    client.clear();
    network.answer('GET /lessons/l1', 200, titled('l1'));
    network.answer(/^GET \/courses\/\?/, 200, [titled('c0'), titled('c1')]);
    network.answer('GET /courses/c0', 200, titled('c0'));
    network.answer('GET /courses/c1', 200, outline);
  });

  test('a lesson belongs to the course whose outline has it', async () => {
    expect(await client.fetchQuery(lessonQueries.detail('l1'))).toMatchObject({ id: 'l1', courseId: 'c1' });
  });

  test('a lesson that no outline has is refused with the name of the missing field', async () => {
    network.answer('GET /courses/c1', 200, titled('c1'));

    await expect(client.fetchQuery({ ...lessonQueries.detail('l1'), retry: false })).rejects.toMatchObject({
      schemaMismatch: 'サーバーの応答が想定と違います：lessons/l1.courseId（なし）',
    });
  });
});
