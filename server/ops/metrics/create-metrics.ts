/** Metrics for Prometheus (METRICS=on); they are listed in `docs/deploy.md`, "Metrics". */
import type { AnsweredRequest, CountRequest } from '@server/api/http/context';
import type { Config } from '@server/config';
import type { OpenDatabase } from '@server/db/database';
import { contents } from '@server/db/schema';
import { type BackupSchedule, backupStates } from '@server/ops/backup/backup-schedule';
import { sql } from 'drizzle-orm';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

import { SECOND_MS } from '@/lib/constants';

export interface Metrics {
  registry: Registry;
  count: CountRequest;
}

/** Buckets of the request histogram, in seconds. */
const DURATION_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const isLogin = ({ method, route }: AnsweredRequest) => method === 'POST' && route === '/api/v1/authorize';
/** Returns true for a repeated submit: it is answered with status 200, a new one with 201. */
const isRepeated = ({ method, route, status }: AnsweredRequest) =>
  method === 'POST' && route === '/api/v1/submit' && status === 200;

/**
 * Returns a function that returns the last known size of all files and starts a query whose result the next call
 * returns: scrapes must not wait for the database.
 */
function watchFiles({ database }: OpenDatabase): () => number {
  const stored = sql<number>`coalesce(sum(${contents.byteLength}), 0)::double precision`;
  let bytes = Number.NaN;
  const look = async () => {
    const rows = await database
      .select({ stored })
      .from(contents)
      .catch(() => []);
    bytes = rows[0]?.stored ?? Number.NaN;
  };
  void look();
  return () => {
    void look();
    return bytes;
  };
}

/** Adds gauges of the database, which are computed at each scrape. */
function watchDatabase(registers: Registry[], open: OpenDatabase): void {
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  gauge('manabiba_database_busy', 'Calls that the database is at', () => open.load().busy);
  gauge('manabiba_database_waiting', 'Calls that wait for a connection', () => open.load().waiting);
  gauge('manabiba_files_bytes', 'Files of lessons, when last asked; NaN: unknown', watchFiles(open));
  if (open.freeBytes) gauge('manabiba_disk_free_bytes', 'Room on the disk of DATA_DIR', open.freeBytes);
}

/** Adds counters of requests. @returns a function that counts one request. */
function createCount(registers: Registry[]): CountRequest {
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests that were answered',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Until the answer began',
    labelNames: ['method', 'route'],
    buckets: DURATION_BUCKETS,
    registers,
  });
  const refusedLogins = new Counter({
    name: 'manabiba_logins_refused_total',
    help: 'Wrong (401), suspended (403), throttled (429)',
    labelNames: ['status'],
    registers,
  });
  const repeated = new Counter({
    name: 'manabiba_submits_repeated_total',
    help: 'Submits that had been received before',
    registers,
  });
  return (request) => {
    const { method, route, status, seconds } = request;
    requests.inc({ method, route, status });
    durations.observe({ method, route }, seconds);
    if (isLogin(request) && [401, 403, 429].includes(status)) refusedLogins.inc({ status });
    if (isRepeated(request)) repeated.inc();
  };
}

/** Adds gauges of the backups: time of the newest, and their state. */
function watchBackups(registers: Registry[], { newestMs, health }: BackupSchedule): void {
  new Gauge({
    name: 'manabiba_backup_newest_timestamp_seconds',
    help: 'When the newest backup was made; NaN: none',
    registers,
    async collect() {
      this.set(((await newestMs()) ?? Number.NaN) / SECOND_MS);
    },
  });
  new Gauge({
    name: 'manabiba_backup_health',
    help: 'One of ok, none, old, failed is 1',
    labelNames: ['state'],
    registers,
    async collect() {
      const now = await health();
      for (const state of backupStates) this.set({ state }, state === now ? 1 : 0);
    },
  });
}

/** Creates the Prometheus metrics of a server. */
export function createMetrics(
  open: OpenDatabase,
  backups: BackupSchedule,
  { version, backup }: Pick<Config, 'version' | 'backup'>,
): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  watchDatabase(registers, open);
  if (backup) watchBackups(registers, backups);
  new Gauge({ name: 'manabiba_info', help: 'Version', labelNames: ['version'], registers }).set({ version }, 1);
  return { registry, count: createCount(registers) };
}
