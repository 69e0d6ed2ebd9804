/** Runs the server in its own process, for tests of kills, failed starts and logs. */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { ensureServerBuild } from '@server/tooling/start/server-build.mjs';

import { QUICK_START } from './template-database';

export interface ServerProcess {
  child: ChildProcess;
  /** Resolves to the server's origin; rejects if the server's process ends before it listens. */
  origin: Promise<string>;
  /** The server's exit code; null when a signal ended it. */
  exited: Promise<number | null>;
  stdout: () => string;
  stderr: () => string;
}

/** Starts the server, or another program of its bundle, with only the given environment variables and PATH. */
export async function startProcess(
  env: Record<string, string>,
  program: 'main' | 'prepare-data' = 'main',
): Promise<ServerProcess> {
  const programs = await ensureServerBuild('.');
  const child = spawn(process.execPath, [QUICK_START, fileURLToPath(programs[program])], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  const exited = new Promise<number | null>((done) => child.once('close', done));
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString();
  });
  const origin = new Promise<string>((found, lost) => {
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString();
      const match = /http:\/\/[^\s:/]+:\d+/.exec(out);
      if (match) found(match[0]);
    });
    void exited.then((code) => lost(new Error(`The server ended with ${code}: ${err}`)));
  });
  // The promise `origin` is marked as handled: a test that waits only for the exit must not get its rejection as
  // unhandled.
  origin.catch(() => undefined);
  return { child, origin, exited, stdout: () => out, stderr: () => err };
}
