/** One server per data folder: a lock that dies with its process, because two PGlites on one folder lose rows. */
import { createHash } from 'node:crypto';
import { chmodSync, realpathSync, rmSync, statSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ConfigError } from '@server/lib/environment';

import { hear, type AnswerLine } from './lock-socket';

/** Longer paths are cut off silently by the operating system. */
const SOCKET_PATH_LIMIT = 100;
/** What a name begins with that is no file's. */
const ABSTRACT = '\0';

/** Resolves to undefined when the address is taken. @throws other errors of listening. */
function listen(address: string, take: (socket: Socket) => void): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer(take);
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(undefined);
      else reject(error);
    });
    server.listen(address, () => {
      // Whom the system does not let through asks again.
      server.on('error', () => undefined);
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

/** A killed server leaves its socket file behind, to which nobody answers; an abstract name or a pipe leaves none. */
async function listenOverStale(address: string, take: (socket: Socket) => void): Promise<Server | undefined> {
  const server = await listen(address, take);
  if (server || process.platform === 'win32' || (await answers(address))) return server;
  if (!address.startsWith(ABSTRACT)) rmSync(address, { force: true });
  return listen(address, take);
}

/** The file of a folder's lock, and what names the folder. */
function placesOf(dataDir: string): { path: string; digest: string } {
  const folder = realpathSync(dataDir);
  const { dev, ino } = statSync(folder);
  const digest = createHash('sha256').update(`${dev}:${ino}:${folder}`).digest('hex').slice(0, 24);
  return { path: socketPath(folder, digest), digest };
}

function socketPath(folder: string, digest: string): string {
  if (process.platform === 'win32') return `\\\\.\\pipe\\manabiba-${digest}`;
  const inFolder = join(folder, 'lock');
  return Buffer.byteLength(inFolder) <= SOCKET_PATH_LIMIT ? inFolder : join(tmpdir(), `manabiba-${digest}.lock`);
}

/**
 * Says one line to whoever holds a data folder's lock. Only who may write to its file, as the holder's own user, is heard.
 *
 * @returns the answer; undefined when nobody holds it.
 */
export function askHolder(dataDir: string, line: string): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const socket = connect(placesOf(dataDir).path);
    let heard = '';
    socket.setEncoding('utf8');
    socket.once('connect', () => socket.write(`${line}\n`));
    socket.on('data', (piece: string) => {
      heard += piece;
    });
    socket.once('end', () => resolve(heard.trim()));
    socket.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') resolve(undefined);
      else reject(error);
    });
  });
}

/**
 * Takes the lock of a data folder.
 *
 * @param answer what whoever asks the holder is told.
 * @returns how to release it; a killed process releases it too.
 * @throws {ConfigError} when another process holds it.
 */
export async function lockDataFolder(dataDir: string, answer?: AnswerLine): Promise<() => void> {
  const { path, digest } = placesOf(dataDir);
  const held: Server[] = [];
  // The abstract name leaves no stale file, so that two servers that start together over one cannot both win; the
  // file is seen from other containers and other systems too.
  const addresses = process.platform === 'linux' ? [`${ABSTRACT}manabiba-${digest}`] : [];
  for (const address of [...addresses, path]) {
    // An abstract name is anybody's to call.
    const take = (socket: Socket) => (answer && address === path ? hear(socket, answer) : void socket.destroy());
    const server = await listenOverStale(address, take);
    if (!server) {
      for (const other of held) other.close();
      throw new ConfigError(`DATA_DIR: 別のサーバーが ${dataDir} を使っています。`);
    }
    held.push(server);
  }
  if (process.platform !== 'win32') chmodSync(path, 0o600);
  return () => {
    for (const server of held) server.close();
  };
}
