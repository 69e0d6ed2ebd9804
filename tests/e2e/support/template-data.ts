/** Before all browser tests: one data folder with the demo data, made once, which every test server gets a copy of. */
import { cp, lstat, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startServerProcess } from '@server/start/server-process.mjs';

import { projectRoot } from './project-root';

/** Where workers, which are other processes, find the template. */
const VARIABLE = 'E2E_TEMPLATE_DATA';

/** Playwright's global setup: fills the template folder, and answers what removes it in the end. */
export default async function makeTemplateData(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'manabiba-template-'));
  const server = await startServerProcess(projectRoot, testServerEnv({ PORT: '0', DATA_DIR: folder }));
  server.child.kill('SIGTERM');
  const code = await server.exited;
  if (code !== 0) throw new Error(`The server that made the demo data ended with ${code}:\n${server.output()}`);
  process.env[VARIABLE] = folder;
  return () => rm(folder, { recursive: true, force: true });
}

/** The variables of a server under test: whatever the shell says, it uses a data folder with the demo data. */
export function testServerEnv(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { ...process.env, DATABASE_URL: '', DEMO: 'on', HOST: 'localhost', ...env };
}

/** Copies the template into a new folder and answers its path; whoever asks removes it. */
export async function copyTemplateData(): Promise<string> {
  const template = process.env[VARIABLE];
  if (!template) throw new Error(`${VARIABLE} is not set: run the tests with tests/playwright.config.ts.`);
  const folder = await mkdtemp(join(tmpdir(), 'manabiba-data-'));
  // The lock is a socket, which cannot be copied and must not be.
  await cp(template, folder, { recursive: true, filter: async (path) => !(await lstat(path)).isSocket() });
  return folder;
}
