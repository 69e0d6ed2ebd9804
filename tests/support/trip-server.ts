/** Vitest's global setup of the whole-app tests (trips): starts embedded servers on demand. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { TestProject } from 'vitest/node';

import { startTestServer, type TestServer } from './server';

/** The origin of jsdom's page, whose XMLHttpRequest enforces CORS. */
const PAGE_ORIGIN = 'http://localhost:3000';

/** A demo user's tokens and id. */
export interface DemoSession {
  userId: string;
  access_token: string;
  token_type: string;
  refresh_token: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The origin that answers `/{server}/origin` and `/{server}/session/{username}`, for any server name. */
    tripServer: string;
  }
}

async function signIn(server: TestServer, username: string): Promise<DemoSession> {
  const { status, body } = await server.signIn(username);
  if (status !== 200) throw new Error(`${username} cannot sign in: ${status}`);
  const me = await server.call('GET', '/api/v1/me/', { token: body.access_token });
  return { ...body, userId: me.body.id };
}

/**
 * Starts a small HTTP server that starts the API servers on demand; each demo user signs in once per run, because
 * hashing is slow.
 */
export default async function setUpTripServer(project: TestProject): Promise<() => Promise<void>> {
  const servers = new Map<string, Promise<TestServer>>();
  const sessions = new Map<string, Promise<DemoSession>>();

  async function answer(path: string): Promise<unknown> {
    const [, name = '', thing, username] = path.split('/');
    const starting = servers.get(name) ?? startTestServer({ allowedOrigins: [PAGE_ORIGIN], host: '127.0.0.1' });
    servers.set(name, starting);
    const server = await starting;
    if (thing === 'origin' || username === undefined) return server.origin;
    const session = sessions.get(path) ?? signIn(server, username);
    sessions.set(path, session);
    return session;
  }

  const desk = createServer((request, response) => {
    answer(request.url ?? '').then(
      (value) => response.end(JSON.stringify(value)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  // With a timeout, a connection may be closed just as a busy test process sends its next request on it.
  desk.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => desk.listen(0, '127.0.0.1', resolve));
  const { port } = desk.address() as AddressInfo;
  project.provide('tripServer', `http://127.0.0.1:${port}`);
  return async () => {
    desk.closeAllConnections();
    desk.close();
    await Promise.all([...servers.values()].map(async (starting) => (await starting).stop()));
  };
}
