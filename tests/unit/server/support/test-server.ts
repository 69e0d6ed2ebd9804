/** Manages the server of a test file. */
import { startTestServer, type TestServer } from '@tests/support/server';
import { afterAll, beforeAll } from 'vitest';

/**
 * Starts a server for all tests of the calling file, see {@link startTestServer}.
 *
 * @returns a handle that can be used inside tests and hooks.
 */
export function useTestServer(options?: Parameters<typeof startTestServer>[0]): TestServer {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(options);
  });
  afterAll(() => server.stop());
  return new Proxy({} as TestServer, { get: (_, name) => Reflect.get(server, name) });
}
