/** Tests the seam of the dialect: how calls and responses are translated where the network is reached. */
import { API_HOST, changeDialect, COURSE, failure, session, useDialectSession } from '@tests/support/dialect-session';
import { useNetworkStub } from '@tests/support/network-stub';
import { describe, expect, test, vi } from 'vitest';

import { createCourse, fetchCourse, updateCourse } from '@/api/courses';
import type { Dialect } from '@/api/dialect/dialect';
import { markLessonRead } from '@/api/learner-calls';
import { fetchMe } from '@/api/me';
import { mayHaveArrived } from '@/api/network/errors';
import { noteReachability, wasReachable } from '@/api/network/reachability';
import { isPortalBody } from '@/api/network/server-answer';
import { send } from '@/api/network/transport';
import { DIALECT_HEADER } from '@/api/shapes';
import { newerVersionIn } from '@/queries/newer-version';

const chosen = vi.hoisted(() => ({ dialect: { version: '' } as Dialect | undefined }));
const ours = chosen.dialect;
vi.mock('@/api/dialects/none', () => chosen);

const network = useNetworkStub();
useDialectSession();
const use = (dialect: Omit<Dialect, 'version'>) => changeDialect(ours, dialect);

test('a call is translated for the server, and its response for the app, under the URL of the app’s call', async () => {
  use({
    toServer: ({ path, query, ...call }) => ({
      ...call,
      path: path.replace('courses', 'kurse'),
      query: { ...query, n: '1' },
    }),
    toApp: ({ name, ...body }, { path, method, status, subject }) => ({
      ...body,
      title: name,
      description: [method, path, status, subject].join(),
    }),
  });
  network.answer('GET /kurse/5?n=1', 200, { id: 5, name: '安全', updatedAt: COURSE.updatedAt });

  expect(await fetchCourse('5')).toMatchObject({ id: '5', title: '安全', description: 'GET,/courses/5,200,7' });
  const response = await send('/courses/5', {}, session);
  expect(response.url).toBe(`${API_HOST}/api/v1/courses/5`);
  expect(response.headers.get(DIALECT_HEADER)).toBe('ours-1');
});

test('the payload of a write is translated', async () => {
  use({ toServer: (call) => ({ ...call, json: { name: call.json.title } }), toApp: () => COURSE });
  network.answer('POST /courses/', 201, {});

  await createCourse({ title: '新しい' });

  expect(network.sent[0]?.body).toBe('{"name":"新しい"}');
});

test('the newer version that a 409 carries is translated as a response to the call', async () => {
  use({
    keys: 'snake',
    names: { course: { title: 'name' } },
    answers: { 'PATCH /courses/{id}': (course, { id }) => ({ ...course, description: `説明${id}` }) },
  });
  const current = { id: 5, name: '新しい題', updated_at: COURSE.updatedAt };
  network.answer('PATCH /courses/5', 409, { detail: 'Conflict', current });

  const error = await updateCourse('5', { title: '題' }).catch((thrown: unknown) => thrown);

  const { updatedAt } = COURSE;
  expect(newerVersionIn(error)).toMatchObject({ id: 5, title: '新しい題', description: '説明5', updatedAt });
});

test.each([
  ['a stored copy', { 'x-cached-at': '2026-11-01T00:00:00Z' }],
  ['a response that the service worker has translated', { [DIALECT_HEADER]: 'older' }],
])('%s is not translated again', async (_what, headers) => {
  use({ toApp: () => ({}) });
  network.answer('GET /courses/5', 200, COURSE, headers);

  expect(await fetchCourse('5')).toMatchObject({ title: '安全' });
});

test('the calls of sign-in and token refresh are sent and read as the specification has them', async () => {
  use({ toServer: (call) => ({ ...call, json: {} }), toApp: () => ({}) });
  const token = { access_token: 'a', token_type: 'bearer' };
  network.answer('POST /token', 200, token);

  const json = { refresh_token: 'r', grant_type: 'refresh_token' };
  const response = await send('/token', { method: 'POST', json });

  expect(await response.json()).toEqual(token);
  expect(network.sent[0]?.body).toBe(JSON.stringify(json));
});

