/** The server of a test file. */
import { startTestServer, type TestServer } from '@tests/support/server';
import { afterAll, beforeAll } from 'vitest';

/** Starts a server for all tests of the file that calls it; what is answered can be used as soon as they run. */
export function useTestServer(): TestServer {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  }, 60_000);
  afterAll(() => server.stop());
  return {
    get dataDir() {
      return server.dataDir;
    },
    get origin() {
      return server.origin;
    },
    get metricsOrigin() {
      return server.metricsOrigin;
    },
    get database() {
      return server.database;
    },
    pause: () => server.pause(),
    resume: () => server.resume(),
    stop: () => server.stop(),
    login: (username) => server.login(username),
    call: (method, path, options) => server.call(method, path, options),
    signIn: (username, password, headers) => server.signIn(username, password, headers),
  };
}
