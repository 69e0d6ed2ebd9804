/**
 * `npm run bench -- server`: a thousand devices come online at once, and learners read. Two instances on one PostgreSQL
 * are compared with two bare processes, all on this machine.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { createAccessToken } from '@server/api/auth/access-token';
import { type Postgres, startPostgres } from '@tests/support/postgres';
import { startProcess } from '@tests/support/server-process';
import pg from 'pg';

import { processorMs } from './cpu';
import { type Device, type Outcome, percentile, sendAll } from './devices';
import { median } from './numbers.mjs';
import { hearReads, readAll, READS } from './reads';

const TRAINS = { devices: 1000, calls: 50, withinMs: 10_000 };
/** The load of the comparison, which is run on each kind of server in turns. */
const BURST = { devices: 100, calls: 50, withinMs: 0 };
const RUNS = 3;
const SET = 'statistics-q-summary';

interface Servers {
  origins: string[];
  pids: number[];
  stop: () => Promise<void>;
}

async function ending(child: ChildProcess): Promise<void> {
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await exited;
}

function serversOf(instances: readonly { child: ChildProcess; origin: string }[]): Servers {
  return {
    origins: instances.map(({ origin }) => origin),
    pids: instances.flatMap(({ child }) => child.pid ?? []),
    stop: async () => void (await Promise.all(instances.map(({ child }) => ending(child)))),
  };
}

export async function startInstances(databaseUrl: string, prepared: 'on' | 'off'): Promise<Servers> {
  const instances: { child: ChildProcess; origin: string }[] = [];
  const settings = {
    PORT: '0',
    DATABASE_URL: databaseUrl,
    LOG: 'off',
    PASSWORD_COST: '10',
    DATABASE_PREPARED: prepared,
  };
  for (let count = 0; count < 2; count += 1) {
    const { child, origin } = await startProcess(settings);
    instances.push({ child, origin: await origin });
  }
  return serversOf(instances);
}

async function startBare(databaseUrl: string, reads: Record<string, unknown>): Promise<Servers> {
  const script = fileURLToPath(new URL('bare-server.mjs', import.meta.url));
  const start = async () => {
    const env = { PATH: process.env.PATH, DATABASE_URL: databaseUrl, READS: JSON.stringify(reads) };
    const child = spawn(process.execPath, [script], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    const origin = await new Promise<string>((resolve) =>
      child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim())),
    );
    return { child, origin };
  };
  return serversOf(await Promise.all([start(), start()]));
}

