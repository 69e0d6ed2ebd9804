/** nginx and Caddy as server/deploy/ has them, before two servers, where the programs are there (Debian's packages of those names). */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { freePort } from './postgres';

export interface Proxy {
  readonly origin: string;
  start: () => Promise<void>;
  /** SIGKILL. */
  kill: () => Promise<void>;
  remove: () => Promise<void>;
}

interface Program {
  command: string;
  args: readonly string[];
  env?: Record<string, string>;
}

const PATH = `${process.env.PATH}:/usr/sbin:/usr/local/sbin`;

/** Whether a program is installed here. */
export function isThere(command: string, ...args: string[]): boolean {
  return spawnSync(command, args, { env: { PATH } }).status === 0;
}

/** The site as it is, but for its ports and its certificate, in an nginx of one process that needs nobody's rights. */
function nginxFor(folder: string, port: number, instances: readonly number[]): Program {
  const [one, two] = instances;
  const site = readFileSync('server/deploy/nginx.conf', 'utf8')
    .replaceAll(/server \{\s+listen 80;[^}]*\}/g, '')
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
    .replaceAll(/^\s*(listen \[::\]|ssl_).*\n/gm, '')
    .replace(':8081', `:${one}`)
    .replace(':8082', `:${two}`);
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const places = kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`);
  const head = ['daemon off;', 'master_process off;', `pid ${folder}/pid;`, 'events {}', 'http {', 'access_log off;'];
  writeFileSync(join(folder, 'nginx.conf'), [...head, ...places, site, '}', ''].join('\n'));
  return { command: 'nginx', args: ['-e', `${folder}/error.log`, '-c', `${folder}/nginx.conf`] };
}

/** The Caddyfile as it is: it takes its site and the servers from variables. */
function caddyFor(folder: string, port: number, instances: readonly number[], adminPort: number): Program {
  return {
    command: 'caddy',
    args: ['run', '--adapter', 'caddyfile', '--config', 'server/deploy/Caddyfile'],
    env: {
      SITE: `http://127.0.0.1:${port}`,
      INSTANCES: instances.map((instance) => `127.0.0.1:${instance}`).join(' '),
      CADDY_ADMIN: `127.0.0.1:${adminPort}`,
      HOME: folder,
    },
  };
}

/** Starts one before two servers, by their ports. */
export async function startProxy(kind: 'nginx' | 'caddy', instances: readonly number[]): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), 'manabiba-proxy-'));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const program =
    kind === 'nginx' ? nginxFor(folder, port, instances) : caddyFor(folder, port, instances, await freePort());
  let child: ChildProcess | undefined;
  const kill = async () => {
    const ending = child;
    child = undefined;
    if (!ending || ending.exitCode !== null) return;
    const exited = new Promise((resolve) => ending.once('exit', resolve));
    ending.kill('SIGKILL');
    await exited;
  };
  const isReady = () =>
    fetch(`${origin}/livez`).then(
      ({ ok }) => ok,
      () => false,
    );
  const start = async () => {
    const started = spawn(program.command, program.args, { env: { PATH, ...program.env }, stdio: 'ignore' });
    child = started;
    while (started.exitCode === null && !(await isReady())) await wait(20);
    if (started.exitCode !== null) throw new Error(`${kind} ended with ${started.exitCode}`);
  };
  await start();
  return { origin, start, kill, remove: () => kill().then(() => rmSync(folder, { recursive: true, force: true })) };
}
