/**
 * Runs nginx or Caddy with the configuration of server/deploy/ in front of two servers, on machines where Debian's
 * packages are installed.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { freePort } from './postgres';
import { keepProgram, type KeptProgram, PROGRAM_PATH as PATH } from './program';

export interface Proxy extends KeptProgram {
  readonly origin: string;
}

interface Program {
  command: string;
  args: readonly string[];
  env?: Record<string, string>;
}

/** Returns true if a program is installed. */
export function isThere(command: string, ...args: string[]): boolean {
  return spawnSync(command, args, { env: { PATH } }).status === 0;
}

/** Returns the nginx site with other ports and another certificate, for an unprivileged nginx of one process. */
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

/** Returns the unchanged Caddyfile, and the environment variables for its site and servers. */
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

/** Starts a proxy in front of the two servers that listen on the given ports. */
export async function startProxy(kind: 'nginx' | 'caddy', instances: readonly number[]): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), 'manabiba-proxy-'));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const program =
    kind === 'nginx' ? nginxFor(folder, port, instances) : caddyFor(folder, port, instances, await freePort());
  const isReady = () =>
    fetch(`${origin}/livez`).then(
      ({ ok }) => ok,
      () => false,
    );
  const launch = () => spawn(program.command, program.args, { env: { PATH, ...program.env }, stdio: 'ignore' });
  const kept = keepProgram(folder, launch, isReady);
  await kept.start();
  return { origin, ...kept };
}
