/** pgbouncer in transaction mode before a PostgreSQL, where the program is there (Debian's package of that name). */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { freePort, runner } from './postgres';

export interface Pgbouncer {
  readonly port: number;
  start: () => Promise<void>;
  kill: () => Promise<void>;
  remove: () => Promise<void>;
}

const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/usr/local/sbin` };

/** Its version; undefined where it is not installed. */
export function pgbouncerVersion(): string | undefined {
  const { status, stdout } = spawnSync('pgbouncer', ['--version'], { env, encoding: 'utf8' });
  return status === 0 ? stdout.split('\n')[0] : undefined;
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => (socket.destroy(), resolve(true)));
    socket.once('error', () => resolve(false));
  });
}

/** Starts one with two connections to PostgreSQL for all who come, and none of its settings relaxed. */
export async function startPgbouncer(postgresPort: number): Promise<Pgbouncer> {
  const folder = mkdtempSync(join(tmpdir(), 'manabiba-pgbouncer-'));
  chmodSync(folder, 0o755);
  const port = await freePort();
  // `auth_type = any` takes everybody as the user that the database's line names.
  const lines = [
    '[databases]',
    `* = host=127.0.0.1 port=${postgresPort} user=manabiba`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'default_pool_size = 2',
    'server_login_retry = 1',
  ];
  writeFileSync(join(folder, 'pgbouncer.ini'), `${lines.join('\n')}\n`);
  let child: ChildProcess | undefined;
  const kill = async () => {
    const ending = child;
    child = undefined;
    if (!ending || ending.exitCode !== null) return;
    const exited = new Promise((resolve) => ending.once('exit', resolve));
    ending.kill('SIGKILL');
    await exited;
  };
  const start = async () => {
    child = spawn('pgbouncer', [join(folder, 'pgbouncer.ini')], { ...runner(), env, cwd: folder, stdio: 'ignore' });
    while (child.exitCode === null && !(await answers(port))) await wait(20);
    if (child.exitCode !== null) throw new Error(`pgbouncer ended with ${child.exitCode}`);
  };
  await start();
  return { port, start, kill, remove: () => kill().then(() => rmSync(folder, { recursive: true, force: true })) };
}
