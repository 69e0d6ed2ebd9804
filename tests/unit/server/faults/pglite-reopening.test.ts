/** An embedded database that cannot be opened anew, again and again. */
import fs, { closeSync, openSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

import { startTestServer } from '@tests/support/server';
import { expect, onTestFinished, test, vi } from 'vitest';

/** Lets the disk take everything but the database. @returns how often it was asked to. */
function failSyncs(): () => number {
  // Not by vi.spyOn: it keeps each error, and an error the whole PGlite.
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

/** The system gives a file the lowest number that is free. */
function countOpenFiles(): number {
  const count = openSync('package.json', 'r');
  closeSync(count);
  return count;
}

test('fault: the disk takes what it is tried with, but not the database → no try to open it leaves its files open', async () => {
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
