/** Tests repeated failed restarts of the embedded database. */
import fs, { closeSync, openSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

import { startTestServer } from '@tests/support/server';
import { expect, onTestFinished, test, vi } from 'vitest';

/** Makes writes fail in the database's folder only. @returns the number of failed writes. */
function failSyncs(): () => number {
  // The function is replaced without vi.spyOn, which would keep each error, and with each error a whole PGlite in
  // memory.
  const whole = fs.fdatasyncSync;
  let asked = 0;
  fs.fdatasyncSync = () => {
    asked += 1;
    throw Object.assign(new Error('EIO: of the test'), { code: 'EIO' });
  };
  syncBuiltinESMExports();
  onTestFinished(() => {
    fs.fdatasyncSync = whole;
    syncBuiltinESMExports();
  });
  return () => asked;
}

/** Returns the lowest free file descriptor. */
function countOpenFiles(): number {
  const count = openSync('package.json', 'r');
  closeSync(count);
  return count;
}

test('fault: the disk accepts the test file but not the database → no failed restart leaks file descriptors', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const server = await startTestServer();
  onTestFinished(server.stop);
  const asked = failSyncs();
  await server.signIn('student');
  const counts: number[] = [];
  for (let tries = 0; tries < 2; tries += 1) {
    const before = asked();
    await vi.waitFor(
      async () => {
        expect((await server.call('GET', '/healthz')).status).toBe(503);
        expect(asked()).toBeGreaterThan(before);
      },
      { timeout: 20_000, interval: 50 },
    );
    counts.push(countOpenFiles());
  }

  const [first = 0, second = 0] = counts;
  expect(second - first).toBeLessThan(10);
});
