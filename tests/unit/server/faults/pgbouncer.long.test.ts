/** Tests pgbouncer in transaction mode: consecutive statements may use different connections. */
import { randomUUID } from 'node:crypto';

import { pgbouncerVersion, startPgbouncer } from '@tests/support/pgbouncer';
import { type Postgres, startPostgres } from '@tests/support/postgres';
import { startTestServer, type TestServer } from '@tests/support/server';
import { letLearnersStudy, missingOf } from '@tests/unit/server/support/learners';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';

const version = pgbouncerVersion();

/** Changes data through a server: creates a course, edits it concurrently, and uploads a file. */
async function work(server: TestServer): Promise<number[]> {
  const as = 'teacher';
  const course = await server.call('POST', '/api/v1/courses/', { as, json: { title: '題', status: 'published' } });
  const { id, updatedAt } = course.body;
  const edits = ['一', '二', '三', '四'].map((title) =>
    server.call('PATCH', `/api/v1/courses/${id}`, { as, json: { title, updatedAt } }),
  );
  return [course, ...(await Promise.all(edits))].map(({ status }) => status).toSorted((a, b) => a - b);
}

/** Locks a table for longer than the statement timeout, and then releases it. */
async function meetSlowness(server: TestServer, postgres: Postgres, submit: () => Promise<number>): Promise<void> {
  const other = new pg.Client({ connectionString: postgres.url('learning') });
  await other.connect();
  await other.query('begin; lock table submits in exclusive mode');
  expect(await submit()).toBe(503);
  await other.query('rollback');
  await other.end();
  expect((await server.call('GET', '/healthz')).status).toBe(200);
  expect(await submit()).toBe(201);
}

async function throughPgbouncer(): Promise<void> {
  vi.spyOn(console, 'error').mockReturnValue();
  const postgres = await startPostgres();
  onTestFinished(() => postgres.remove());
  await postgres.run('create database learning');
  const bouncer = await startPgbouncer(postgres.port);
  onTestFinished(() => bouncer.remove());
  const databaseUrl = `postgres://manabiba@127.0.0.1:${bouncer.port}/learning`;
  const options = { databaseUrl, postgres: { connections: 10, waitMs: 2000, statementMs: 2000, isNaming: false } };
  const servers = [await startTestServer(options), await startTestServer(options)];
  onTestFinished(async () => void (await Promise.all(servers.map((server) => server.stop()))));
  const [one] = servers as [TestServer];

  expect(await work(one)).toEqual([200, 201, 409, 409, 409]);
  const { body } = await one.call('GET', '/api/v1/question-set/', { as: 'student' });
  const at = '2026-02-03T04:05:06.789Z';
  const slow = { questionSetId: body.items[0].id, questionSetUpdatedAt: at, answers: [], answeredAt: at };
  await meetSlowness(one, postgres, async () => {
    const json = { clientSubmitId: randomUUID(), ...slow };
    return (await one.call('POST', '/api/v1/submit/', { as: 'student', json })).status;
  });
  const learners = letLearnersStudy(servers, body.items[0].id, 5);
  await learners.more(50);
  await bouncer.kill();
  expect((await one.call('GET', '/healthz')).status).toBe(503);
  await bouncer.start();
  expect((await one.call('GET', '/healthz')).status).toBe(200);
  await learners.more(50);
  await postgres.kill();
  await postgres.start();
  await learners.more(50);
  await learners.stop();

  expect(learners.strange).toEqual([]);
  expect(await missingOf(learners, one)).toEqual([]);
}

const FAULT =
  'fault: pgbouncer in transaction mode, killed, and PostgreSQL behind it killed → nothing acknowledged is missing';

const NOT_HERE = 'pgbouncer is not installed: the test was not run';

test(`${version ? FAULT : NOT_HERE}`, async () => {
  await (version && throughPgbouncer());
});
