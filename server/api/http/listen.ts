/** Starts and stops an HTTP server on a port. */
import { type AddressInfo, createServer, type Server } from 'node:net';

import type { ServerType } from '@hono/node-server';
import { ConfigError } from '@server/lib/environment';
import { complain } from '@server/lib/log';
import { addressesOf, isMissingAddress } from '@server/lib/loopbacks.mjs';

/** A host name and a port. */
export interface ListenAddress {
  host: string;
  port: number;
}

/** A server that listens. */
export interface Listening {
  port: number;
  /** Stops accepting requests, waits up to `graceMs` for those in flight, then closes all connections. */
  stop: (graceMs: number) => Promise<void>;
}

/**
 * Longer than a proxy's keep-alive (60 s), so that the server does not close a connection while a request is in flight.
 */
const KEEP_ALIVE_TIMEOUT_MS = 75_000;

/** Returns the one-line error for a host or port that cannot be used. @param prefix see {@link listen} */
function refusal(error: NodeJS.ErrnoException, { host, port }: ListenAddress, prefix: string): Error {
  const refuse = (words: string) => new ConfigError(prefix + words);
  if (error.code === 'EADDRINUSE') return refuse(`PORT: ${port} 番はほかのプログラムが使っています。`);
  if (error.code === 'EACCES') return refuse(`PORT: ${port} 番を使う権限がありません。`);
  if (error.syscall === 'getaddrinfo' || isMissingAddress(error.code))
    return refuse(`HOST: 「${host}」はこのコンピューターの名前ではありません。`);
  return error;
}

/** Listens on one address. @returns the port. @throws {NodeJS.ErrnoException} */
function listenAt(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

const close = (listener: Server) => new Promise<void>((resolve) => void listener.close(() => resolve()));

/**
 * Listens on each address; one of several may be missing on this computer. The second listener passes its connections
 * to the server.
 *
 * @returns the port and the listeners, the server among them. @throws {NodeJS.ErrnoException}
 */
async function listenAtAll(
  server: Server,
  addresses: readonly string[],
  wantedPort: number,
): Promise<{ port: number; listeners: Server[] }> {
  const listeners: Server[] = [];
  let port = wantedPort;
  let missing: unknown;
  for (const address of addresses) {
    const listener = listeners.length === 0 ? server : createServer((socket) => server.emit('connection', socket));
    try {
      port = await listenAt(listener, address, port);
      listeners.push(listener);
    } catch (error) {
      missing = error;
      const { code } = error as NodeJS.ErrnoException;
      if (isMissingAddress(code)) continue;
      await Promise.all(listeners.map(close));
      // A free port of one address may be taken at the other: take another.
      if (wantedPort === 0 && port !== 0 && code === 'EADDRINUSE') return listenAtAll(server, addresses, 0);
      throw error;
    }
  }
  if (listeners.length === 0) throw missing;
  return { port, listeners };
}

/**
 * Starts listening; for `localhost` on both loopbacks.
 *
 * @param prefix of the variables in error messages: 'METRICS_' for METRICS_HOST and METRICS_PORT.
 * @throws {ConfigError} if host or port cannot be used.
 */
export async function listen(server: ServerType, place: ListenAddress, prefix = ''): Promise<Listening> {
  if ('keepAliveTimeout' in server) server.keepAliveTimeout = KEEP_ALIVE_TIMEOUT_MS;
  const { port, listeners } = await listenAtAll(server, addressesOf(place.host), place.port).catch((error: Error) => {
    throw refusal(error, place, prefix);
  });
  // Handle later errors of the server, such as a connection for which the system has no memory.
  for (const each of listeners) each.on('error', (error: Error) => complain(`${prefix}PORT: ${error.message}`));
  const stop = async (graceMs: number) => {
    const timer = setTimeout(() => 'closeAllConnections' in server && server.closeAllConnections(), graceMs);
    const closing = listeners.map(close);
    if ('closeIdleConnections' in server) server.closeIdleConnections();
    await Promise.all(closing);
    clearTimeout(timer);
  };
  return { port, stop };
}

/** Returns the origin of a listening server, for example http://localhost:8080. */
export function originOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
