/** The program of `npm run backup`: asks the running server for a backup, or makes it itself if no server runs. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

import { type Config, readConfig } from '@server/config';
import { askHolder, lockDataFolder } from '@server/db/data-lock';
import { databaseFolder } from '@server/db/open-pglite';
import { describeError } from '@server/lib/describe-error';
import { ConfigError } from '@server/lib/environment';
import * as z from 'zod/mini';

import { formatBytes } from '@/lib/format-bytes';

import { type backupCallSchema, backupAnswerSchema, requireBackupFolder } from './backup-schedule';
import { type BackupPlace, type MadeBackup, makeBackup } from './make-backup';

function readPlace(config: Config): BackupPlace {
  if (config.databaseUrl)
    throw new ConfigError('DATABASE_URL: PostgreSQL のバックアップは pg_dump か pg_basebackup で作ってください。');
  if (!config.backup) throw new ConfigError('BACKUP_DIR: バックアップを置くフォルダーを指定してください。');
  requireBackupFolder(config);
  if (!existsSync(databaseFolder(config.dataDir)))
    throw new ConfigError(`DATA_DIR: ${config.dataDir} にデータベースがありません。`);
  return { folder: resolve(config.backup.folder), keep: config.backup.keep };
}

/** Makes a backup of a database that no server uses. The lock keeps servers from starting meanwhile. */
async function makeOffline({ dataDir, version }: Config, place: BackupPlace): Promise<MadeBackup> {
  const unlock = await lockDataFolder(dataDir);
  try {
    return await makeBackup({ folder: databaseFolder(dataDir), version }, place, new AbortController().signal);
  } finally {
    unlock();
  }
}

async function make(config: Config): Promise<MadeBackup> {
  const place = readPlace(config);
  const call: z.infer<typeof backupCallSchema> = { backup: place };
  const line = await askHolder(config.dataDir, JSON.stringify(call));
  if (line === undefined) return makeOffline(config, place);
  if (line === '') throw new ConfigError(`DATA_DIR: ${config.dataDir} のサーバーは、バックアップを作れません。`);
  const answer = z.parse(backupAnswerSchema, JSON.parse(line));
  if ('error' in answer) throw new ConfigError(`BACKUP_DIR: バックアップを作れませんでした。${answer.error}`);
  return answer;
}

try {
  const { path, bytes, seconds } = await make(readConfig(process.env));
  console.log(`バックアップを作りました: ${path}（${formatBytes(bytes)}、${seconds.toFixed(1)}秒）`);
  process.exit(0);
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : describeError(error));
  process.exit(1);
}
