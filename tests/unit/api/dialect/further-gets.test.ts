/** Tests the further GETs of a dialect, and who translates when a service worker controls the page. */
import { API_HOST, changeDialect, COURSE, failure, session, useDialectSession } from '@tests/support/dialect-session';
import { useNetworkStub } from '@tests/support/network-stub';
import { beforeEach, describe, expect, test, vi } from 'vitest';

import { createCourse, fetchCourse, fetchCourses } from '@/api/courses';
import type { Dialect } from '@/api/dialect/dialect';
import { seam } from '@/api/dialect/seam';
import { send } from '@/api/network/transport';
import { DIALECT_HEADER } from '@/api/shapes';

const chosen = vi.hoisted(() => ({ dialect: { version: '' } as Dialect | undefined }));
const ours = chosen.dialect;
vi.mock('@/api/dialects/none', () => chosen);

const network = useNetworkStub();
useDialectSession();
const use = (dialect: Omit<Dialect, 'version'>) => changeDialect(ours, dialect);

describe('further GETs', () => {
  const asking = (path: string) =>
    use({ toApp: async (body, { get }) => ({ ...body, title: String((await get(path)).title) }) });

  test.each(['https://evil.example/', '//evil.example/x', '/../../secret', '/a\\..\\..\\b', 'sections/3', '/x#y'])(
    'the token is never sent to %s',
    async (path) => {
      asking(path);
      network.answer('GET /courses/5', 200, COURSE);

      expect(await failure(fetchCourse('5'))).toMatchObject({ name: 'UnexpectedAnswerError' });
      expect(network.calls()).toEqual(['GET /courses/5']);
    },
  );

  test('a further GET carries the token, passes the service worker by, and is sent once for all parts of a screen', async () => {
    asking('/sections/3');
    network.answer(/GET \/courses/, 200, COURSE);
    network.answer('GET /sections/3', 200, { title: '一節' });

    const courses = await Promise.all([fetchCourse('5'), fetchCourse('5'), fetchCourse('5')]);

    expect(courses.map(({ title }) => title)).toEqual(['一節', '一節', '一節']);
    const gets = network.sent.filter(({ path }) => path === '/sections/3');
    expect(gets).toMatchObject([{ cache: 'no-store' }]);
    expect(gets[0]?.headers.get('Authorization')).toBe(`Bearer ${session.accessToken}`);
  });

  test('a write makes the next further GET ask again', async () => {
    asking('/sections/3');
    network.answer(/\/courses/, 200, COURSE);
    network.answer('GET /sections/3', 200, { title: '一節' });

    await fetchCourse('5');
    await createCourse({ title: '新しい' });
    await fetchCourse('5');

    expect(network.calls().filter((call) => call === 'GET /sections/3')).toHaveLength(2);
  });

  test('at most 6 further GETs are in flight', async () => {
    const ids = Array.from({ length: 20 }, (_, index) => index);
    use({ toApp: async (body, { get }) => (await Promise.all(ids.map((id) => get(`/lessons/${id}`))), body) });
    network.answer('GET /courses/5', 200, COURSE);
    let [inFlight, most] = [0, 0];
    const stubbed = globalThis.fetch;
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      if (!url.includes('/lessons/')) return stubbed(url, init);
      most = Math.max(most, (inFlight += 1));
      await new Promise((resolve) => setTimeout(resolve, 1));
      inFlight -= 1;
      return Response.json({});
    });

    await fetchCourse('5');

    expect(most).toBe(6);
  });

  test('a further GET without an answer counts as no network', async () => {
    asking('/sections/3');
    network.answer('GET /courses/5', 200, COURSE);
    network.answer('GET /sections/3', 503, {});

    expect(await failure(fetchCourse('5'))).toMatchObject({ name: 'NetworkError' });
  });

  test('a refused further GET is a mismatch with its path and status, unless the dialect handles it', async () => {
    network.answer('GET /courses/5', 200, COURSE);
    network.answer('GET /sections/3', 404, { detail: 'なし' });
    asking('/sections/3');
    expect(await failure(fetchCourse('5'))).toMatchObject({
      schemaMismatch: 'サーバーの応答が想定と違います：sections/3（404）',
    });

    use({
      toApp: async (body, { get }) => ({
        ...body,
        title: await get('/sections/3').catch((error) => String(error.status)),
      }),
    });
    expect(await fetchCourse('5')).toMatchObject({ title: '404' });
  });

  test('a token that expires between a GET and its further GET makes the GET fail with 401', async () => {
    asking('/sections/3');
    network.answer('GET /courses/5', 200, COURSE);
    network.answer('GET /sections/3', 401, { detail: '期限切れ' });

    expect(await failure(fetchCourse('5'))).toMatchObject({ name: 'ApiError', status: 401 });
  });
});

describe('a page that a service worker controls', () => {
  const translate = {
    toServer: (call: { path: string }) => ({ ...call, path: `${call.path}/` }) as never,
    toApp: () => COURSE,
  };
  beforeEach(() => {
    vi.stubGlobal('navigator', { serviceWorker: { controller: {} } });
    use(translate);
  });

  test('it sends the app’s request, and takes the worker’s translated response', async () => {
    network.answer('GET /courses/5', 200, COURSE, { [DIALECT_HEADER]: 'ours-1' });

    expect(await fetchCourse('5')).toMatchObject({ title: '安全' });
    expect(network.calls()).toEqual(['GET /courses/5']);
  });

  test('it asks the server itself, past a worker of an earlier build', async () => {
    network.answer('GET /courses/5', 404, { detail: 'なし' });
    network.answer('GET /courses/5/', 200, {});

    expect(await fetchCourse('5')).toMatchObject({ title: '安全' });
    expect(network.calls()).toEqual(['GET /courses/5', 'GET /courses/5/']);
  });

  test('it passes the worker by for another path that the worker would answer', async () => {
    use({ ...translate, toServer: (call) => ({ ...call, path: '/lessons/5' }) });
    network.answer('GET /me/', 200, COURSE);
    network.answer('GET /lessons/5', 200, {});

    await send('/me/', {}, session);

    expect(network.sent).toMatchObject([{ path: '/lessons/5', cache: 'no-store' }]);
  });

  test('it translates lists itself, which the worker does not answer', async () => {
    use({ ...translate, toApp: (body) => ({ items: body, total: 1, page: 1, size: 1, pages: 1 }) });
    network.answer('GET /courses//', 200, [COURSE]);

    expect((await fetchCourses()).items).toHaveLength(1);
    expect(network.calls()).toEqual(['GET /courses//']);
  });
});

test('the worker’s request is translated with its token', async () => {
  use({
    toServer: (call) => ({ ...call, path: `${call.path}/` }),
    toApp: (body, { subject }) => ({ ...body, subject }),
  });
  const asked: Request[] = [];
  const request = new Request(`${API_HOST}/api/v1/lessons/3`, {
    headers: { Authorization: `Bearer ${session.accessToken}` },
  });

  const response = await seam?.answer(request, async (sent) => {
    asked.push(sent);
    return Response.json({ id: 3 });
  });

  expect(asked[0]?.url).toBe(`${API_HOST}/api/v1/lessons/3/`);
  expect(asked[0]?.headers.get('Authorization')).toBe(`Bearer ${session.accessToken}`);
  expect(await response?.json()).toEqual({ id: 3, subject: '7' });
});
