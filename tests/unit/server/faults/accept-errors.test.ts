/** Tests errors of a server that is already listening, such as a connection for which the system has no memory. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { listen } from '@server/api/http/listen';
import { lockDataFolder } from '@server/db/data-lock';
import { expect, onTestFinished, test, vi } from 'vitest';

/**
 * Emits two errors as libuv reports refused connections: without a permanent listener the second would end the process.
 */
function refuseTwo(server: Server): void {
  const { _handle } = server as unknown as { _handle: { onconnection: (status: number) => void } };
  const ENOBUFS = -105;
  _handle.onconnection(ENOBUFS);
  _handle.onconnection(ENOBUFS);
}

test('fault: the system refuses two connections of the HTTP server → the server logs them and continues', async () => {
  const said = vi.spyOn(console, 'error').mockReturnValue();
  const server = createServer((_, response) => response.end('ok'));
  const { port, stop } = await listen(server, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => stop(0));

  expect(() => refuseTwo(server)).not.toThrow();
  expect(said).toHaveBeenCalledWith(expect.stringContaining('ENOBUFS'));
  expect((await fetch(`http://127.0.0.1:${port}`)).status).toBe(200);
});

test('fault: the system refuses two connections of the data folder’s lock → the lock is still held', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'manabiba-lock-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const listening = vi.spyOn(Server.prototype, 'listen');
  const unlock = await lockDataFolder(folder);
  onTestFinished(unlock);
  const servers = new Set(listening.mock.contexts as Server[]);
  listening.mockRestore();

  expect(servers.size).toBeGreaterThan(0);
  for (const server of servers) expect(() => refuseTwo(server)).not.toThrow();
  await expect(lockDataFolder(folder)).rejects.toThrow('別のサーバー');
});
