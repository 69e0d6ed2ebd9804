/**
 * Tests a PostgreSQL that fails, or that another client changes, during a call: the response says correctly if the call
 * was done.
 */
import { randomUUID } from 'node:crypto';

import { multipartFile } from '@tests/support/multipart';
import { type Postgres, startPostgres } from '@tests/support/postgres';
import { startTestServer, type TestServer } from '@tests/support/server';
import { startTcpProxy, type TcpProxy } from '@tests/support/tcp-proxy';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';

/** Short timeouts, to keep the tests fast. */
const options = { connections: 5, waitMs: 500, statementMs: 1000, isNaming: false };
let postgres: Postgres;
let proxy: TcpProxy;
let databaseUrl: string;
let server: TestServer;
beforeAll(async () => {
  postgres = await startPostgres();
  await postgres.run('create role learning login');
  await postgres.run('create database learning owner learning');
  proxy = await startTcpProxy(postgres.port);
  databaseUrl = `postgres://learning@127.0.0.1:${proxy.port}/learning`;
  server = await startTestServer({ databaseUrl, postgres: options });
  await server.login('teacher');
});
afterAll(async () => {
  await server.stop();
  await proxy.stop();
  await postgres.remove();
});
beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue());

/** Breaks the connection when a statement contains a text, until the call ends. */
async function goneAt<T>(text: string, call: () => Promise<T>): Promise<T> {
  const gone = proxy.swallowAnswerTo(text).then(() => proxy.freeze());
  const answer = await call();
  await gone;
  proxy.thaw();
  return answer;
}

/** Connects another client to the same database. */
async function connectOther(): Promise<pg.Client> {
  const other = new pg.Client({ connectionString: postgres.url('learning') });
  await other.connect();
  onTestFinished(() => other.end());
  return other;
}

/** Waits until a statement is blocked by a lock. */
const untilSomebodyWaits = () =>
  vi.waitFor(async () => {
    const watcher = new pg.Client({ connectionString: postgres.url('learning') });
    await watcher.connect();
    const { rows } = await watcher.query("select 1 from pg_stat_activity where wait_event_type = 'Lock'");
    await watcher.end();
    expect(rows).not.toEqual([]);
  });

test('fault: the connection breaks while a list is read by a statement that begins with "with" → the statement is retried like any other read', async () => {
  const swallowed = proxy.swallowAnswerTo('with "known"');
  const { status } = await server.call('GET', '/api/v1/users/?sort=progress', { as: 'teacher' });
  await swallowed;

  expect(status).toBe(200);
});

test('fault: the database fails after a commit, during the read for the response → 504, because the file was saved', async () => {
  const fileName = `${randomUUID()}.md`;
  const file = multipartFile(Buffer.from('# 題'));
  const { status } = await goneAt('from "contents" where "contents"."id" =', () =>
    server.call('PUT', `/api/v1/content/pub-container/${fileName}`, { as: 'teacher', ...file }),
  );
  const { body } = await server.call('GET', `/api/v1/content/?q=${fileName}`, { as: 'teacher' });

  expect({ status, count: body.total }).toEqual({ status: 504, count: 1 });
});

test('fault: the database fails while a create reads its response → 503, nothing was created, and a repeat creates it', async () => {
  const json = { username: `u${randomUUID().slice(0, 8)}`, password: 'k8-fjw-2jd-92', name: 'n', role: 'STUDENT' };
  const add = () => server.call('POST', '/api/v1/users/', { as: 'teacher', json });
  const first = await goneAt('from studied', add);

  expect([first.status, (await add()).status]).toEqual([503, 201]);
});

test('fault: the connection to the database breaks at the commit of a create with a key → 504, and a repeat gets the one thing', async () => {
  const title = randomUUID();
  const add = () =>
    server.call('POST', '/api/v1/courses/', { as: 'teacher', json: { title }, headers: { 'Idempotency-Key': title } });
  const first = await goneAt('commit', add);
  const second = await add();
  const { body } = await server.call('GET', `/api/v1/courses/?q=${title}`, { as: 'teacher' });

  expect([first.status, second.status]).toEqual([504, 201]);
  expect(body.items.map(({ id }: { id: string }) => id)).toEqual([second.body.id]);
});

test('fault: the database fails during the first read of a picture, for an app on another origin → 503 that caches do not store', async () => {
  const origin = 'https://app.example';
  const fresh = await startTestServer({ databaseUrl, postgres: options, allowedOrigins: [origin] });
  onTestFinished(fresh.stop);
  const { body } = await fresh.call('GET', '/api/v1/content/', { as: 'teacher' });
  const { id } = body.items.find(({ fileType }: { fileType: string }) => fileType === 'img');
  const { body: url } = await fresh.call('GET', `/api/v1/content/${id}`, { as: 'teacher' });
  const read = () => fresh.call('GET', url, { headers: { Origin: origin } });
  const { status, headers } = await goneAt('substring(', read);

  expect([status, headers.get('Cache-Control'), headers.get('ETag')]).toEqual([503, null, null]);
});

test('fault: another client deletes a lesson while a question set is added to it → 409 with a sentence, not 500', async () => {
  const { body } = await server.call('GET', '/api/v1/lessons/?size=200', { as: 'teacher' });
  const lesson = body.items.at(-1);
  const question = { id: randomUUID(), type: 'text', body: 'q', choices: [], acceptedAnswers: ['a'], explanation: '' };
  const json = { lessonId: lesson.id, title: 't', questions: [question] };
  const other = await connectOther();
  await other.query('begin');
  await other.query('update courses set updated_at = now() where id = $1', [lesson.courseId]);
  const adding = server.call('POST', '/api/v1/question-set/', { as: 'teacher', json });
  await untilSomebodyWaits();
  await other.query('delete from lessons where id = $1', [lesson.id]);
  await other.query('commit');

  expect(await adding).toMatchObject({ status: 409, body: { detail: expect.stringContaining('ほかの人') } });
});

test('fault: a user signs in while their suspension is being saved → 403, and no session remains that a reactivation would revive', async () => {
  const other = await connectOther();
  const isStudent = "username = 'student'";

  await other.query('begin');
  await other.query(`update users set active = false where ${isStudent}`);
  await other.query(`delete from sessions using users where users.id = user_id and ${isStudent}`);
  const signingIn = server.signIn('student');
  // A sign-in that did not wait for the lock would have succeeded by now.
  await Promise.race([signingIn, untilSomebodyWaits()]);
  await other.query('commit');

  expect((await signingIn).status).toBe(403);
  expect((await other.query(`select 1 from sessions, users where users.id = user_id and ${isStudent}`)).rows).toEqual(
    [],
  );
});