describe('a dialect that throws', () => {
  test('a response that it cannot translate is a schema mismatch with call and field, and the server counts as reachable', async () => {
    use({ toApp: (body) => ({ ...COURSE, title: body.meta.parts.map(String) }) });
    network.answer('GET /courses/5', 200, { meta: { parts: null } });
    noteReachability(false);

    const error = await failure(fetchCourse('5'));

    expect(error).toMatchObject({ schemaMismatch: 'サーバーの応答が想定と違います：courses/5.meta.parts（null）' });
    expect(wasReachable()).toBe(true);
  });

  test('a field of a further GET is named with that GET', async () => {
    use({ toApp: async (body, { get }) => ({ ...body, title: (await get('/sections/3/')).parent.title }) });
    network.answer('GET /courses/5', 200, COURSE);
    network.answer('GET /sections/3/', 200, { id: 3 });

    expect(await failure(fetchCourse('5'))).toMatchObject({
      schemaMismatch: 'サーバーの応答が想定と違います：sections/3.parent（なし）',
    });
  });

  test('a call that it cannot translate is not sent, and the form knows that nothing arrived', async () => {
    use({ toServer: ({ json, ...call }) => ({ ...call, json: json?.thumb.url }) });

    const error = await failure(createCourse({ title: '新しい' }));

    expect(error).toMatchObject({ schemaMismatch: 'サーバーに送る形に直せません：courses.thumb（なし）' });
    expect(mayHaveArrived(error)).toBe(false);
    expect(network.calls()).toEqual([]);
  });

  test('a create whose response it cannot translate may have arrived', async () => {
    use({ toApp: (body) => body.x.y });
    network.answer('POST /courses/', 201, {});

    expect(mayHaveArrived(await failure(createCourse({ title: '新しい' })))).toBe(true);
  });
});

describe('what is not the server’s JSON', () => {
  test('a portal’s JSON is not translated, so it does not acknowledge a read lesson', async () => {
    use({ toApp: () => ({ lessonId: 'l1', readAt: COURSE.updatedAt }) });
    network.answer(/PUT/, 200, { portal: 'https://portal.example/login' });
    const { path, method } = markLessonRead('l1');

    const response = await send(path, { method }, session);

    expect(isPortalBody(await response.json())).toBe(true);
  });

  test('a web page and an empty body are passed on', async () => {
    use({ toApp: (body) => body.x.y });
    network.answer('GET /me/', 200, '<html>');
    expect(await failure(fetchMe())).toMatchObject({ gateway: 'portal' });

    network.answer('DELETE /courses/5', 204, '');
    expect((await send('/courses/5', { method: 'DELETE' }, session)).status).toBe(204);
  });
});

test('a body that a 2xx does not have is made by the function of the call, and left empty without one', async () => {
  use({
    answers: { 'PATCH /courses/{id}': async (body, { id, get }) => body ?? (await get(`/courses/${id}`)) },
    toApp: (body) => body.x.y,
  });
  network.answer('PATCH /courses/5', 204, '');
  network.answer('GET /courses/5', 200, COURSE);

  expect(await updateCourse('5', { title: '安全' })).toMatchObject({ id: '5', title: '安全' });
  network.answer('DELETE /courses/5', 204, '');
  expect((await send('/courses/5', { method: 'DELETE' }, session)).status).toBe(204);
});

test('a refusal is translated to problem details; one that the dialect does not know stays as it is', async () => {
  use({
    toError: ({ errors }) => errors && { title: '入力', status: 422, errors: [{ path: 'title', message: errors[0] }] },
  });
  network.answer('POST /courses/', 422, { errors: ['長すぎます'] });
  expect(await failure(createCourse({ title: '新' }))).toMatchObject({
    status: 422,
    fieldErrors: [{ path: 'title', message: '長すぎます' }],
  });

  network.answer('POST /courses/', 422, { detail: 'だめ' });
  expect(await failure(createCourse({ title: '新' }))).toMatchObject({ status: 422, message: 'だめ' });
});
