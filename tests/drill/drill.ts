/** A disaster recovery drill: a server is backed up while it is written to, killed, and restored in another folder. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { ensureServerBuild } from '@server/tooling/start/server-build.mjs';
import { type ServerProcess, startServerProcess } from '@server/tooling/start/server-process.mjs';

import { signIn } from '../unit/server/support/processes';

const run = promisify(execFile);

export interface DrillOptions {
  /** Creates the first server's data folder; by default the server creates it at its start. */
  makeData?: (dataDir: string) => Promise<void>;
  /** Node flags for server, backup and restore. */
  nodeFlags?: string[];
  /** Writes per second during the drill. */
  rate: number;
  /** Number of acknowledged writes before the backup begins. */
  before: number;
}

export interface DrillReport {
  /** Numbers of rows acknowledged before the backup began, and at the kill. */
  before: number;
  acknowledged: number;
  /** Number of rows acknowledged before the backup that the restored server lacks. Must be 0. */
  lost: number;
  /** Number of rows acknowledged after the backup began that the restored server has. */
  later: number;
  /** The longest duration of a write before and during the backup, ms. */
  waitBeforeMs: number;
  waitMs: number;
  /** The longest time during the backup without an acknowledged write, ms. */
  pauseMs: number;
  backupSeconds: number;
  bytes: number;
  restoreSeconds: number;
  startSeconds: number;
  /** The status of the restored server's own first backup (BACKUP_EVERY), from /readyz. */
  again: string;
}

interface Write {
  name: string;
  startedAt: number;
  doneAt: number;
}

/** Maximum number of concurrent writes: with more, the waiting time in the server's queue would be measured. */
const MAX_CONCURRENCY = 20;

/** Writes rows at a fixed rate until stopped. */
function writeRows(origin: string, token: string, rate: number) {
  const done: Write[] = [];
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  let [count, open] = [0, 0];
  const write = async () => {
    if (open === MAX_CONCURRENCY) return;
    open += 1;
    const name = `会社 ${(count += 1)}`;
    const startedAt = performance.now();
    const body = JSON.stringify({ name });
    const response = await fetch(`${origin}/api/v1/companies/`, { method: 'POST', headers, body });
    open -= 1;
    if (response.status === 201) done.push({ name, startedAt, doneAt: performance.now() });
  };
  // Errors are ignored: writes in flight fail when the server is killed.
  const timer = setInterval(() => void write().catch(() => undefined), 1000 / rate);
  return { done, stop: () => clearInterval(timer) };
}

async function readNames(origin: string, token: string): Promise<Set<string>> {
  const names = new Set<string>();
  for (let page = 1; ; page += 1) {
    const url = `${origin}/api/v1/companies/?size=200&page=${page}`;
    const response = await fetch(url, { headers: { Authorization: `Bearer ${token}` } });
    const { items } = (await response.json()) as { items: { name: string }[] };
    for (const { name } of items) names.add(name);
    if (items.length < 200) return names;
  }
}

/** Waits until a server has made a backup, or failed to. @returns the status from /readyz */
async function healthOfBackups(origin: string): Promise<string> {
  for (;;) {
    const { backup } = (await (await fetch(`${origin}/readyz`)).json()) as { backup: string };
    if (backup !== 'none') return backup;
    await wait(50);
  }
}

async function timed<T>(work: () => Promise<T>): Promise<{ result: T; seconds: number }> {
  const startedAt = performance.now();
  return { result: await work(), seconds: (performance.now() - startedAt) / 1000 };
}

/** Returns the longest time between two acknowledgements, ms. */
function longestPause(writes: readonly Write[]): number {
  const times = writes.map(({ doneAt }) => doneAt).toSorted((one, other) => one - other);
  return Math.max(0, ...times.slice(1).map((time, index) => time - (times[index] ?? time)));
}

const longestMs = (writes: readonly Write[]) => Math.max(0, ...writes.map((each) => each.doneAt - each.startedAt));

async function drillIn(
  folder: string,
  { makeData, nodeFlags = [], rate, before }: DrillOptions,
  running: ServerProcess[],
) {
  const { backup, restore } = await ensureServerBuild('.');
  const at = (name: string) => join(folder, name);
  const [dataDir, backups, restored, next] = [at('data'), at('backups'), at('restored'), at('next')];
  for (const made of [backups, next]) mkdirSync(made);
  await makeData?.(dataDir);
  const env = { PORT: '0', LOG: 'off', WRITES_PER_SECOND: '10000' };
  const start = async (dir: string, more = {}) => {
    const server = await startServerProcess('.', { ...env, ...more, DATA_DIR: dir, PATH: process.env.PATH }, nodeFlags);
    running.push(server);
    return server;
  };
  const first = await start(dataDir);
  const { origin } = first;
  const { access_token: token } = await signIn(origin);

  const { done, stop } = writeRows(origin, token, rate);
  while (done.length < before) await wait(5);
  const beganAt = performance.now();
  const early = [...done];
  const made = await timed(() =>
    run(process.execPath, [...nodeFlags, fileURLToPath(backup)], {
      env: { PATH: process.env.PATH, DATA_DIR: dataDir, BACKUP_DIR: backups },
    }),
  );
  const path = /: (\S+\.tar\.gz)/.exec(made.result.stdout)?.[1] ?? '';
  const endedAt = performance.now();
  stop();
  first.child.kill('SIGKILL');
  await first.exited;

  const restoring = await timed(() => run(process.execPath, [...nodeFlags, fileURLToPath(restore), path, restored]));
  const keeping = { BACKUP_DIR: next, BACKUP_EVERY: '1d' };
  const starting = await timed(async () => (await start(restored, keeping)).origin);
  const names = await readNames(starting.result, (await signIn(starting.result)).access_token);
  const meanwhile = done.filter((each) => each.doneAt > beganAt && each.startedAt < endedAt);
  return {
    before: early.length,
    acknowledged: done.length,
    lost: early.filter(({ name }) => !names.has(name)).length,
    later: done.slice(early.length).filter(({ name }) => names.has(name)).length,
    waitBeforeMs: longestMs(early),
    waitMs: longestMs(meanwhile),
    pauseMs: longestPause(meanwhile),
    backupSeconds: made.seconds,
    bytes: statSync(path).size,
    restoreSeconds: restoring.seconds,
    startSeconds: starting.seconds,
    again: await healthOfBackups(starting.result),
  };
}

/** Runs the disaster drill in a temporary folder. */
export async function drill(options: DrillOptions): Promise<DrillReport> {
  const folder = mkdtempSync(join(tmpdir(), 'manabiba-drill-'));
  const running: ServerProcess[] = [];
  try {
    return await drillIn(folder, options, running);
  } finally {
    for (const { child } of running) child.kill('SIGKILL');
    await Promise.all(running.map(({ exited }) => exited));
    rmSync(folder, { recursive: true, force: true });
  }
}
