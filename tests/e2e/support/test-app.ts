/** The embedded server of a browser test file: a process that can be killed and restarted on the same port and data. */
import { cp, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startServerProcess, type ServerProcess } from '@server/tooling/start/server-process.mjs';
import { copyTemplateDatabase, QUICK_START, TEST_PASSWORD_COST } from '@tests/support/template-database';

import { projectRoot } from './project-root';

/** A server under test. */
export interface TestApp {
  /** The origin of the app and its API, for example "http://localhost:41233"; the same after a restart. */
  readonly origin: string;
  readonly isRunning: boolean;
  /** Kills the server (SIGKILL), as a power cut would. */
  kill(): Promise<void>;
  /** Stops the server (SIGTERM) and waits until it has exited. */
  stop(): Promise<void>;
  /** Starts the server again on the same port and data, unless it is running. */
  start(): Promise<void>;
  /** Stops the server, copies its data, and starts it again. @returns a function that restarts it with that copy */
  backUp(): Promise<() => Promise<void>>;
  /** Returns the running server's output, with its request log. */
  output(): string;
}

/**
 * Overrides the shell's environment variables, so that a server under test uses its own data folder with the demo data.
 */
const FIXED_ENV = { DATABASE_URL: '', DEMO: 'on', HOST: 'localhost', PASSWORD_COST: String(TEST_PASSWORD_COST) };

/** Starts a server on a free port with a fresh copy of the demo data; `dispose` kills it and removes the data. */
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
  // Kills the server when the Playwright worker is killed, so that no server is left running.
  const killAtExit = () => server.child.kill('SIGKILL');
  process.once('exit', killAtExit);

  async function end(signal: 'SIGKILL' | 'SIGTERM') {
    server.child.kill(signal);
    await server.exited;
    isRunning = false;
  }
  async function start() {
    if (isRunning) return;
    server = await launch();
    isRunning = true;
  }
  async function backUp() {
    const copy = `${dataFolder}-backup`;
    await end('SIGTERM');
    await cp(dataFolder, copy, { recursive: true });
    await start();
    return async () => {
      await end('SIGTERM');
      await rm(dataFolder, { recursive: true });
      await rename(copy, dataFolder);
      await start();
    };
  }
  return {
    origin,
    backUp,
    start,
    get isRunning() {
      return isRunning;
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    output: () => server.output(),
    async dispose() {
      await end('SIGKILL');
      process.off('exit', killAtExit);
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

/**
 * The server of one Playwright worker: reused from file to file until a file needs other environment variables or data.
 */
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
