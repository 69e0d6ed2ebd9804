/** Reads and checks the server's configuration from environment variables. */
import { readFileSync } from 'node:fs';

import {
  ConfigError,
  type Environment,
  readNumber,
  readOptionalOrigin,
  readOrigins,
  readPort,
  readSecret,
  readSwitch,
  readWord,
} from './lib/environment.ts';

export interface Config {
  port: number;
  host: string;
  dataDir: string;
  /** Free bytes that the disk of DATA_DIR must keep; with less, writes are refused with 507. */
  diskReserveBytes: number;
  /** The connection string of a PostgreSQL; undefined for the embedded database in DATA_DIR. */
  databaseUrl: string | undefined;
  /** Pool size and timeouts of the PostgreSQL connection; `isNaming`: use named prepared statements. */
  postgres: { connections: number; waitMs: number; statementMs: number; isNaming: boolean };
  /** True if an empty database is filled with demo data. */
  demo: boolean;
  /**
   * True if the demo accounts are deleted. With DEMO=off the server does not start while they still have the published
   * password.
   */
  removesDemoPeople: boolean;
  /** The admin account that each start of the server creates, or resets to its role and password. */
  admin: { username: string; password: string } | undefined;
  accessTokenMinutes: number;
  /** scrypt cost of new passwords: N = 2^value. Each step doubles time and memory. */
  passwordCost: number;
  allowedOrigins: readonly string[];
  /** Origin of the API that the app was built for, if it is not this server; allowed in the Content-Security-Policy. */
  apiHost: string | undefined;
  /** Zone of the API's times that name none; see {@link readTimeOffset}. */
  apiTimeOffset: string;
  /** Other origins whose pictures the app may show by URL; see {@link readImageHosts}. */
  imageHosts: readonly string[];
  /** Trust X-Forwarded-For and X-Forwarded-Proto, because our own proxy sets them. */
  trustProxy: boolean;
  /** Write requests per second and user, averaged over 40 s. */
  writesPerSecond: number;
  /** Folder of backups; `everyMs` undefined: no scheduled backups; `keep`: how many are kept. */
  backup: { folder: string; everyMs: number | undefined; keep: number } | undefined;
  /** Address of GET /metrics; undefined without METRICS=on. */
  metrics: { host: string; port: number } | undefined;
  /** The log's format. `on`: plain lines; `json`: one JSON object per line; `off`: no line per request. */
  log: 'on' | 'off' | 'json';
  /** The version that the log, /healthz and backups name. */
  version: string;
  /** Folder of the built app. */
  appDir: string;
}

/**
 * Returns the origins of CONTENT_HOST and IMAGE_HOSTS, sorted and without duplicates. The build puts the same list into
 * the app.
 *
 * @throws {ConfigError} for a value that is not an origin, or an http: origin that is not on this computer.
 */
export function readImageHosts(env: Environment): string[] {
  const named = readOrigins(env, 'IMAGE_HOSTS');
  const open = named.find((origin) => !/^https:|^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|$)/.test(origin));
  if (open) throw new ConfigError(`IMAGE_HOSTS: 「${open}」は https:// で始まるように指定してください。`);
  const contentHost = readOptionalOrigin(env, 'CONTENT_HOST');
  return [...new Set([...(contentHost ? [contentHost] : []), ...named])].toSorted();
}

/**
 * Returns the zone of API times that name none, which the build puts into the app: Z or an offset.
 *
 * @throws {ConfigError}
 */
