/** Tests a disk of DATA_DIR whose free space cannot be read. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

import { startTestServer } from '@tests/support/server';
import { expect, onTestFinished, test, vi } from 'vitest';

test('fault: the free space of the disk cannot be read → writes succeed, and /readyz and the metrics still respond', async () => {
  const server = await startTestServer({ metrics: { host: 'localhost', port: 0 } });
  onTestFinished(server.stop);
  vi.spyOn(console, 'error').mockReturnValue();
  const statfs = vi.spyOn(fs, 'statfsSync').mockImplementation(() => {
    throw Object.assign(new Error('EIO: of the test'), { code: 'EIO' });
  });
  syncBuiltinESMExports();
  onTestFinished(() => {
    statfs.mockRestore();
    syncBuiltinESMExports();
  });
  const { body } = await server.call('GET', '/api/v1/lessons/', { as: 'student' });
  const write = await server.call('PUT', `/api/v1/progress/lesson/${body.items[0].id}`, { as: 'student' });
  const ready = await server.call('GET', '/readyz');
  const metrics = await fetch(`${server.metricsOrigin}/metrics`);

  expect([write.status, ready.status, metrics.status]).toEqual([200, 200, 200]);
  expect(await metrics.text()).toMatch(/^manabiba_disk_free_bytes nan$/im);
});
