/** Starts a real embedded server for a test: its own copy of the demo data, a free port, and ways to call it. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';

import { type Config, readConfig } from '@server/config';
import { DEMO_PASSWORD } from '@server/demo/people';
import { type RunningServer, startServer } from '@server/start-server';
import pg from 'pg';

import { copyTemplateDatabase, DEMO_TEMPLATE, QUICK_START, TEST_PASSWORD_COST } from './template-database';

setFlagsFromString(QUICK_START);

export interface CallOptions {
  /** The demo user as whom the request is sent; signed in once per server. */
  as?: string;
  /** An access token to send instead of that of the demo user `as`. */
  token?: string;
  json?: unknown;
  /** The raw body of the request; its Content-Type is in `headers`. */
  body?: RequestInit['body'];
  headers?: Record<string, string>;
}

export interface Answer {
  status: number;
  headers: Headers;
  /** The parsed JSON of the response; the text if it is not JSON. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
  body: any;
}

export interface TestServer {
  readonly origin: string;
  /** The origin of the server's metrics, with the option `metrics`. */
  readonly metricsOrigin: string | undefined;
  /** The data folder; a copy made while the server is paused is a backup. */
  readonly dataDir: string;
  readonly database: RunningServer['database'];
  /** Stops the server but keeps its data and port. */
  pause: () => Promise<void>;
  /** Starts the server again after {@link TestServer.pause}. */
  resume: () => Promise<void>;
  /** Stops the server and removes its data. */
  stop: () => Promise<void>;
  /** Signs in a demo user once per server. @returns the access token. */
  login: (username: string) => Promise<string>;
  /** Calls a path of the server; paths of the API start with /api/v1. */
  call: (method: string, path: string, options?: CallOptions) => Promise<Answer>;
  /** Sends POST /authorize to the server. @returns the server's response. */
  signIn: (username: string, password?: string, headers?: Record<string, string>) => Promise<Answer>;
}

async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text();
  let body: unknown = text;
  try {
    body = JSON.parse(text);
  } catch {
    // Ignored: a body that is not JSON is returned as text.
  }
  return { status: response.status, headers: response.headers, body };
}

/** Returns functions that call the API at a given origin, such as a proxy's. */
export function createCalls(origin: () => string): Pick<TestServer, 'call' | 'login' | 'signIn'> {
  const tokens = new Map<string, Promise<string>>();
  const signIn: TestServer['signIn'] = async (username, password = DEMO_PASSWORD, headers = {}) => {
    const body = new URLSearchParams({ username, password }).toString();
    const contentType = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const init = { method: 'POST', body, headers: { ...contentType, ...headers } };
    return readAnswer(await fetch(`${origin()}/api/v1/authorize`, init));
  };
  const requestToken = async (username: string): Promise<string> => {
    const { status, body } = await signIn(username);
    if (status !== 200) throw new Error(`${username} cannot sign in: ${status}`);
    return body.access_token;
  };
  const login: TestServer['login'] = (username) => {
    const token = tokens.get(username) ?? requestToken(username);
    tokens.set(username, token);
    return token;
  };
  const call: TestServer['call'] = async (method, path, { as, token, json, body, headers = {} } = {}) => {
    const bearer = token ?? (as === undefined ? undefined : await login(as));
    const init: RequestInit = {
      method,
      redirect: 'manual',
      body: json === undefined ? (body ?? null) : JSON.stringify(json),
      headers: {
        ...(bearer === undefined ? {} : { Authorization: `Bearer ${bearer}` }),
        ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
    };
    return readAnswer(await fetch(`${origin()}${path}`, init));
  };
  return { call, login, signIn };
}

/** The PostgreSQL whose template database holds the demo data; undefined if the test servers use PGlite in folders. */
let postgresUrl: string | undefined;

/** Makes the test servers of this file use a PostgreSQL, see postgres-server.ts. */
export function usePostgres(url: string): void {
  postgresUrl = url;
}

async function makePostgresDatabase(serverUrl: string, isDemo: boolean): Promise<string> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await client.query(`create database ${name} template ${isDemo ? DEMO_TEMPLATE : 'template0'}`);
  await client.end();
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/**
 * Starts a server with the demo data, or an empty one with an admin (`demo: false`).
 *
 * @param options override the defaults.
 */
export async function startTestServer(options: Partial<Config> = {}): Promise<TestServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'manabiba-test-'));
  const forTests = {
    port: 0,
    dataDir,
    log: 'off' as const,
    appDir: join(dataDir, 'no-app'),
    passwordCost: TEST_PASSWORD_COST,
  };
  const defaults = { ...readConfig({}), ...forTests };
  const isDemo = options.demo ?? defaults.demo;
  const databaseUrl = postgresUrl && (await makePostgresDatabase(postgresUrl, isDemo));
  const config = { ...defaults, databaseUrl, ...options };
  if (config.demo && !config.databaseUrl) await copyTemplateDatabase(dataDir);
  let server = await startServer(config);
  const { port } = server;
  return {
    dataDir,
    get origin() {
      return server.origin;
    },
    get metricsOrigin() {
      return server.metricsOrigin;
    },
    get database() {
      return server.database;
    },
    pause: () => server.stop(),
    resume: async () => {
      server = await startServer({ ...config, port });
    },
    stop: async () => {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
    ...createCalls(() => server.origin),
  };
}
