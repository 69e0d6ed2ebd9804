/**
 * Tests two instances on one failing PostgreSQL: both keep serving, and each response says if the call was done
 * (docs/deploy.md, "Failures that were tested").
 */
import { randomUUID } from 'node:crypto';

import { type Postgres, startPostgres } from '@tests/support/postgres';
import { startTestServer, type TestServer } from '@tests/support/server';
import { startTcpProxy, type TcpProxy } from '@tests/support/tcp-proxy';
import { letLearnersStudy, missingOf } from '@tests/unit/server/support/learners';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';

/** Short timeouts, to keep the tests fast. */
const options = { connections: 5, waitMs: 1000, statementMs: 1000 };
let postgres: Postgres;
let proxies: TcpProxy[];
let servers: TestServer[];
let one: TestServer;
let naming: TestServer;
let questionSetId: string;

beforeAll(async () => {
  postgres = await startPostgres();
  await postgres.run('create role learning login');
  await postgres.run('create database learning owner learning');
  proxies = [await startTcpProxy(postgres.port), await startTcpProxy(postgres.port)];
  const urls = proxies.map(({ port }) => `postgres://learning@127.0.0.1:${port}/learning`);
  servers = [];
  // The second instance uses named statements.
  for (const [index, databaseUrl] of urls.entries())
    servers.push(await startTestServer({ databaseUrl, postgres: { ...options, isNaming: index === 1 } }));
  [one, naming] = servers as [TestServer, TestServer];
  await Promise.all(servers.map((server) => server.login('student')));
  const { body } = await one.call('GET', '/api/v1/question-set/', { as: 'student' });
  questionSetId = body.items[0].id;
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await Promise.all(proxies.map((proxy) => proxy.stop()));
  await postgres.remove();
});

// The server logs each failure, so the test silences console.error.
beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue());

const at = '2026-02-03T04:05:06.789Z';
const submitOf = (clientSubmitId: string) => ({
  clientSubmitId,
  questionSetId,
  questionSetUpdatedAt: at,
  answers: [],
  answeredAt: at,
});
const submit = (id = randomUUID()) => one.call('POST', '/api/v1/submit/', { as: 'student', json: submitOf(id) });
const read = (server = one) => server.call('GET', '/api/v1/me/', { as: 'student' });

/** The expected response to a call that was not executed. */
function expectNotBegun({ status, headers, body }: Awaited<ReturnType<typeof read>>) {
  expect({ status, body }).toMatchObject({ status: 503, body: { status: 503 } });
  expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
}

/** The limit in ms after PostgreSQL's recovery within which calls must succeed again. */
const BACK_MS = 2000;

/** Waits until PostgreSQL answers another client. @returns the time of that answer, and how long it took. */
async function bareConnection(): Promise<{ bareMs: number; backAt: number }> {
  const from = performance.now();
  await postgres.run('select 1');
  const backAt = performance.now();
  return { bareMs: backAt - from, backAt };
}

test.each([
  ['is killed', () => postgres.kill()],
  ['is stopped', () => postgres.stop()],
])(
  'fault: PostgreSQL %s while six learners send submits to two instances → both continue, no acknowledged submit is missing, and the first calls after its recovery succeed within 2 s',
  async (_, end) => {
    const learners = letLearnersStudy(servers, questionSetId);
    await learners.more(30);
    await end();
    for (const server of servers) expectNotBegun(await read(server));
    expect((await one.call('GET', '/healthz')).status).toBe(503);
    await postgres.start();
    const { bareMs, backAt } = await bareConnection();
    for (const server of servers) expect((await read(server)).status).toBe(200);
    expect((await submit()).status).toBe(201);
    // The limit grows with the time of a plain connection, because the machine may be slow.
    expect(performance.now() - backAt).toBeLessThan(BACK_MS + 20 * bareMs);
    await learners.more(30);
    await learners.stop();

    expect(learners.strange).toEqual([]);
    expect(await missingOf(learners, one)).toEqual([]);
  },
);

