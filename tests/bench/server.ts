/** `npm run bench -- server`: a thousand trains arrive. Two instances on one PostgreSQL, and two bare processes in their place; all on this machine. */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { createAccessToken } from '@server/auth/access-token';
import { type Postgres, startPostgres } from '@tests/support/postgres';
import { type ServerProcess, startProcess } from '@tests/support/server-process';
import pg from 'pg';

import { type Device, type Outcome, percentile, sendAll } from './devices';
import { median } from './numbers.mjs';

const TRAINS = { devices: 1000, calls: 50, withinMs: 10_000 };
/** What the two kinds of server are compared by, in turns. */
const BURST = { devices: 100, calls: 50, withinMs: 0 };
const RUNS = 3;
const SET = 'statistics-q-summary';

interface Servers {
  origins: string[];
  stop: () => Promise<void>;
}

async function ending(child: ChildProcess): Promise<void> {
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await exited;
}

async function startInstances(databaseUrl: string): Promise<Servers> {
  const instances: ServerProcess[] = [];
  for (let count = 0; count < 2; count += 1) {
    const instance = await startProcess({ PORT: '0', DATABASE_URL: databaseUrl, LOG: 'off', PASSWORD_COST: '10' });
    await instance.origin;
    instances.push(instance);
  }
  return {
    origins: await Promise.all(instances.map(({ origin }) => origin)),
    stop: async () => void (await Promise.all(instances.map(({ child }) => ending(child)))),
  };
}

async function startBare(databaseUrl: string): Promise<Servers> {
  const script = fileURLToPath(new URL('bare-server.mjs', import.meta.url));
  const start = async () => {
    const env = { PATH: process.env.PATH, DATABASE_URL: databaseUrl };
    const child = spawn(process.execPath, [script], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    const origin = await new Promise<string>((resolve) =>
      child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim())),
    );
    return { child, origin };
  };
  const instances = await Promise.all([start(), start()]);
  return {
    origins: instances.map(({ origin }) => origin),
    stop: async () => void (await Promise.all(instances.map(({ child }) => ending(child)))),
  };
}

/** Learners who are signed in: one row each, and a session. */
async function makeDevices(client: pg.Client, count: number): Promise<Device[]> {
  await client.query(
    `insert into users (id, username, password_hash, name, role, active, created_at)
      select 'train-'||n, 'train'||n, '-', '列車'||n, 'STUDENT', true, now() from generate_series(1, $1::int) n`,
    [count],
  );
  await client.query(
    `insert into sessions (id, user_id, refresh_token_hash, created_at, expires_at)
      select id, id, id, now(), now() + interval '1 day' from users where id like 'train-%'`,
  );
  const { rows } = await client.query<{ value: string }>("select value from settings where key = 'signing-key'");
  const key = rows[0]?.value ?? '';
  const ids = Array.from({ length: count }, (_, index) => `train-${index + 1}`);
  return Promise.all(ids.map(async (id) => ({ userId: id, token: await createAccessToken(id, id, 600, key) })));
}

/** Whether each acknowledged submit is there, once. @returns in words. */
async function checkOnce(client: pg.Client, { acknowledged }: Outcome): Promise<string> {
  const { rows } = await client.query<{ there: number; rows: number }>(
    'select count(distinct client_submit_id)::int as there, count(*)::int as rows from submits where client_submit_id = any($1)',
    [acknowledged],
  );
  const [{ there, rows: all } = { there: 0, rows: 0 }] = rows;
  return `${acknowledged.length - there} missing, ${all - there} doubled`;
}

function describe(outcome: Outcome): string {
  const { acknowledged, statuses, times, seconds, ownCores } = outcome;
  const share = (100 * (statuses.get(503) ?? 0)) / times.length;
  const kinds = [...statuses].map(([status, count]) => `${status || 'no answer'}: ${count}`).join(', ');
  return [
    `${acknowledged.length} acknowledged in ${seconds.toFixed(0)} s, ${(acknowledged.length / seconds).toFixed(0)} a second`,
    `${kinds}; 503: ${share.toFixed(1)} %`,
    `p50 ${percentile(times, 0.5).toFixed(0)} ms, p99 ${percentile(times, 0.99).toFixed(0)} ms`,
    `making the load took ${ownCores.toFixed(2)} cores`,
  ].join('\n');
}

const rateOf = ({ acknowledged, seconds }: Outcome) => acknowledged.length / seconds;

async function measure(postgres: Postgres): Promise<void> {
  const databaseUrl = postgres.url('learning');
  const instances = await startInstances(databaseUrl);
  const bare = await startBare(databaseUrl);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const devices = await makeDevices(client, TRAINS.devices);
    const send = ({ origins }: Servers, load: typeof TRAINS) =>
      sendAll({ ...load, devices: devices.slice(0, load.devices), origins, questionSetId: SET });
    await send(instances, { devices: 20, calls: 10, withinMs: 0 });
    await send(bare, { devices: 20, calls: 10, withinMs: 0 });
    const rates: Record<'ours' | 'bare', number[]> = { ours: [], bare: [] };
    for (let run = 0; run < RUNS; run += 1) {
      rates.bare.push(rateOf(await send(bare, BURST)));
      rates.ours.push(rateOf(await send(instances, BURST)));
    }
    const [ours, floor] = [median(rates.ours), median(rates.bare)];
    console.log(`\n### ${BURST.devices} devices × ${BURST.calls} submits, two processes each\n`);
    console.log(`ours ${ours.toFixed(0)} a second, bare ${floor.toFixed(0)}: ${(ours / floor).toFixed(2)} (aim ≥ 0.6)`);
    const outcome = await send(instances, TRAINS);
    console.log(`\n### ${TRAINS.devices} devices × ${TRAINS.calls} submits, back within 10 s\n`);
    console.log(describe(outcome));
    console.log(await checkOnce(client, outcome));
  } finally {
    await client.end();
    await Promise.all([instances.stop(), bare.stop()]);
  }
}

/** Prints both tables; needs neither a build of the app nor a browser. */
export async function measureServer(): Promise<void> {
  const postgres = await startPostgres();
  try {
    await postgres.run('create database learning');
    await measure(postgres);
  } finally {
    await postgres.remove();
  }
}
