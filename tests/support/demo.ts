/** The trips' server and its demo users, for one test file. */
import { type ScriptedNetwork, startScriptedNetwork } from '@tests/e2e/support/scripted-network';
import { afterAll, afterEach, beforeAll, inject } from 'vitest';

import { saveRefreshToken } from '@/session/refresh-token';
import { type Owner, saveSession } from '@/session/session';

import type { ForeignServer } from './foreign-servers';
import type { DemoSession } from './trip-server';

// The real `fetch`, taken before any test installs its network stub.
const realFetch = globalThis.fetch;

const SHARED = 'shared';
/** The server of this test file. */
let serverName = SHARED;

/** The name of the server that test files share unless they request their own. */
export function useSharedServer(): void {
  serverName = SHARED;
}

/** Gives this test file its own server, because it changes data that other files read: courses, users. */
export function useOwnServer(name: string): void {
  serverName = name;
}

async function ask<T>(path: string): Promise<T> {
  const response = await realFetch(`${inject('tripServer')}/${serverName}${path}`);
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as T;
}

let proxy: ScriptedNetwork | undefined;
let foreign: ForeignServer | undefined;

/** Places an HTTP proxy between the app and its server in the calling file; {@link callAs} bypasses it. */
export function useProxy(): Pick<ScriptedNetwork, 'follow' | 'pass'> {
  beforeAll(async () => {
    proxy = await startScriptedNetwork(await ask<string>('/origin'));
  }, 120_000);
  afterEach(() => proxy?.pass());
  // The next file of this worker uses the same module.
  afterAll(async () => {
    await proxy?.dispose();
    proxy = undefined;
  });
  return { follow: (script) => proxy?.follow(script), pass: () => proxy?.pass() };
}

/**
 * Places a foreign server (foreign-servers.ts) before the server of the calling file.
 *
 * @returns the foreign server, once it runs.
 */
export function useForeignServer(start: (behind: string) => Promise<ForeignServer>): () => ForeignServer {
  beforeAll(async () => void (foreign = await start(await ask<string>('/origin'))), 120_000);
  afterAll(async () => {
    await foreign?.dispose();
    foreign = undefined;
  });
  return () => {
    if (!foreign) throw new Error('The foreign server does not run yet');
    return foreign;
  };
}

/** Returns the origin of the trips' server, or of the proxy before it, and makes it the app's API host. */
export async function useTripServer(): Promise<string> {
  const origin = foreign?.origin ?? proxy?.origin ?? (await ask<string>('/origin'));
  Object.assign(globalThis, { __API_HOST__: origin });
  return origin;
}

/** Returns a demo user's tokens, which are shared by all tests of a run. */
export function demoSession(username: string): Promise<DemoSession> {
  return ask<DemoSession>(`/session/${username}`);
}

/** Signs a demo user in on this device as src/device/session.ts does, but without hashing a password. */
export async function signInAs(username: string, changes: Partial<DemoSession> = {}, role?: string): Promise<Owner> {
  const apiHost = await useTripServer();
  const session = { ...(await demoSession(username)), ...changes };
  const owner = { apiHost, userId: session.userId };
  await saveSession({ accessToken: session.access_token, tokenType: session.token_type, owner, role });
  if (session.refresh_token) saveRefreshToken(owner, session.refresh_token);
  return owner;
}

/** Calls the API as a demo user, without the app. */
export async function callAs(username: string, method: string, path: string, json?: unknown): Promise<unknown> {
  const { access_token: token } = await demoSession(username);
  const response = await realFetch(`${await ask<string>('/origin')}/api/v1${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: json === undefined ? null : JSON.stringify(json),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}

/** Returns the body of GET /info/ of a server without the capability `idempotency-key`. */
export async function infoWithoutKeys(): Promise<object> {
  const info = (await callAs('admin', 'GET', '/info/')) as { abilities: string[] };
  return { ...info, abilities: info.abilities.filter((name) => name !== 'idempotency-key') };
}
