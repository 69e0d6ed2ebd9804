/** Starts servers as child processes; ends them and removes their folders after each test. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type ServerProcess, startProcess } from '@tests/support/server-process';
import { copyTemplateDatabase, TEST_PASSWORD_COST } from '@tests/support/template-database';
import { afterEach } from 'vitest';

/** Timeout of a test with a server process, ms: more than a busy machine needs, which runs several of them. */
export const LIMIT_MS = 600_000;

export function useProcesses() {
  const folders: string[] = [];
  const running: ServerProcess[] = [];
  afterEach(async () => {
    for (const server of running.splice(0)) {
      server.child.kill('SIGKILL');
      await server.exited;
    }
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  });

  function makeFolder(): string {
    const folder = mkdtempSync(join(tmpdir(), 'manabiba-process-'));
    folders.push(folder);
    return folder;
  }

  async function makeDataFolder(): Promise<string> {
    const folder = makeFolder();
    await copyTemplateDatabase(folder);
    return folder;
  }

  async function start(env: Record<string, string>, program?: 'prepare-data'): Promise<ServerProcess> {
    const server = await startProcess({ PORT: '0', PASSWORD_COST: String(TEST_PASSWORD_COST), ...env }, program);
    running.push(server);
    return server;
  }

  return { makeFolder, makeDataFolder, start };
}

/** Signs in. @returns the tokens. */
export async function signIn(
  origin: string,
  username = 'teacher',
  password = 'demo-password',
): Promise<{ access_token: string }> {
  const body = new URLSearchParams({ username, password }).toString();
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const response = await fetch(`${origin}/api/v1/authorize`, { method: 'POST', body, headers });
  if (!response.ok) throw new Error(`${username}: ${response.status}`);
  return (await response.json()) as { access_token: string };
}