export function readTimeOffset(env: Environment): string {
  const text = env.API_TIME_OFFSET?.trim() || 'Z';
  if (!/^(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/.test(text))
    throw new ConfigError(`API_TIME_OFFSET: 「${text}」は Z か +09:00 の形で指定してください。`);
  return text;
}

function readDatabaseUrl(env: Environment): string | undefined {
  const text = readSecret(env, 'DATABASE_URL')?.trim();
  if (!text) return undefined;
  // The error message does not contain the connection string, which holds a password.
  if (!/^postgres(ql)?:\/\/./.test(text))
    throw new ConfigError('DATABASE_URL: postgres:// で始まるURLを指定してください。');
  return text;
}

function readAdmin(env: Environment): Config['admin'] {
  const username = env.ADMIN_USERNAME?.trim();
  const password = readSecret(env, 'ADMIN_PASSWORD');
  if (!username && !password) return undefined;
  if (!username || !/^[A-Za-z0-9._@-]{1,64}$/.test(username)) {
    throw new ConfigError('ADMIN_USERNAME: 半角の英数字と . _ @ - で64文字以内にしてください。');
  }
  // Same length limits as src/api/user-edits.ts. Not imported: vite.config.ts loads this file, where `@/` does not
  // resolve.
  if (!password || password.length < 8 || password.length > 200) {
    throw new ConfigError('ADMIN_PASSWORD: 8文字以上200文字以内にしてください。');
  }
  return { username, password };
}

function readPostgres(env: Environment): Config['postgres'] {
  const seconds = (name: string, fallback: number) =>
    Math.ceil(1000 * readNumber(env, name, fallback, (value) => value > 0 && value <= 600));
  return {
    connections: readNumber(env, 'DATABASE_CONNECTIONS', 10, (count) => Number.isInteger(count) && count >= 1),
    waitMs: seconds('DATABASE_WAIT_SECONDS', 5),
    statementMs: seconds('DATABASE_STATEMENT_SECONDS', 10),
    isNaming: readSwitch(env, 'DATABASE_PREPARED', false),
  };
}

function readMetrics(env: Environment, appPort: number): Config['metrics'] {
  if (!readSwitch(env, 'METRICS', false)) return undefined;
  const port = readPort(env, 'METRICS_PORT', 9464);
  if (port === appPort && port !== 0)
    throw new ConfigError(`METRICS_PORT と PORT: どちらも ${port} 番です。別の番号を指定してください。`);
  return { host: env.METRICS_HOST?.trim() || 'localhost', port };
}

/** The longest interval between scheduled backups. */
const MAX_BACKUP_INTERVAL_MS = 30 * 24 * 3_600_000;

function readBackupEvery(env: Environment): number | undefined {
  const text = env.BACKUP_EVERY?.trim();
  if (!text) return undefined;
  const [, count = '', unit = ''] = /^(\d{1,4})([mhd])$/.exec(text) ?? [];
  const everyMs = Number(count) * ({ m: 60_000, h: 3_600_000, d: 86_400_000 }[unit] ?? 0);
  if (everyMs === 0 || everyMs > MAX_BACKUP_INTERVAL_MS)
    throw new ConfigError(`BACKUP_EVERY: 「${text}」は使えません。30m、6h、1d のように指定してください（30日まで）。`);
  return everyMs;
}

function readBackup(env: Environment): Config['backup'] {
  const folder = env.BACKUP_DIR?.trim();
  const everyMs = readBackupEvery(env);
  const isWhole = (count: number) => Number.isInteger(count) && count >= 1 && count <= 10_000;
  const keep = readNumber(env, 'BACKUP_KEEP', 7, isWhole);
  const named = ['BACKUP_EVERY', 'BACKUP_KEEP'].find((name) => env[name]?.trim());
  if (named && !folder) throw new ConfigError(`${named}: BACKUP_DIR も指定してください。`);
  if (named && readDatabaseUrl(env))
    throw new ConfigError(`${named} と DATABASE_URL: PostgreSQL のバックアップは pg_dump などで作ってください。`);
  return folder ? { folder, everyMs, keep } : undefined;
}

/**
 * Returns the same version as the app's build: APP_VERSION or package.json's. The working directory is the project's
 * folder.
 */
function readVersion(env: Environment): string {
  const named = env.APP_VERSION?.trim();
  return named || (JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version;
}

/**
 * Refuses an app URL with a sub-path: API, files and the service worker's scope are at the root of their host
 * (docs/decisions/0058).
 */
function refuseBasePath(env: Environment): void {
  const path = env.BASE_PATH?.trim();
  if (path && path !== '/')
    throw new ConfigError(
      `BASE_PATH: 「${path}」の下では動きません。専用のホスト名（learn.example.com など）を使ってください。`,
    );
}

/**
 * Reads the variable LOG before the others, so that errors in them are already logged in its format.
 *
 * @throws {ConfigError}
 */
export function readLog(env: Environment): Config['log'] {
  return readWord(env, 'LOG', ['on', 'off', 'json']);
}

/** Reads the whole configuration. @throws {ConfigError} naming the first invalid variable. */
export function readConfig(env: Environment): Config {
  refuseBasePath(env);
  const port = readPort(env, 'PORT', 8080);
  const demo = readWord(env, 'DEMO', ['on', 'off', 'remove']);
  return {
    port,
    host: env.HOST?.trim() || 'localhost',
    dataDir: env.DATA_DIR?.trim() || '.data',
    diskReserveBytes: 2 ** 20 * readNumber(env, 'DISK_RESERVE_MB', 64, (size) => size >= 32 && size <= 1_000_000),
    databaseUrl: readDatabaseUrl(env),
    postgres: readPostgres(env),
    demo: demo === 'on',
    removesDemoPeople: demo === 'remove',
    admin: readAdmin(env),
    accessTokenMinutes: readNumber(env, 'ACCESS_TOKEN_MINUTES', 720, (minutes) => minutes > 0 && minutes <= 525_600),
    passwordCost: readNumber(env, 'PASSWORD_COST', 15, (cost) => Number.isInteger(cost) && cost >= 10 && cost <= 20),
    allowedOrigins: readOrigins(env, 'ALLOWED_ORIGINS'),
    apiHost: readOptionalOrigin(env, 'API_HOST'),
    apiTimeOffset: readTimeOffset(env),
    imageHosts: readImageHosts(env),
    trustProxy: readSwitch(env, 'TRUST_PROXY', false),
    writesPerSecond: readNumber(env, 'WRITES_PER_SECOND', 50, (count) => count >= 50 && count <= 1_000_000),
    backup: readBackup(env),
    metrics: readMetrics(env, port),
    log: readLog(env),
    version: readVersion(env),
    appDir: env.APP_DIR?.trim() || 'dist',
  };
}