/** Creates signed-in learners: a user and a session each. */
export async function makeDevices(client: pg.Client, count: number): Promise<Device[]> {
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

/** Counts acknowledged submits that are missing or stored twice. @returns a sentence */
export async function checkOnce(client: pg.Client, { acknowledged }: Outcome): Promise<string> {
  const { rows } = await client.query<{ there: number; rows: number }>(
    'select count(distinct client_submit_id)::int as there, count(*)::int as rows from submits where client_submit_id = any($1)',
    [acknowledged],
  );
  const [{ there, rows: all } = { there: 0, rows: 0 }] = rows;
  return `${acknowledged.length - there} missing, ${all - there} doubled`;
}

export function describe(outcome: Outcome): string {
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

interface Measured {
  /** Number of calls per second. */
  rate: number;
  /** Processor time of the servers and of PostgreSQL, ms per call. */
  ownMs: number;
  postgresMs: number;
}

/**
 * Measures calls per second and processor time of `work`.
 *
 * @param count calls made by `work`
 * @param work returns calls per second
 */
async function measured(
  servers: Servers,
  postgresPid: number,
  count: number,
  work: () => Promise<number>,
): Promise<Measured> {
  const before = [processorMs(servers.pids), processorMs([postgresPid])] as const;
  const rate = await work();
  return {
    rate,
    ownMs: (processorMs(servers.pids) - before[0]) / count,
    postgresMs: (processorMs([postgresPid]) - before[1]) / count,
  };
}

function medians(runs: readonly Measured[]): Measured {
  const of = (pick: (run: Measured) => number) => median(runs.map(pick));
  return { rate: of(({ rate }) => rate), ownMs: of(({ ownMs }) => ownMs), postgresMs: of((run) => run.postgresMs) };
}

type Kind = 'bare' | 'ours' | 'prepared';
const KINDS: readonly Kind[] = ['bare', 'ours', 'prepared'];

/** Measures each kind of server in turns, so that other load on the machine affects all. */
async function compare(
  what: string,
  servers: Readonly<Record<Kind, Servers>>,
  postgresPid: number,
  send: (servers: Servers) => Promise<number>,
): Promise<void> {
  const runs: Record<Kind, Measured[]> = { bare: [], ours: [], prepared: [] };
  for (let run = 0; run < RUNS; run += 1) {
    for (const kind of KINDS) {
      const one = servers[kind];
      runs[kind].push(await measured(one, postgresPid, BURST.devices * BURST.calls, () => send(one)));
    }
  }
  const bare = medians(runs.bare);
  for (const kind of KINDS) {
    const { rate, ownMs, postgresMs } = medians(runs[kind]);
    const cells = [rate.toFixed(0), (rate / bare.rate).toFixed(2), ownMs.toFixed(2), postgresMs.toFixed(2)];
    console.log(`| ${[what, kind, ...cells].join(' | ')} |`);
  }
}

const rateOf = ({ acknowledged, seconds }: Outcome) => acknowledged.length / seconds;

async function measure(postgres: Postgres): Promise<void> {
  const databaseUrl = postgres.url('learning');
  const { token, asked } = await hearReads(databaseUrl);
  const servers = {
    bare: await startBare(databaseUrl, Object.fromEntries(asked)),
    ours: await startInstances(databaseUrl, 'off'),
    prepared: await startInstances(databaseUrl, 'on'),
  };
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const devices = await makeDevices(client, TRAINS.devices);
    const send = ({ origins }: Servers, load: typeof TRAINS) =>
      sendAll({ ...load, devices: devices.slice(0, load.devices), origins, questionSetId: SET });
    for (const kind of KINDS) await send(servers[kind], { devices: 20, calls: 10, withinMs: 0 });
    const postgresPid = Number(readFileSync(join(postgres.folder, 'postmaster.pid'), 'utf8').split('\n')[0]);
    console.log(
      `\n### ${BURST.devices} devices × ${BURST.calls} calls, two processes each (aim ≥ 0.6 for submits, 0.5 for the rest)\n`,
    );
    console.log(
      '| | | a second | ratio | ms of its processes a call | of PostgreSQL |\n| --- | --- | --- | --- | --- | --- |',
    );
    await compare('submit', servers, postgresPid, async (one) => rateOf(await send(one, BURST)));
    for (const path of READS) {
      const what = `${path.slice('/api/v1'.length)} (${asked.get(path)?.length} statements)`;
      await compare(what, servers, postgresPid, ({ origins }) => readAll(origins, path, token, BURST));
    }
    for (const kind of ['ours', 'prepared'] as const) {
      const outcome = await send(servers[kind], TRAINS);
      console.log(`\n### ${kind}: ${TRAINS.devices} devices × ${TRAINS.calls} submits, back within 10 s\n`);
      console.log(describe(outcome));
      console.log(await checkOnce(client, outcome));
    }
  } finally {
    await client.end();
    await Promise.all(KINDS.map((kind) => servers[kind].stop()));
  }
}

/** Prints the two tables of rates and processor time. Needs neither a build of the app nor a browser. */
export async function measureServer(): Promise<void> {
  const postgres = await startPostgres();
  try {
    await postgres.run('create database learning');
    await measure(postgres);
  } finally {
    await postgres.remove();
  }
}
