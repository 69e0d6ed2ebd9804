/** Runs all checks of `npm run doctor` for misconfiguration. The checks change nothing. */
import { accessSync, constants, existsSync, lstatSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

import { type ListenAddress, originOf } from '@server/api/http/listen';
import { requireBuiltFor } from '@server/api/static/built-for';
import { type Config, readConfig } from '@server/config';
import { copyDataFolder } from '@server/db/copy-data-folder';
import { corruptionFailure, openingFailed, requireWholeFiles } from '@server/db/corruption';
import { lockDataFolder } from '@server/db/data-lock';
import type { Database } from '@server/db/database';
import { databaseFolder, openPGlite } from '@server/db/open-pglite';
import { openPostgres } from '@server/db/open-postgres';
import {
  encodingFaultWords,
  findVersionFault,
  requireRecentServer,
  versionFaultWords,
} from '@server/db/postgres-version';
import { freeBytes } from '@server/db/restartable-pglite';
import { describeError } from '@server/lib/describe-error';
import { ConfigError, type Environment } from '@server/lib/environment';
import { addressesOf, isMissingAddress } from '@server/lib/loopbacks.mjs';
import { newestBackupMs } from '@server/ops/backup/backup-folder';
import { oldAfterMs } from '@server/ops/backup/backup-schedule';
import { askCount, countForDoctor, type DatabaseCounts } from '@server/ops/strip-pictures/picture-calls';
import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';

import { HOUR_MS, SECOND_MS } from '@/lib/constants';
import { formatBytes } from '@/lib/format-bytes';

const ABOUT = '画像';
/** Free space with which a copy of the database can be opened, bytes. */
const MIN_FREE_BYTES = 2 ** 26;

/** The result of one check of `npm run doctor`. */
interface Finding {
  /** The variable that was checked, or a Japanese name of the checked thing. */
  about: string;
  state: 'pass' | 'warn' | 'fail';
  /** The finding as a Japanese sentence; for `fail`, with what to do. */
  words: string;
}

/** All right. */
const pass = (about: string, words: string): Finding => ({ about, state: 'pass', words });
/** Creates a `warn` finding: the server works, but the operator should know of this. */
const warn = (about: string, words: string): Finding => ({ about, state: 'warn', words });
/** Creates a `fail` finding: the server would not start, or could lose data. */
const fail = (about: string, words: string): Finding => ({ about, state: 'fail', words });

/** Returns doctor's finding about the number of pictures with metadata. */
function pictureFinding(count: number): Finding {
  if (count === 0) return pass(ABOUT, '場所などの情報が残っている画像はありません。');
  return warn(ABOUT, `場所などの情報をまだ消していない画像が${count}件あります。npm run strip-pictures で消せます。`);
}

/** Returns doctor's findings about a database's counts. */
function countFindings({ count, trash, wrongReads }: DatabaseCounts): Finding[] {
  return [
    pictureFinding(count),
    ...(trash ? [trashFinding(trash)] : []),
    ...(wrongReads === undefined ? [] : [readsFinding(wrongReads)]),
  ];
}

/** Returns doctor's finding about the stored numbers of readings. */
function readsFinding(wrongCount: number): Finding {
  const about = '読了の集計';
  if (wrongCount === 0) return pass(about, '読了の記録と一致しています。');
  return fail(
    about,
    `${wrongCount}件が読了の記録と一致しません。次のようにすると、次の起動で数え直します。組み込みのデータベース：サーバーを止めて npm run backup を実行し、そのバックアップを npm run restore で新しいフォルダーに戻す。PostgreSQL：DELETE FROM settings WHERE key = 'read-counts' を実行する。`,
  );
}

/** Returns doctor's finding about the trash. */
function trashFinding({ count, newerCount }: NonNullable<DatabaseCounts['trash']>): Finding {
  const words = `${count}件あります。削除から30日を過ぎたものは、1日以内に消えます。`;
  if (newerCount === 0) return pass('ごみ箱', words);
  return warn(
    'ごみ箱',
    `${words}うち${newerCount}件は新しい版のサーバーで削除されたもので、この版では元に戻せません。`,
  );
}

/**
 * Counts pictures and trash in a copy of the data folder, because opening it would write to it.
 *
 * @throws {ConfigError} if the folder is in use, cannot be locked or copied, or its database cannot be opened or read.
 */
async function countInCopy(dataDir: string): Promise<DatabaseCounts> {
  const copy = mkdtempSync(join(tmpdir(), 'manabiba-doctor-'));
  try {
    await copyDataFolder(dataDir, copy);
    const { database, close } = await openPGlite(copy).catch(() => {
      throw freeBytes(copy) < MIN_FREE_BYTES
        ? new ConfigError('TMPDIR: 空き容量が足りません。')
        : openingFailed(dataDir);
    });
    try {
      return await countForDoctor(database);
    } catch (error) {
      throw corruptionFailure(error, dataDir) ?? error;
    } finally {
      await close();
    }
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** Counts in a copy, which also finds out whether a start could lock the folder and open its database. */
async function checkCopy(dataDir: string): Promise<Finding[]> {
  try {
    return countFindings(await countInCopy(dataDir));
  } catch (error) {
    const [, words] = /^DATA_DIR: (.*)/.exec(error instanceof ConfigError ? error.message : '') ?? [];
    if (words) return [fail('DATA_DIR', words)];
    throw error;
  }
}

/**
 * Counts pictures and trash: asks the running server that uses the embedded database; if none runs, counts in a copy of
 * the data folder. No findings before a server's first start.
 */
async function checkCounts({ dataDir }: Config): Promise<Finding[]> {
  if (!existsSync(databaseFolder(dataDir))) return [];
  try {
    const counts = await askCount(dataDir);
    return counts ? countFindings(counts) : await checkCopy(dataDir);
  } catch (error) {
    const why = error instanceof ConfigError ? error.message : describeError(error);
    return [warn(ABOUT, `情報が残っている画像を数えられません。${why}`)];
  }
}

/** The oldest major version of PostgreSQL that still gets fixes. */
const OLDEST_SUPPORTED = 14;
/** Tolerated difference of clocks, ms: network delay and rounding are smaller. */
const MAX_CLOCK_DIFFERENCE_MS = 5 * SECOND_MS;

const rowSchema = z.object({
  version: z.string(),
  encoding: z.string(),
  mayCreate: z.boolean(),
  isReadOnly: z.boolean(),
  maxConnections: z.coerce.number(),
  nowMs: z.coerce.number(),
});

async function readState(database: Database) {
  const result = await database.execute(sql`
    select current_setting('server_version') as "version",
      current_setting('server_encoding') as "encoding",
      has_schema_privilege(current_user, 'public', 'create') as "mayCreate",
      current_setting('transaction_read_only') = 'on' as "isReadOnly",
      current_setting('max_connections')::int as "maxConnections",
      extract(epoch from clock_timestamp())::double precision * 1000 as "nowMs"`);
  return z.parse(rowSchema, (result as unknown as { rows: unknown[] }).rows[0]);
}

/** Checks the version of PostgreSQL as a start does, and warns of one without fixes. */
export function checkServerVersion(version: string): Finding {
  const about = 'DATABASE_URL';
  try {
    requireRecentServer(version);
  } catch (error) {
    return fail(about, (error as Error).message.replace(/^DATABASE_URL: /, ''));
  }
  const isOld = Number.parseInt(version, 10) < OLDEST_SUPPORTED;
  return (isOld ? warn : pass)(about, `PostgreSQL ${version} につながります。`);
}

async function checkOpenDatabase(database: Database, { postgres }: Config): Promise<Finding[]> {
  const about = 'DATABASE_URL';
  const { version, encoding, mayCreate, isReadOnly, maxConnections, nowMs } = await readState(database);
  const encodingFault = encodingFaultWords(encoding);
  const ahead = Math.round((nowMs - Date.now()) / SECOND_MS);
  return [
    checkServerVersion(version),
    ...(encodingFault ? [fail(about, encodingFault)] : []),
    isReadOnly ? fail(about, '書き込みができないデータベースです。') : pass(about, '書き込めます。'),
    mayCreate
      ? pass(about, 'テーブルを作れます。')
      : fail(about, 'このユーザーには、テーブルを作る権限がありません。GRANT CREATE ON SCHEMA public TO …'),
    postgres.connections < maxConnections
      ? pass('DATABASE_CONNECTIONS', `${postgres.connections}（相手の上限は ${maxConnections}）`)
      : fail(
          'DATABASE_CONNECTIONS',
          `${postgres.connections} は、相手の上限 ${maxConnections} より少なくしてください。`,
        ),
    Math.abs(ahead * SECOND_MS) > MAX_CLOCK_DIFFERENCE_MS
      ? fail('時計', `データベースの時計と${Math.abs(ahead)}秒ずれています。時刻を合わせてください。`)
      : pass('時計', 'データベースと合っています。'),
    ...countFindings(await countForDoctor(database)),
  ];
}

/** Connects to a PostgreSQL and checks it. */
async function checkPostgres(databaseUrl: string, config: Config): Promise<Finding[]> {
  try {
    const { database, close } = await openPostgres(databaseUrl, config.postgres);
    try {
      return await checkOpenDatabase(database, config);
    } finally {
      await close();
    }
  } catch (error) {
    const words = error instanceof ConfigError ? error.message.replace(/^DATABASE_URL: /, '') : String(error);
    return [fail('DATABASE_URL', words)];
  }
}

const messageOf = (error: unknown) => (error instanceof ConfigError ? error.message : String(error));

function readSettings(env: Environment): { config?: Config; finding: Finding } {
  try {
    return { config: readConfig(env), finding: pass('設定', '読めました。') };
  } catch (error) {
    return { finding: fail('設定', messageOf(error)) };
  }
}

function checkApp(config: Config): Finding {
  if (!existsSync(join(config.appDir, 'index.html')))
    return warn('アプリ', `${config.appDir} にありません。npm run build か npm start で作られます。`);
  try {
    requireBuiltFor(config);
    return pass('アプリ', `${config.appDir} にあります。`);
  } catch (error) {
    return fail('アプリ', messageOf(error));
  }
}

/** Checks for combinations of variables that let in the wrong people or lock everyone out. */
function checkLogins({ demo, apiHost, host, admin }: Config): Finding[] {
  const findings: Finding[] = [];
  const isPublic = !['localhost', '127.0.0.1', '::1'].includes(host);
  if (demo && isPublic)
    findings.push(warn('DEMO', '公開されているパスワードで誰でもログインできます。本番では DEMO=off にしてください。'));
  if (demo && apiHost)
    findings.push(warn('API_HOST', `アプリは ${apiHost} につながります。デモの利用者ではログインできません。`));
  if (admin)
    findings.push(warn('ADMIN_PASSWORD', '起動のたびに管理者のパスワードを設定し直します。済んだら外してください。'));
  return findings;
}

/** Returns true for whatever exists, also for a link to nothing, whose place no folder can take. */
function exists(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch {
    return false;
  }
}

/** Returns the folder if it exists, or its nearest existing parent. */
function nearestExisting(folder: string): string {
  return exists(folder) ? folder : nearestExisting(dirname(resolve(folder)));
}

function mayWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Checks that the folder's database has the PostgreSQL version that this server opens, and that none of its main files
 * is missing.
 */
function checkDatabase(dataDir: string): Finding[] {
  const folder = databaseFolder(dataDir);
  const fault = findVersionFault(folder);
  if (fault) return [fail('DATA_DIR', `${folder}: ${versionFaultWords(fault)}`)];
  try {
    requireWholeFiles(folder);
    return [];
  } catch {
    return [fail('DATA_DIR', openingFailed(dataDir).message.replace(/^DATA_DIR: /, ''))];
  }
}

/** Checks before the first start that the disk can hold a lock, in a temporary folder. */
async function checkNewLock(existing: string): Promise<Finding[]> {
  try {
    const folder = mkdtempSync(join(existing, '.manabiba-'));
    try {
      (await lockDataFolder(folder))();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    return [];
  } catch (error) {
    const words = error instanceof Error ? error.message.replace(/^DATA_DIR: /, '') : String(error);
    // Name the folder that exists: the temporary one is gone when the words are read.
    return [fail('DATA_DIR', words.replace(/\/\.manabiba-\w+/, ''))];
  }
}

/** Checks the embedded database's folder: permissions, version and free space. */
export async function checkDataFolder({ dataDir, diskReserveBytes }: Config): Promise<Finding[]> {
  const existing = nearestExisting(dataDir);
  if (!mayWrite(existing) || !statSync(existing).isDirectory())
    return [fail('DATA_DIR', `${existing} に書き込めません。サーバーを動かす利用者のものにしてください。`)];
  const isNew = existing !== dataDir;
  const isOpen = !isNew && process.platform !== 'win32' && (statSync(existing).mode & 0o077) !== 0;
  const state = isOpen
    ? warn('DATA_DIR', `${dataDir} はほかの利用者も読めます。chmod 700 ${dataDir}`)
    : pass('DATA_DIR', isNew ? `${dataDir} は最初の起動で作られます。` : `${dataDir} に書き込めます。`);
  const faults = existsSync(databaseFolder(dataDir)) ? checkDatabase(dataDir) : await checkNewLock(existing);
  const free = freeBytes(existing);
  const room = `空き容量は${formatBytes(free)}です。`;
  if (free < diskReserveBytes)
    return [
      state,
      ...faults,
      fail('DISK_RESERVE_MB', `${room}${formatBytes(diskReserveBytes)}より少ないため、保存を断ります。`),
    ];
  return [state, ...faults, pass('DISK_RESERVE_MB', room)];
}

/** Checks the age of the newest file in BACKUP_DIR, whatever program made it. */
async function checkBackups({ backup }: Config): Promise<Finding[]> {
  if (!backup) return [warn('BACKUP_DIR', '指定がありません。バックアップを別に用意してください。')];
  const { folder, everyMs } = backup;
  if (!existsSync(folder)) return [fail('BACKUP_DIR', `${folder} がありません。`)];
  const newest = await newestBackupMs(folder);
  if (newest === undefined) return [fail('BACKUP_DIR', `${folder} にバックアップがまだありません。`)];
  const hours = Math.max(0, Math.floor((Date.now() - newest) / HOUR_MS));
  const words = `いちばん新しいバックアップは${hours}時間前のものです。`;
  return [Date.now() - newest > oldAfterMs(everyMs) ? fail('BACKUP_DIR', words) : pass('BACKUP_DIR', words)];
}

/** Tries to listen on a port. @returns the error's code, or undefined if the port is free. */
function listenError(address: string, port: number): Promise<string | undefined> {
  return new Promise((done) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => done(error.code ?? 'unknown'));
    probe.listen(port, address, () => probe.close(() => done(undefined)));
  });
}

/** Returns the version of a まなびば server on a port; undefined if there is none. */
async function runningVersion(address: string, port: number): Promise<string | undefined> {
  const signal = AbortSignal.timeout(2000);
  const answer = await fetch(`${originOf(address, port)}/healthz`, { signal }).catch(() => undefined);
  return /^ok\nversion: (.+)$/m.exec((await answer?.text()) ?? '')?.[1];
}

/**
 * Checks that a port is free at one address, or that our own server uses it; undefined if this computer lacks the
 * address.
 */
async function checkAddress(about: string, address: string, port: number): Promise<Finding | undefined> {
  const code = await listenError(address, port);
  if (!code) return pass(about, `${port} 番は空いています。`);
  if (isMissingAddress(code)) return undefined;
  if (code !== 'EADDRINUSE') return fail(about, `${address} の ${port} 番を使えません（${code}）。`);
  const version = await runningVersion(address, port);
  if (version) return pass(about, `${port} 番で、まなびば ${version} が動いています。`);
  return fail(about, `${port} 番はほかのプログラムが使っています（${address}）。`);
}

/** Checks a port at all addresses of its host, of which `localhost` has two. @param about the variable of the port. */
async function checkPort(about: string, { host, port }: ListenAddress): Promise<Finding> {
  const checked = await Promise.all(addressesOf(host).map((address) => checkAddress(about, address, port)));
  const findings = checked.filter((finding) => finding !== undefined);
  const worst = findings.find(({ state }) => state === 'fail') ?? findings.find(({ words }) => /動いて/.test(words));
  return worst ?? findings[0] ?? fail(about, `${host} の ${port} 番を使えません（このコンピューターにない番地です）。`);
}

/** Checks that the clock is not earlier than the installed files: versions and study days depend on it. */
function checkClock(): Finding {
  const time = new Date();
  const written = statSync('package.json').mtimeMs;
  if (time.getTime() < written) return fail('時計', `${time.toISOString()} は遅れています。時刻を合わせてください。`);
  return pass('時計', time.toISOString());
}

/** Checks the embedded database; opens a copy only of a folder without faults. */
async function checkEmbedded(config: Config): Promise<Finding[]> {
  const findings = await checkDataFolder(config);
  const isFaulty = findings.some(({ about, state }) => about === 'DATA_DIR' && state === 'fail');
  return isFaulty ? findings : [...findings, ...(await checkCounts(config))];
}

async function checkWithConfig(config: Config): Promise<Finding[]> {
  const { databaseUrl, metrics } = config;
  return [
    ...(databaseUrl ? await checkPostgres(databaseUrl, config) : await checkEmbedded(config)),
    await checkPort('PORT', config),
    ...(metrics ? [await checkPort('METRICS_PORT', metrics)] : []),
    checkApp(config),
    ...checkLogins(config),
    ...(await checkBackups(config)),
  ];
}

/** Runs all of doctor's checks with the given environment variables. */
export async function runChecks(env: Environment): Promise<Finding[]> {
  const { config, finding } = readSettings(env);
  const node = pass('Node.js', process.versions.node);
  return [node, finding, checkClock(), ...(config ? await checkWithConfig(config) : [])];
}
