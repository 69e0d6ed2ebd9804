/** Starts and stops an HTTP server on a port. */
import type { AddressInfo } from 'node:net';

import type { ServerType } from '@hono/node-server';
import { ConfigError } from '@server/lib/environment';
import { complain } from '@server/lib/log';

/** A host name and a port. */
export interface ListenAddress {
  host: string;
  port: number;
}

/** Longer than a proxy's keep-alive (60 s), so that the server does not close a connection while a request is in flight. */
const KEEP_ALIVE_TIMEOUT_MS = 75_000;

/**
 * Starts listening.
 *
 * @param prefix of the variables in error messages: 'METRICS_' for METRICS_HOST and METRICS_PORT.
 * @throws {ConfigError} if host or port cannot be used.
 */
export function listen(server: ServerType, { host, port }: ListenAddress, prefix = ''): Promise<AddressInfo> {
  if ('keepAliveTimeout' in server) server.keepAliveTimeout = KEEP_ALIVE_TIMEOUT_MS;
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const refuse = (words: string) => reject(new ConfigError(prefix + words));
      if (error.code === 'EADDRINUSE') refuse(`PORT: ${port} 番はほかのプログラムが使っています。`);
      else if (error.code === 'EACCES') refuse(`PORT: ${port} 番を使う権限がありません。`);
      else if (error.syscall === 'getaddrinfo' || error.code === 'EADDRNOTAVAIL') {
        refuse(`HOST: 「${host}」はこのコンピューターの名前ではありません。`);
      } else reject(error);
    });
    server.listen(port, host, () => {
      // Handle later errors of the server, such as a connection for which the system has no memory.
      server.on('error', (error: Error) => complain(`${prefix}PORT: ${error.message}`));
      resolve(server.address() as AddressInfo);
    });
  });
}

/** Returns the origin of a listening server, for example http://localhost:8080. */
export function originOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Stops accepting requests, waits up to `graceMs` for those in flight, then closes all connections. */
export function closeServer(server: ServerType, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cut = () => 'closeAllConnections' in server && server.closeAllConnections();
    const timer = setTimeout(cut, graceMs);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    if ('closeIdleConnections' in server) server.closeIdleConnections();
  });
}
