/** Tests failover to a synchronous standby: it has every acknowledged write. */
import { type Postgres, startPostgres, startStandby } from '@tests/support/postgres';
import { startTestServer, type TestServer } from '@tests/support/server';
import { letLearnersStudy, missingOf } from '@tests/unit/server/support/learners';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';

const options = { connections: 5, waitMs: 1000, statementMs: 2000, isNaming: false };
let primary: Postgres;
let standby: Postgres;
let servers: TestServer[];
let one: TestServer;
let questionSetId: string;

beforeAll(async () => {
  primary = await startPostgres();
  await primary.run('create database learning');
  standby = await startStandby(primary, ['synchronous_standby_names=*']);
  const hosts = [primary, standby].map(({ port }) => `127.0.0.1:${port}`).join(',');
  const databaseUrl = `postgres://manabiba@${hosts}/learning`;
  servers = [];
  // The second URL names the standby first, which is skipped as read-only.
  for (const url of [databaseUrl, databaseUrl.replace(hosts, hosts.split(',').toReversed().join(','))]) {
    servers.push(await startTestServer({ databaseUrl: url, postgres: options }));
  }
  [one] = servers as [TestServer];
  await Promise.all(servers.map((server) => server.login('student')));
  questionSetId = (await one.call('GET', '/api/v1/question-set/', { as: 'student' })).body.items[0].id;
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await Promise.all([primary.remove(), standby.remove()]);
});
beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue());

test('fault: the primary is killed while six learners send submits, and its synchronous standby is promoted → both instances switch to it, and no acknowledged submit is missing', async () => {
  const learners = letLearnersStudy(servers, questionSetId);
  await learners.more(30);
  await primary.kill();
  expect((await one.call('GET', '/api/v1/me/', { as: 'student' })).status).toBe(503);
  standby.promote();
  for (const server of servers) expect((await server.call('GET', '/api/v1/me/', { as: 'student' })).status).toBe(200);
  await learners.more(30);
  await learners.stop();

  expect(learners.strange).toEqual([]);
  expect(await missingOf(learners, one)).toEqual([]);
});
