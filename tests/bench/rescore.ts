/**
 * `npm run bench -- rescore`: 20,000 submits of one question set are graded again while 50 devices submit, on two
 * instances and one PostgreSQL; then 問題の分析 (question statistics) of that set against its SQL alone.
 */
import { type Postgres, startPostgres } from '@tests/support/postgres';
import { startTestServer } from '@tests/support/server';
import pg from 'pg';

import { listenIn, timeCall } from './call-times.mjs';
import { percentile, sendAll } from './devices';
import { checkOnce, describe, makeDevices, startInstances } from './server';

const SUBMITS = 20_000;
const LOAD = { devices: 50, calls: 40, withinMs: 0 };
const SET = 'statistics-q-summary';
const RUNS = 9;
const ms = (time: number) => `${time.toFixed(0)} ms`;

/**
 * Adds learners, each with one submit that answers the first question correctly; then changes that question's answer
 * key.
 */
async function fill(client: pg.Client): Promise<void> {
  await client.query(
    `insert into users (id, username, password_hash, name, role, active, created_at)
      select 'old-'||n, 'old'||n, '-', '受講者'||n, 'STUDENT', true, now() from generate_series(1, $1::int) n`,
    [SUBMITS],
  );
  await client.query(
    `insert into submits (id, user_id, client_submit_id, question_set_id, question_set_updated_at, answers, results, score, max_score, answered_at, received_at, studied_at)
      select 'old-'||n, 'old-'||n, 'old-'||n, id, updated_at,
        jsonb_build_array(jsonb_build_object('questionId', questions -> 0 ->> 'id', 'choiceIds', questions -> 0 -> 'correctChoiceIds')),
        (select jsonb_agg(jsonb_build_object('questionId', question ->> 'id', 'correct', place = 1) order by place)
          from jsonb_array_elements(questions) with ordinality as item (question, place)),
        1, jsonb_array_length(questions), now(), now(), now()
      from question_sets, generate_series(1, $1::int) n where id = $2`,
    [SUBMITS, SET],
  );
  await client.query(
    `update question_sets set updated_at = now(), questions = jsonb_set(questions, '{0,correctChoiceIds}',
        (select jsonb_build_array(choice ->> 'id') from jsonb_array_elements(questions -> 0 -> 'choices') choice
          where not questions -> 0 -> 'correctChoiceIds' ? (choice ->> 'id') limit 1))
      where id = $1`,
    [SET],
  );
  await client.query('vacuum analyze');
}

async function signIn(origin: string): Promise<string> {
  const body = new URLSearchParams({ username: 'teacher', password: 'demo-password' });
  const answer = await fetch(`${origin}/api/v1/authorize`, { method: 'POST', body });
  return ((await answer.json()) as { access_token: string }).access_token;
}

/**
 * Grades the question set again batch by batch, as the editor does, or asks only what that would change. @returns a
 * text with calls and seconds
 */
async function rescore(origin: string, dryRun = false): Promise<string> {
  const headers = { Authorization: `Bearer ${await signIn(origin)}`, 'Content-Type': 'application/json' };
  const startedAt = performance.now();
  let [calls, after, changed]: [number, string | undefined, number] = [0, undefined, 0];
  do {
    const init = { method: 'POST', headers, body: JSON.stringify({ after, dryRun }) };
    const answer = await fetch(`${origin}/api/v1/question-set/${SET}/rescore`, init);
    const { next, changes } = (await answer.json()) as { next?: string; changes: { count: number }[] };
    for (const { count } of changes) changed += count;
    after = next;
    calls += 1;
  } while (after !== undefined);
  return `${changed} submits ${dryRun ? 'to be changed' : 're-marked'} by ${calls} calls in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
}

/** Saves the question set under another title, as the editor does. @returns milliseconds */
async function rename(origin: string): Promise<number> {
  const headers = { Authorization: `Bearer ${await signIn(origin)}`, 'Content-Type': 'application/json' };
  const path = `${origin}/api/v1/question-set/${SET}`;
  const read = async (url: string) => (await fetch(url, { headers })).json();
  const [set, { questions: keys }] = await Promise.all([read(path), read(`${path}/explanation`)]);
  const questions = set.questions.map((question: object, index: number) => ({ ...question, ...keys[index] }));
  const body = JSON.stringify({ lessonId: set.lessonId, title: `${set.title}。`, questions });
  const startedAt = performance.now();
  const { ok, status } = await fetch(path, { method: 'PUT', headers, body });
  if (!ok) throw new Error(`the set is not saved: ${status}`);
  return performance.now() - startedAt;
}

async function measure(postgres: Postgres): Promise<void> {
  const databaseUrl = postgres.url('rescore');
  const servers = await startInstances(databaseUrl, 'off');
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await fill(client);
    const devices = await makeDevices(client, LOAD.devices);
    const send = () => sendAll({ ...LOAD, devices, origins: servers.origins, questionSetId: SET });
    await send();
    const alone = await send();
    const [origin = ''] = servers.origins;
    console.log(`\n### What the editor asks when a set with ${SUBMITS} submits is opened\n`);
    console.log(`the key was corrected: ${await rescore(origin, true)}`);
    const [beside, rescored] = await Promise.all([send(), rescore(origin)]);
    console.log(`\n### ${LOAD.devices} devices × ${LOAD.calls} submits, alone and beside the re-marking\n`);
    console.log(rescored);
    console.log(describe(beside));
    console.log(await checkOnce(client, beside));
    const [p99, p99Alone] = [percentile(beside.times, 0.99), percentile(alone.times, 0.99)];
    console.log(`p99 beside / alone: ${ms(p99)} / ${ms(p99Alone)} = ${(p99 / p99Alone).toFixed(2)}`);
    const { rows } = await client.query(
      `select count(*)::int as count from submits where id like 'old-%' and (rescored_at is null or score <> 0 or score_before <> 1)`,
    );
    console.log(`${rows[0].count} of the old submits were not put right`);
    console.log(
      `re-marked, then saved with other words in ${ms(await rename(origin))}: ${await rescore(origin, true)}`,
    );
  } finally {
    await servers.stop();
  }
  listenIn();
  const server = await startTestServer({ databaseUrl });
  try {
    const path = `/api/v1/question-set/${SET}/stats`;
    const { call, sql } = await timeCall(server, client, { as: 'teacher', path, runs: RUNS });
    console.log(
      `\n問題の分析 of ${SUBMITS} learners / its SQL: ${ms(call)} / ${ms(sql)} = ${(call / sql).toFixed(2)} (aim ≤ 3)`,
    );
  } finally {
    await client.end();
    await server.stop();
  }
}

/** Prints the figures of 再採点 (grading again). Needs neither a build of the app nor a browser. */
export async function measureRescore(): Promise<void> {
  const postgres = await startPostgres();
  try {
    await postgres.run('create database rescore');
    await measure(postgres);
  } finally {
    await postgres.remove();
  }
}
