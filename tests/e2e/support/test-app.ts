/** The embedded server of a file's tests: a real process that can be killed, restarted and kept across both. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startServerProcess, type ServerProcess } from '@server/tooling/start/server-process.mjs';
import { copyTemplateDatabase, QUICK_START, TEST_PASSWORD_COST } from '@tests/support/template-database';

import { projectRoot } from './project-root';

/** The server as tests handle it. */
export interface TestApp {
  /** Where the app and its API are, for example "http://localhost:41233"; the same after a restart. */
  readonly origin: string;
  readonly isRunning: boolean;
  /** Kills the server as a power cut would (SIGKILL). */
  kill(): Promise<void>;
  /** Asks the server to end (SIGTERM) and waits until it has. */
  stop(): Promise<void>;
  /** Starts it again on the same port and data; nothing happens while it runs. */
  start(): Promise<void>;
  /** What the running server has printed, its request log included. */
  output(): string;
}

/** Whatever the shell says, a server under test uses its data folder, with the demo data. */
const FIXED_ENV = { DATABASE_URL: '', DEMO: 'on', HOST: 'localhost', PASSWORD_COST: String(TEST_PASSWORD_COST) };

/** Starts a server on a free port with a fresh copy of the demo data; `dispose` ends it and removes the data. */
export async function startTestApp(
  env: NodeJS.ProcessEnv,
  nodeFlags: string[] = [],
): Promise<TestApp & { dispose(): Promise<void> }> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'manabiba-e2e-'));
  await copyTemplateDatabase(dataFolder);
  let port = '0';
  const launch = () =>
    startServerProcess(
      projectRoot,
      { ...process.env, ...FIXED_ENV, ...env, PORT: port, DATA_DIR: dataFolder },
      nodeFlags,
    );
  let server: ServerProcess = await launch();
  let isRunning = true;
  const { origin } = server;
  port = new URL(origin).port;
  // A worker that is ended hard must not leave its server behind.
  const killAtExit = () => server.child.kill('SIGKILL');
  process.once('exit', killAtExit);

  async function end(signal: 'SIGKILL' | 'SIGTERM') {
    server.child.kill(signal);
    await server.exited;
    isRunning = false;
  }
  return {
    origin,
    get isRunning() {
      return isRunning;
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    async start() {
      if (isRunning) return;
      server = await launch();
      isRunning = true;
    },
    output: () => server.output(),
    async dispose() {
      await end('SIGKILL');
      process.off('exit', killAtExit);
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

/** A worker's server: the same for file after file, until one wants other variables or data. */
export interface AppKeeper {
  get(env: Record<string, string>, data: string): Promise<TestApp>;
  dispose(): Promise<void>;
}

export function makeAppKeeper(): AppKeeper {
  let current: Awaited<ReturnType<typeof startTestApp>> | undefined;
  let isFor = '';
  async function dispose() {
    await current?.dispose();
    current = undefined;
  }
  return {
    async get(env, data) {
      const wanted = JSON.stringify([env, data]);
      if (current && wanted === isFor) return current;
      await dispose();
      current = await startTestApp(env, [QUICK_START]);
      isFor = wanted;
      return current;
    },
    dispose,
  };
}
