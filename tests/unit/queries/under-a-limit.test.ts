/**
 * Tests that a replay of thousands of calls, and an import, stay below the server's rate limit for writes of one user.
 */
import type { AppEnv } from '@server/api/http/context';
import { limitWrites } from '@server/api/http/limit-writes';
import { problemResponse } from '@server/api/http/problem-response';
import { Problem } from '@server/api/shared/problem';
import { Hono } from 'hono';
import { beforeEach, expect, test, vi } from 'vitest';

import { toApiError } from '@/api/network/errors';
import { headOf, readRetryAfter } from '@/api/network/server-answer';
import type * as userEdits from '@/api/user-edits';
import { createUser } from '@/api/user-edits';
import { SECOND_MS } from '@/lib/constants';
import { classify } from '@/offline/queue/classify';
import { type ImportResult, importUsers, type WritableRow } from '@/queries/people/import-users';

vi.mock('@/api/user-edits', async (original) => ({
  ...(await original<typeof userEdits>()),
  createUser: vi.fn<typeof userEdits.createUser>(),
}));

beforeEach(() => void vi.useFakeTimers());

/** Installs a server that accepts every call within its rate limit. */
function serverOf(writesPerSecond: number) {
  const app = new Hono<AppEnv>();
  app.onError((error) => problemResponse(error instanceof Problem ? error : new Problem(500, String(error))));
  app.use(async (context, next) => {
    const id = context.req.header('X-Person') ?? 'one';
    context.set('actor', { id, role: 'STUDENT', companyId: null, sessionId: id });
    await next();
  });
  app.use(limitWrites(writesPerSecond));
  app.all('*', (context) => context.json({}, 201));
  return (method = 'POST', person = 'one') => app.request('/', { method, headers: { 'X-Person': person } });
}

test('a replay of 10,000 calls sends at least 50 a second, and none exceeds the rate limit', async () => {
  const send = serverOf(50);
  const startedAt = Date.now();
  let [sent, asked] = [0, 0];
  while (sent < 10_000) {
    const response = await send();
    vi.advanceTimersByTime(3);
    asked += 1;
    const now = Date.now();
    const receipt = response.status === 201 ? ({} as never) : undefined;
    const retryAfterMs = readRetryAfter(response.headers, now);
    const answer = { ...headOf(response), body: 'json' as const, reason: '', receipt, retryAfterMs };
    const verdict = classify(answer, { attempts: 0, now, random: 0 });
    if (verdict.kind === 'receipt') sent += 1;
    else {
      expect(verdict).toMatchObject({ kind: 'postpone', pausesAll: true, isAsked: true });
      if (verdict.kind === 'postpone') vi.advanceTimersByTime(verdict.until - now);
    }
  }

  expect((Date.now() - startedAt) / SECOND_MS).toBeLessThanOrEqual(10_000 / 50);
  expect(asked - sent).toBeLessThan(10);
});

test('the rate limit allows 2,000 writes at once, then answers with Retry-After; other users and reads are not limited', async () => {
  const send = serverOf(50);
  for (let count = 0; count < 2000; count += 1) expect((await send()).status).toBe(201);
  const refused = await send();

  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('Retry-After'))).toBeLessThanOrEqual(40);
  expect(await refused.json()).toMatchObject({ detail: expect.stringMatching(/^短い時間に.*40秒後/) });
  expect((await send('GET')).status).toBe(201);
  expect((await send('POST', 'two')).status).toBe(201);
  vi.advanceTimersByTime(40 * SECOND_MS);
  expect((await send()).status).toBe(201);
});

test('an import of 3,000 users under the rate limit creates each once', async () => {
  const send = serverOf(50);
  vi.mocked(createUser).mockImplementation(async ({ username }) => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    const response = await send();
    if (response.status !== 201)
      throw toApiError(response.status, await response.json(), readRetryAfter(response.headers, Date.now()));
    return { id: username, username, name: '花', role: 'STUDENT', active: true };
  });
  const rows = Array.from({ length: 3000 }, (_, index): WritableRow => {
    const newUser = { username: `u${index}`, name: '花', role: 'STUDENT' as const };
    const cells = { username: newUser.username, name: '花' };
    const made = { kind: 'add' as const, newUser, active: true, after: {}, password: 'made-for-her' };
    return { line: index, ...cells, cells, notices: [], ...made, isOwnPassword: false, key: 'key' };
  });
  const results: ImportResult[] = [];
  const { signal } = new AbortController();
  let isOver = false;
  const running = importUsers(rows, {
    signal,
    onResult: (result) => results.push(result),
  }).finally(() => {
    isOver = true;
  });
  while (!isOver) await vi.advanceTimersByTimeAsync(100);

  expect(await running).toMatchObject({ left: [], isNetworkGone: false });
  expect(new Set(results.map(({ username }) => username)).size).toBe(3000);
  expect(results.every(({ kind }) => kind === 'added')).toBe(true);
});
