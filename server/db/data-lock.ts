/** One server per data folder: a lock that dies with its process, because two PGlites on one folder lose rows. */
import { createHash } from 'node:crypto';
import { realpathSync, rmSync, statSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ConfigError } from '@server/environment';

/** Longer paths are cut off silently by the operating system. */
const SOCKET_PATH_LIMIT = 100;

/** Resolves to undefined when the address is taken. @throws other errors of listening. */
function listen(address: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(undefined);
      else reject(error);
    });
    server.listen(address, () => {
      // The lock alone keeps no process alive.
      server.unref();
      resolve(server);
    });
  });
}

function answers(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/** A killed server leaves its socket file behind, to which nobody answers. */
async function listenOverStale(path: string): Promise<Server | undefined> {
  const server = await listen(path);
  if (server || process.platform === 'win32' || (await answers(path))) return server;
  rmSync(path, { force: true });
  return listen(path);
}

function socketPath(folder: string, digest: string): string {
  if (process.platform === 'win32') return `\\\\.\\pipe\\manabiba-${digest}`;
  const inFolder = join(folder, 'lock');
  return Buffer.byteLength(inFolder) <= SOCKET_PATH_LIMIT ? inFolder : join(tmpdir(), `manabiba-${digest}.lock`);
}

/**
 * Takes the lock of a data folder.
 *
 * @returns how to release it; a killed process releases it too.
 * @throws {ConfigError} when another process holds it.
 */
export async function lockDataFolder(dataDir: string): Promise<() => void> {
  const folder = realpathSync(dataDir);
  const { dev, ino } = statSync(folder);
  const digest = createHash('sha256').update(`${dev}:${ino}:${folder}`).digest('hex').slice(0, 24);
  const held: Server[] = [];
  // The abstract name leaves no stale file, so that two servers that start together over one cannot both win; the
  // file is seen from other containers and other systems too.
  const addresses = process.platform === 'linux' ? [`\0manabiba-${digest}`] : [];
  for (const address of [...addresses, socketPath(folder, digest)]) {
    const server = await listenOverStale(address);
    if (!server) {
      for (const other of held) other.close();
      throw new ConfigError(`DATA_DIR: 別のサーバーが ${dataDir} を使っています。`);
    }
    held.push(server);
  }
  return () => {
    for (const server of held) server.close();
  };
}
