/** Tests that a create exists once, whatever answers its repeats: an expired session, a busy server, a gateway. */
import { useNetworkStub } from '@tests/support/network-stub';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';

import { requestCreate } from '@/api/network/client';
import { pickMade, startCreation } from '@/queries/creation';
import { saveSession } from '@/session/session';

Object.assign(globalThis, { __API_HOST__: 'https://api.example' });
const network = useNetworkStub();
const me = { id: 'u1', username: 'u', name: '名', role: 'TEACHER' };
const detail = { detail: 'だめ' };
const madeSchema = z.object({ id: z.string() });
const calls = {
  create: (fields: object, key: string) => requestCreate('/courses/', madeSchema, fields, { key }),
  change: (made: { id: string }) => Promise.resolve(made),
  find: () => Promise.resolve(undefined),
};
/** The keys that the server has stored, each with the id of its thing. */
let stored: Map<string, string>;
/** What happens to each next request of a create: it is lost after its arrival, or answered by something else. */
let next: ('lost' | [status: number, body: unknown])[];

/** The network stub's `fetch`, for tests in which the stub answers creates. */
let fetchOfStub: typeof globalThis.fetch;

beforeEach(async () => {
  stored = new Map();
  next = [];
  const owner = { apiHost: 'https://api.example', userId: 'u1' };
  await saveSession({ accessToken: 't', tokenType: 'bearer', owner, abilities: ['idempotency-key'] });
  network.answer('GET /me/', 200, me);
  const { fetch } = globalThis;
  fetchOfStub = fetch;
  globalThis.fetch = async (...request) => {
    if (request[1]?.method !== 'POST') return fetch(...request);
    const what = next.shift();
    if (Array.isArray(what)) return Response.json(what[1], { status: what[0] });
    const key = new Headers(request[1].headers).get('Idempotency-Key') ?? '';
    if (!stored.has(key)) stored.set(key, `c${stored.size + 1}`);
    if (what === 'lost') throw new TypeError('fetch failed');
    return Response.json({ id: stored.get(key) });
  };
});

describe.each([
  ['401', 401, detail],
  ['408', 408, detail],
  ['429', 429, detail],
  ['403 like the API’s, also for GET /me/', 403, detail],
  ['404 like the API’s, also for GET /me/', 404, detail],
  ['403 with foreign JSON', 403, { message: 'blocked by policy' }],
  ['200 with an error', 200, { error: 'login required' }],
])('a create whose first response is lost', (name, status, body) => {
  const creation = () => startCreation<object, { id: string }>();

  test(`fault: the repeat of the request is answered with ${name} → it exists once after the next press`, async () => {
    network.answer('GET /me/', status, body);
    const one = creation();
    next = ['lost', [status, body]];
    await expect(one.save({ title: '題' }, calls)).rejects.toThrow();
    network.answer('GET /me/', 200, me);

    expect(await one.save({ title: '題' }, calls)).toEqual({ id: 'c1' });
    expect(stored.size).toBe(1);
  });

  test(`fault: the next press is answered with ${name} → it exists once after the press after it`, async () => {
    network.answer('GET /me/', status, body);
    const one = creation();
    next = ['lost', 'lost', [status, body], [status, body]];
    await expect(one.save({ title: '題' }, calls)).rejects.toThrow();
    await expect(one.save({ title: '題' }, calls)).rejects.toThrow();
    network.answer('GET /me/', 200, me);
    next = [];

    expect(await one.save({ title: '題' }, calls)).toEqual({ id: 'c1' });
    expect(stored.size).toBe(1);
  });
});

test.each([403, 404, 409, 422])(
  'a create that never arrived and is then refused with %i is sent again with its new content',
  async (status) => {
    const one = startCreation<object, { id: string }>();
    next = [
      [504, detail],
      [504, detail],
      [status, detail],
    ];
    await expect(one.save({ title: '古' }, calls)).rejects.toThrow();

    expect(await one.save({ title: '新' }, calls)).toEqual({ id: 'c1' });
  },
);

test('fault: a repeat comes while the server is busy with the first request (409 with Retry-After) → it waits as long as the server says, and asks again with the same key', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  network.answer('POST /courses/', 409, detail, { 'Retry-After': '7' });
  globalThis.fetch = fetchOfStub;
  const creating = startCreation<object, { id: string }>().save({ title: '題' }, calls);
  const posts = () => network.sent.filter(({ method }) => method === 'POST');
  await vi.waitFor(() => expect(posts()).toHaveLength(1));
  network.answer('POST /courses/', 200, { id: 'c1' });
  await vi.advanceTimersByTimeAsync(6000);
  expect(posts()).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1000);

  expect(await creating).toEqual({ id: 'c1' });
  expect(new Set(posts().map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1);
  expect(posts()).toHaveLength(2);
});

test('fault: the server stays busy with the first request → the create fails after three repeats, and the next press asks with the same key', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const one = startCreation<object, { id: string }>();
  network.answer('POST /courses/', 409, detail, { 'Retry-After': '7' });
  globalThis.fetch = fetchOfStub;
  const refused = one.save({ title: '題' }, calls).catch((error: unknown) => error);
  for (const count of [1, 2, 3, 4]) {
    await vi.waitFor(() => expect(network.calls()).toHaveLength(count), { interval: 5 });
    await vi.advanceTimersByTimeAsync(7000);
  }
  expect(await refused).toMatchObject({ status: 409 });
  network.answer('POST /courses/', 200, { id: 'c1' });

  expect(await one.save({ title: '題' }, calls)).toEqual({ id: 'c1' });
  const posts = network.sent.filter(({ method }) => method === 'POST');
  expect(posts).toHaveLength(5);
  expect(new Set(posts.map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1);
});

describe('the search for what a create made', () => {
  const old = { id: 'old', at: '2026-11-27T00:00:00Z' };
  const young = { id: 'new', at: '2026-11-28T00:00:00Z' };
  const untimed = [{ id: 'a' }, { id: 'b' }];
  const timeOf = ({ at }: { at?: string }) => at;
  const sinceMs = Date.parse('2026-11-27T12:00:00Z');

  test.each<[string, { id: string; at?: string }[], number, boolean, string | undefined, string[]?]>([
    ['the thing since the attempt, if the response was lost', [young, old], sinceMs, false, 'new'],
    ['nothing, if the response was lost and all things are older', [old], sinceMs, false, undefined],
    ['nothing, if the response was lost and the server sends no times', untimed, sinceMs, false, undefined],
    ['the thing that was unknown before, if the server sends no times', untimed, sinceMs, false, 'b', ['a']],
    ['nothing, if all things were known and the server sends no times', untimed, sinceMs, false, undefined, ['a', 'b']],
    ['nothing, if an older thing was unknown', [old], sinceMs, false, undefined, []],
    ['the newest, if the server said success and has another clock', [young, old], Infinity, true, 'new'],
    ['the last, if the server said success and sends no times', untimed, sinceMs, true, 'b'],
    ['nothing, if the server said success and the list has nothing equal', [], sinceMs, true, undefined],
  ])('finds %s', (_, equal, since, isMade, id, knownIds) => {
    expect(pickMade(equal, { sinceMs: since, isMade, knownIds }, timeOf)?.id).toBe(id);
  });
});
