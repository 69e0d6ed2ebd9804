/** Starts and stops the server: database, first data, HTTP. */
import type { AddressInfo } from 'node:net';

import { createAdaptorServer, type ServerType } from '@hono/node-server';

import { createApp } from './app';
import { setPasswordCost } from './auth/passwords';
import type { Config } from './config';
import { keepTextsRead } from './content/read-texts';
import type { Database } from './db/database';
import { openDatabase } from './db/open';
import { startFailure } from './db/postgres-failures';
import { prepareDatabase } from './db/prepare';
import { ConfigError } from './environment';
import { fillDatabase, requireFirstUser } from './fill-database';
import { watchRoom } from './room';
import { readFileKey, readSigningKey } from './settings';
import { requireBuiltFor } from './static/built-for';

export interface RunningServer {
  /** For example http://localhost:8080. */
  origin: string;
  port: number;
  database: Database;
  /** What the start has changed in the database, in words for whoever started it. */
  news: readonly string[];
  /** Answers what is under way, cuts what is open, closes the database. */
  stop: () => Promise<void>;
}

/** How long requests under way have to finish at stop, in ms. */
const STOP_GRACE_MS = 5000;

function listen(server: ServerType, { host, port }: Config): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') reject(new ConfigError(`PORT: ${port} 番はほかのプログラムが使っています。`));
      else if (error.code === 'EACCES') reject(new ConfigError(`PORT: ${port} 番を使う権限がありません。`));
      else if (error.syscall === 'getaddrinfo' || error.code === 'EADDRNOTAVAIL') {
        reject(new ConfigError(`HOST: 「${host}」はこのコンピューターの名前ではありません。`));
      } else reject(error);
    });
    server.listen(port, host, () => resolve(server.address() as AddressInfo));
  });
}

/** Stops taking requests, waits for those under way, then cuts the rest. */
function closeServer(server: ServerType, graceMs: number): Promise<void> {
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

/**
 * Starts a server; `port` 0 takes a free one.
 *
 * @throws {ConfigError} when the configuration cannot be had: port or folder in use, no database.
 */
export async function startServer(config: Config): Promise<RunningServer> {
  requireFirstUser(config);
  requireBuiltFor(config);
  setPasswordCost(config.passwordCost);
  const { database, patient, freeBytes, close } = await openDatabase(config);
  try {
    const news = await prepareDatabase(patient, (transaction) => fillDatabase(transaction, config));
    const [signingKey, fileKey] = [await readSigningKey(database), await readFileKey(database)];
    const hasRoomFor = watchRoom(config, freeBytes);
    const app = createApp({ config, database, hasRoomFor, signingKey, fileKey });
    const server = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false });
    const { port } = await listen(server, config);
    const stopReading = keepTextsRead(database);
    const stop = async () => {
      await Promise.all([closeServer(server, STOP_GRACE_MS), stopReading()]);
      await close();
    };
    return {
      origin: `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`,
      port,
      database,
      news,
      stop,
    };
  } catch (error) {
    await close();
    throw startFailure(error) ?? error;
  }
}
