/** What the server is told by its environment, checked before anything starts. */
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
  /** What its disk must have left for anything to be saved. */
  diskReserveBytes: number;
  /** A PostgreSQL to use instead of the data folder. */
  databaseUrl: string | undefined;
  /** How it is asked. */
  postgres: { connections: number; waitMs: number; statementMs: number; isNaming: boolean };
  /** Whether an empty database is filled with demo data. */
  demo: boolean;
  /** Whether the people of the demo are deleted; without demo and this, they end the start. */
  removesDemoPeople: boolean;
  /** Made, or restored, at the start. */
  admin: { username: string; password: string } | undefined;
  accessTokenMinutes: number;
  /** The binary logarithm of scrypt's N for passwords that are set from now on. */
  passwordCost: number;
  allowedOrigins: readonly string[];
  /** Where the app was built to find the API, if not here; it goes into the Content-Security-Policy. */
  apiHost: string | undefined;
  /** Whose pictures the app was built to show by URL, beside those from here and the API's; see {@link readImageHosts}. */
  imageHosts: readonly string[];
  /** Whether X-Forwarded-For and X-Forwarded-Proto are a proxy's of ours. */
  trustProxy: boolean;
  /** How many writes a person may make, on average over 40 s. */
  writesPerSecond: number;
  /** Where backups lie; `everyMs` without which none is made unasked. */
  backup: { folder: string; everyMs: number | undefined; keep: number } | undefined;
  /** Where Prometheus asks. */
  metrics: { host: string; port: number } | undefined;
  /** Lines for people, or objects for programs; `off`: nothing of single requests. */
  log: 'on' | 'off' | 'json';
  /** What names this build. */
  version: string;
  /** The folder of the built app. */
  appDir: string;
}

/**
 * Whose pictures are shown by URL, each once, in one order: CONTENT_HOST and IMAGE_HOSTS. The build puts the same list
 * into the app.
 *
 * @throws {ConfigError} for what is no origin, or is asked without encryption.
 */
export function readImageHosts(env: Environment): string[] {
  const named = readOrigins(env, 'IMAGE_HOSTS');
  const open = named.find((origin) => !/^https:|^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|$)/.test(origin));
  if (open) throw new ConfigError(`IMAGE_HOSTS: 「${open}」は https:// で始まるように指定してください。`);
  const contentHost = readOptionalOrigin(env, 'CONTENT_HOST');
  return [...new Set([...(contentHost ? [contentHost] : []), ...named])].toSorted();
}

function readDatabaseUrl(env: Environment): string | undefined {
  const text = readSecret(env, 'DATABASE_URL')?.trim();
  if (!text) return undefined;
  // The value holds a password: it is not repeated.
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
  // As src/api/users.ts asks; the build reads this file, and knows no `@/`.
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

/** Between two backups. */
const LONGEST_MS = 30 * 24 * 3_600_000;

function readBackupEvery(env: Environment): number | undefined {
  const text = env.BACKUP_EVERY?.trim();
  if (!text) return undefined;
  const [, count = '', unit = ''] = /^(\d{1,4})([mhd])$/.exec(text) ?? [];
  const everyMs = Number(count) * ({ m: 60_000, h: 3_600_000, d: 86_400_000 }[unit] ?? 0);
  if (everyMs === 0 || everyMs > LONGEST_MS)
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

/** As the app's build has it; the server runs in the project's folder. */
function readVersion(env: Environment): string {
  const named = env.APP_VERSION?.trim();
  return named || (JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version;
}

/** The API, its files and the worker's scope stand at the top of their host (docs/decisions/0058). */
function refuseBasePath(env: Environment): void {
  const path = env.BASE_PATH?.trim();
  if (path && path !== '/')
    throw new ConfigError(
      `BASE_PATH: 「${path}」の下では動きません。専用のホスト名（learn.example.com など）を使ってください。`,
    );
}

/** By itself, for what is said of the others. @throws {ConfigError} */
export function readLog(env: Environment): Config['log'] {
  return readWord(env, 'LOG', ['on', 'off', 'json']);
}

/** Reads the server's configuration. @throws {ConfigError} naming the first variable that is wrong. */
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
