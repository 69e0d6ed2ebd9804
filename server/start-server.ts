/** Starts and stops the server: configuration checks, database, first data, backups, metrics, HTTP. */
import { createAdaptorServer } from '@hono/node-server';

import { createApp } from './api/app';
import { setPasswordCost } from './api/auth/passwords';
import { repairHistory } from './api/completions/course-history';
import { noteUnchecked } from './api/completions/record-completions';
import { scheduleTextScan } from './api/content/text-scan';
import { listen, originOf } from './api/http/listen';
import { pendingSteps } from './api/pending-steps';
import { readFileKey, readSigningKey } from './api/settings/keys';
import { schedulePendingWork } from './api/shared/pending-work';
import { requireBuiltFor } from './api/static/built-for';
import { prepareReadCounts } from './api/study/read-counts';
import type { Config } from './config';
import { corruptionFailure } from './db/corruption';
import type { Database, OpenDatabase } from './db/database';
import { watchDiskSpace } from './db/disk-space';
import { openDatabase } from './db/open-database';
import { startFailure } from './db/postgres-failures';
import { prepareDatabase } from './db/prepare-database';
import { fillDatabase, requireFirstUser } from './first-data/fill-database';
import { scheduleBackups, requireBackupFolder } from './ops/backup/backup-schedule';
import { createMetrics } from './ops/metrics/create-metrics';
import { serveMetrics } from './ops/metrics/serve-metrics';
import { answerPictureCall } from './ops/strip-pictures/picture-calls';

export interface RunningServer {
  /** The server's origin, for example http://localhost:8080. */
  origin: string;
  port: number;
  /** Origin of GET /metrics, with METRICS=on. */
  metricsOrigin: string | undefined;
  database: Database;
  /** Changes that the start made in the database: Japanese sentences for the terminal. */
  news: readonly string[];
  /** Stops the server: waits for requests in flight, closes the remaining connections, then closes the database. */
  stop: () => Promise<void>;
}

/** Time that `stop` waits for requests in flight, ms. */
const STOP_GRACE_MS = 5000;

/**
 * Inserts first data, and repairs what an older build has written after a rollback.
 *
 * @returns what was changed, in Japanese sentences.
 */
async function prepareRows(transaction: Database, config: Config): Promise<string[]> {
  const news = await fillDatabase(transaction, config);
  await repairHistory(transaction);
  await noteUnchecked(transaction);
  await prepareReadCounts(transaction);
  return news;
}

/**
 * Opens the configured database, creates it if it is missing, and prepares its rows.
 *
 * @returns the database, and what was changed in it, in Japanese sentences.
 * @throws {ConfigError} if the database cannot be used.
 */
export async function openPrepared(config: Config): Promise<{ open: OpenDatabase; news: string[] }> {
  requireFirstUser(config);
  setPasswordCost(config.passwordCost);
  const open = await openDatabase(config);
  try {
    const news = await prepareDatabase(open.patient, (transaction) => prepareRows(transaction, config));
    return { open, news };
  } catch (error) {
    await open.close();
    throw explain(error, config);
  }
}

/** Returns the configuration error behind a failed start, or the error itself. */
function explain(error: unknown, { databaseUrl, dataDir }: Config): unknown {
  return (databaseUrl ? startFailure(error) : corruptionFailure(error, dataDir)) ?? error;
}

/**
 * Starts a server; port 0 means any free port.
 *
 * @throws {ConfigError} if the configuration cannot be used: port or folder in use, no database.
 */
export async function startServer(config: Config): Promise<RunningServer> {
  requireBuiltFor(config);
  requireBackupFolder(config);
  const { open, news } = await openPrepared(config);
  const { database, freeBytes, close } = open;
  try {
    const [signingKey, fileKey] = [await readSigningKey(database), await readFileKey(database)];
    const hasDiskSpaceFor = watchDiskSpace(config, freeBytes);
    const backups = scheduleBackups(config, open.embedded);
    open.embedded?.answerCalls((line) => answerPictureCall(line, open, config));
    const metrics = config.metrics && createMetrics(open, backups, config);
    const backupHealth = config.backup && backups.health;
    const countRequest = metrics?.count;
    const app = createApp({ config, database, hasDiskSpaceFor, backupHealth, signingKey, fileKey, countRequest });
    const server = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false });
    const listening = await listen(server, config);
    const metricsServer = metrics && config.metrics && (await serveMetrics(metrics, config.metrics));
    const stopReading = scheduleTextScan(database);
    const stopWork = schedulePendingWork(database, pendingSteps);
    const stop = async () => {
      const stopped = [listening.stop(STOP_GRACE_MS), metricsServer?.stop(), stopReading(), stopWork()];
      await Promise.all([...stopped, backups.stop()]);
      await close();
    };
    return {
      origin: originOf(config.host, listening.port),
      port: listening.port,
      metricsOrigin: metricsServer?.origin,
      database,
      news,
      stop,
    };
  } catch (error) {
    await close();
    throw explain(error, config);
  }
}
