/** Listens, and stops listening. */
import type { AddressInfo } from 'node:net';

import type { ServerType } from '@hono/node-server';
import { ConfigError } from '@server/lib/environment';
import { complain } from '@server/lib/log';

/** Where to listen. */
export interface Place {
  host: string;
  port: number;
}

/** Proxies keep their connections for a minute: whoever closes one first may meet a call on its way. */
const KEPT_MS = 75_000;

/** @param prefix of the variables that say where: 'METRICS_' for METRICS_HOST and METRICS_PORT. */
export function listen(server: ServerType, { host, port }: Place, prefix = ''): Promise<AddressInfo> {
  if ('keepAliveTimeout' in server) server.keepAliveTimeout = KEPT_MS;
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
      // What the system refuses afterwards, such as a connection for which it has no memory.
      server.on('error', (error: Error) => complain(`${prefix}PORT: ${error.message}`));
      resolve(server.address() as AddressInfo);
    });
  });
}

/** Where one that listens is found, for example http://localhost:8080. */
export function originOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Stops taking requests, waits for those under way, then cuts the rest. */
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
