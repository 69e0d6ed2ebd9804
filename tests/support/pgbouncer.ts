/**
 * Runs the connection pooler pgbouncer in transaction mode in front of a PostgreSQL, on machines where Debian's package
 * pgbouncer is installed.
 */
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { freePort, runner } from './postgres';
import { keepProgram, type KeptProgram, PROGRAM_PATH } from './program';

export interface Pgbouncer extends KeptProgram {
  readonly port: number;
}

const env = { ...process.env, PATH: PROGRAM_PATH };

/** Returns the version of pgbouncer; undefined if it is not installed. */
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

/** Starts a pgbouncer with two connections to PostgreSQL for all clients, and default settings otherwise. */
export async function startPgbouncer(postgresPort: number): Promise<Pgbouncer> {
  const folder = mkdtempSync(join(tmpdir(), 'manabiba-pgbouncer-'));
  chmodSync(folder, 0o755);
  const port = await freePort();
  // `auth_type = any` accepts every client, and connects it as the user named in the database's line.
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
  const launch = () =>
    spawn('pgbouncer', [join(folder, 'pgbouncer.ini')], { ...runner(), env, cwd: folder, stdio: 'ignore' });
  const kept = keepProgram(folder, launch, () => answers(port));
  await kept.start();
  return { port, ...kept };
}
