/**
 * A lock on the data folder, because two PGlites on one folder lose rows. The lock is a socket, because a socket
 * disappears with its process.
 */
import { createHash } from 'node:crypto';
import { chmodSync, realpathSync, rmSync, statSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { ConfigError } from '@server/lib/environment';

import { answerLine, type AnswerLine } from './lock-socket';

/** Maximum length of a socket path: the operating system silently truncates longer ones. */
const MAX_SOCKET_PATH_BYTES = 100;
/** First character of an abstract socket name (Linux), which is not a file. */
const ABSTRACT = '\0';

/** Listens on a socket; returns undefined if the address is taken. @throws {Error} for other errors. */
function listen(address: string, take: (socket: Socket) => void): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer(take);
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(undefined);
      else reject(error);
    });
    server.listen(address, () => {
      // Ignore an incoming connection that the system refuses: the other process retries.
      server.on('error', () => undefined);
      // The lock alone must not keep the process alive.
      server.unref();
      resolve(server);
    });
  });
}

/**
 * Errors of connecting to a stale socket file, or to a file that a copy has made of one. Others, such as EACCES, may
 * come from a holder.
 */
const STALE = /^(ECONNREFUSED|ENOENT|ENOTSOCK)$/;

function isListening(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', ({ code }: NodeJS.ErrnoException) => resolve(!STALE.test(code ?? '')));
  });
}

/**
 * Listens on a socket, and replaces a stale socket file. A killed server leaves its socket file behind; abstract names
 * and pipes disappear with it.
 */
async function listenOverStale(address: string, take: (socket: Socket) => void): Promise<Server | undefined> {
  const server = await listen(address, take);
  if (server || process.platform === 'win32' || (await isListening(address))) return server;
  if (!address.startsWith(ABSTRACT)) rmSync(address, { force: true });
  return listen(address, take);
}

/** Returns the path of a folder's lock, and a hash that identifies the folder. */
function lockAddress(dataDir: string): { path: string; digest: string } {
  // The native function also returns one spelling of a folder on Windows, where upper and lower case name the same.
  const folder = realpathSync.native(dataDir);
  const { dev, ino } = statSync(folder);
  const digest = createHash('sha256').update(`${dev}:${ino}:${folder}`).digest('hex').slice(0, 24);
  return { path: socketPath(folder, digest), digest };
}

/** Returns the path of a folder's socket: in it, or in TMPDIR. @throws {ConfigError} if both paths are too long. */
function socketPath(folder: string, digest: string): string {
  if (process.platform === 'win32') return `\\\\.\\pipe\\manabiba-${digest}`;
  const paths = [join(folder, 'lock'), join(tmpdir(), `manabiba-${digest}.lock`)];
  const path = paths.find((each) => Buffer.byteLength(each) <= MAX_SOCKET_PATH_BYTES);
  if (path === undefined)
    throw new ConfigError(
      `TMPDIR: ${tmpdir()} はソケットの名前には長すぎます。短い名前のフォルダーを指定してください。`,
    );
  return path;
}

/**
 * Sends one line to the process that holds a data folder's lock. File permissions allow only the holder's own user.
 *
 * @returns the process's reply; undefined if no process holds the lock.
 */
export function askHolder(dataDir: string, line: string): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const socket = connect(lockAddress(dataDir).path);
    let answer = '';
    socket.setEncoding('utf8');
    socket.once('connect', () => socket.write(`${line}\n`));
    socket.on('data', (piece: string) => {
      answer += piece;
    });
    socket.once('end', () => resolve(answer.trim()));
    socket.once('error', (error: NodeJS.ErrnoException) => {
      if (STALE.test(error.code ?? '')) resolve(undefined);
      else reject(new ConfigError(`DATA_DIR: ${dataDir} のサーバーに問い合わせられません（${error.code}）。`));
    });
  });
}

/**
 * Creates the error of a socket that cannot be made, as on shared folders of Docker Desktop, WSL or SMB, and on exFAT.
 */
function cannotLock(path: string, error: unknown): ConfigError {
  const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
  return new ConfigError(
    `DATA_DIR: ${dirname(path)} には、2つのサーバーが同時に使うのを防ぐソケットを作れません（${code}）。共有フォルダーやUSBメモリーではなく、このコンピューターのディスクのフォルダー（Docker ではボリューム）を指定してください。`,
  );
}

/**
 * Takes the lock of a data folder.
 *
 * @param answer makes the reply to a line that {@link askHolder} sends.
 * @returns a function that releases the lock; the end of the process releases it too.
 * @throws {ConfigError} if another process holds it, or the folder cannot hold a socket.
 */
export async function lockDataFolder(dataDir: string, answer?: AnswerLine): Promise<() => void> {
  const { path, digest } = lockAddress(dataDir);
  const held: Server[] = [];
  const unlock = () => {
    for (const server of held) server.close();
  };
  // On Linux there are two sockets. The abstract name cannot be stale, so two servers that start at the same moment
  // cannot both replace a stale file. The file is also visible to other containers.
  const addresses = process.platform === 'linux' ? [`${ABSTRACT}manabiba-${digest}`] : [];
  try {
    for (const address of [...addresses, path]) {
      // The abstract socket answers no requests, because any user can connect to it.
      const take = (socket: Socket) =>
        answer && address === path ? answerLine(socket, answer) : void socket.destroy();
      const server = await listenOverStale(address, take);
      if (!server) throw new ConfigError(`DATA_DIR: 別のサーバーが ${dataDir} を使っています。`);
      held.push(server);
    }
    if (process.platform !== 'win32') chmodSync(path, 0o600);
  } catch (error) {
    unlock();
    throw error instanceof ConfigError ? error : cannotLock(path, error);
  }
  return unlock;
}
