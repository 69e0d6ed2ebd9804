/** Tests METRICS=on: metrics for Prometheus, on a separate port. */
import { randomUUID } from 'node:crypto';

import { expect, test, vi } from 'vitest';

import { useTestServer } from './support/test-server';

// One database connection, so that PostgreSQL has a queue of calls like PGlite.
const postgres = { connections: 1, waitMs: 5000, statementMs: 10_000, isNaming: false };
const server = useTestServer({ metrics: { host: 'localhost', port: 0 }, postgres });

async function readMetrics(): Promise<string> {
  const response = await fetch(`${server.metricsOrigin}/metrics`);
  expect(response.headers.get('Content-Type')).toMatch(/^text\/plain; version=0\.0\.4/);
  return response.text();
}

/** Returns the value of a metric; undefined without that line. */
async function valueOf(name: string): Promise<number | undefined> {
  const line = (await readMetrics()).split('\n').find((each) => each.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
}

test('the metrics count requests by route template and status, whatever their ids', async () => {
  for (const id of ['git', 'statistics']) await server.call('GET', `/api/v1/courses/${id}`, { as: 'student' });
  await server.call('GET', '/api/v1/courses/none', { as: 'student' });
  await server.call('GET', '/api/v1/courses/git');
  await server.call('GET', '/somewhere/else');

  const count = (route: string, status: number) =>
    valueOf(`http_requests_total{method="GET",route="${route}",status="${status}"}`);
  expect(await count('/api/v1/courses/:id', 200)).toBe(2);
  expect(await count('/api/v1/courses/:id', 404)).toBe(1);
  expect(await count('/api/v1/courses/:id', 401)).toBe(1);
  expect(await count('app', 404)).toBe(1);
  expect(await valueOf('http_request_duration_seconds_count{method="GET",route="/api/v1/courses/:id"}')).toBe(4);
  expect(await readMetrics()).not.toContain('statistics');
});

test('the metrics count refused logins and repeated submits', async () => {
  await server.signIn('student', 'wrong');
  const { body: set } = await server.call('GET', '/api/v1/question-set/git-q-cli', { as: 'student' });
  const json = {
    clientSubmitId: randomUUID(),
    questionSetId: set.id,
    questionSetUpdatedAt: set.updatedAt,
    answers: [],
    answeredAt: new Date().toISOString(),
  };
  const send = () => server.call('POST', '/api/v1/submit/', { as: 'student', json });
  const statuses = [(await send()).status, (await send()).status, (await send()).status];

  expect(statuses).toEqual([201, 200, 200]);
  expect(await valueOf('manabiba_logins_refused_total{status="401"}')).toBe(1);
  expect(await valueOf('manabiba_submits_repeated_total')).toBe(2);
});

test('the metrics report database load, size of files, free disk space, version and process', async () => {
  const { body } = await server.call('GET', '/api/v1/content/?size=200', { as: 'staff' });
  const bytes = (body.items as { byteLength: number }[]).reduce((sum, { byteLength }) => sum + byteLength, 0);

  await vi.waitFor(async () => expect(await valueOf('manabiba_files_bytes')).toBe(bytes));
  expect(await valueOf('manabiba_database_busy')).toBeLessThanOrEqual(1);
  const text = await readMetrics();
  expect(text).toMatch(/^manabiba_info\{version="\d+\.\d+\.\d+"\} 1$/m);
  expect(text).toMatch(/^process_resident_memory_bytes \d+$/m);
  expect(text).toMatch(/^nodejs_eventloop_lag_seconds [\d.e-]+$/m);
});

test('the metrics report calls that wait for the database, without waiting themselves', async () => {
  const token = await server.login('student');
  let asked: Promise<unknown> = Promise.resolve();
  await server.database.transaction(async (transaction) => {
    await transaction.execute('select 1');
    asked = Promise.all([1, 2, 3].map(() => server.call('GET', '/api/v1/courses/', { token })));
    await vi.waitFor(async () => expect(await valueOf('manabiba_database_waiting')).toBeGreaterThanOrEqual(3));
  });
  await asked;

  await vi.waitFor(async () => expect(await valueOf('manabiba_database_waiting')).toBe(0));
});

test('the app’s port does not serve /metrics', async () => {
  expect(await server.call('GET', '/metrics')).toMatchObject({ status: 404 });
});