test('fault: the network has dropped idle connections → the next calls succeed on new ones', async () => {
  await Promise.all(Array.from({ length: options.connections }, () => read()));
  proxies[0]?.forget();
  const calls = [read(), submit(), read(), submit()];

  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 201, 200, 201]);
});

test('fault: the connection breaks between a submit (its own transaction) and its response → 504, and a repeat returns that submit', async () => {
  const id = randomUUID();
  const swallowed = proxies[0]?.swallowAnswerTo('insert into "submits"');
  const first = await submit(id);
  await swallowed;
  const second = await submit(id);

  expect(first.status).toBe(504);
  expect([second.status, second.body.clientSubmitId]).toEqual([200, id]);
});

const create = (title: string) =>
  one.call('POST', '/api/v1/courses/', { as: 'teacher', json: { title, status: 'draft' } });
const courseCount = async (title: string) => {
  const { body } = await one.call('GET', `/api/v1/courses/?q=${encodeURIComponent(title)}`, { as: 'teacher' });
  return body.total;
};

test.each([
  { what: 'between a commit and its answer → 504, and it may have been saved', text: 'commit', status: 504, count: 1 },
  { what: 'within a transaction → 503, and nothing was saved', text: 'insert into "courses"', status: 503, count: 0 },
])('fault: the connection to PostgreSQL breaks $what', async ({ text, status, count }) => {
  const title = randomUUID();
  expect(await courseCount(title)).toBe(0);
  const swallowed = proxies[0]?.swallowAnswerTo(text);
  const answer = await create(title);
  await swallowed;

  expect(answer.status).toBe(status);
  expect(await courseCount(title)).toBe(count);
});

test('fault: the network to PostgreSQL drops all packets → 503 after the timeout, and later calls succeed', async () => {
  expect((await read()).status).toBe(200);
  proxies[0]?.freeze();
  const answers = await Promise.all([read(), read(), read()]);
  expect((await read(servers[1])).status).toBe(200);
  proxies[0]?.thaw();

  for (const answer of answers) expectNotBegun(answer);
  expect((await read()).status).toBe(200);
});

test('fault: a statement exceeds its timeout → 503, its connection is released, and other calls succeed meanwhile', async () => {
  const other = new pg.Client({ connectionString: postgres.url('learning') });
  await other.connect();
  await other.query('begin; lock table submits in exclusive mode');
  const slow = Array.from({ length: options.connections - 1 }, () => submit());
  expect((await read()).status).toBe(200);
  for (const answer of await Promise.all(slow)) expectNotBegun(answer);
  await other.query('rollback');
  await other.end();

  expect((await submit()).status).toBe(201);
});

test('fault: the types of a named statement have changed, or PostgreSQL no longer knows its name → the statement is retried', async () => {
  expect((await read(naming)).status).toBe(200);
  await postgres.run('alter table users alter column role type varchar(20)', 'learning');
  expect((await read(naming)).status).toBe(200);
  await postgres.run('alter table users alter column role type text', 'learning');

  expect((await read(naming)).status).toBe(200);
});

/** Makes PostgreSQL end the connections of both instances. */
const cutOff = () => postgres.run("select pg_terminate_backend(pid) from pg_stat_activity where usename = 'learning'");

test('fault: PostgreSQL has no free connection → 503, and later calls succeed', async () => {
  await postgres.run('alter role learning connection limit 0');
  await cutOff();
  expectNotBegun(await read());
  await postgres.run('alter role learning connection limit -1');

  expect((await read()).status).toBe(200);
});

test('fault: PostgreSQL is read-only → writes answer 503, reads succeed, and later writes succeed', async () => {
  await postgres.run('alter database learning set default_transaction_read_only = on');
  await cutOff();
  expectNotBegun(await submit());
  expect((await read()).status).toBe(200);
  await postgres.run('alter database learning reset default_transaction_read_only');
  await cutOff();

  expect((await submit()).status).toBe(201);
});
