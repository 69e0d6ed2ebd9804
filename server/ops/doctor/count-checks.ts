/** Counts the stored pictures that may still have metadata, and what is in the trash. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Config } from '@server/config';
import { copyDataFolder } from '@server/db/copy-data-folder';
import { corruptionFailure, openingFailed } from '@server/db/corruption';
import { databaseFolder, openPGlite } from '@server/db/open-pglite';
import { freeBytes } from '@server/db/restartable-pglite';
import { describeError } from '@server/lib/describe-error';
import { ConfigError } from '@server/lib/environment';
import { askCount, countForDoctor, type DatabaseCounts } from '@server/ops/strip-pictures/picture-calls';

import { type Finding, fail, pass, warn } from './finding';

const ABOUT = '画像';
/** Free space with which a copy of the database can be opened, bytes. */
const MIN_FREE_BYTES = 2 ** 26;

/** Returns doctor's finding about the number of pictures with metadata. */
function pictureFinding(count: number): Finding {
  if (count === 0) return pass(ABOUT, '場所などの情報が残っている画像はありません。');
  return warn(ABOUT, `場所などの情報をまだ消していない画像が${count}件あります。npm run strip-pictures で消せます。`);
}

/** Returns doctor's findings about a database's counts. */
export function countFindings({ count, trash }: DatabaseCounts): Finding[] {
  return [pictureFinding(count), ...(trash ? [trashFinding(trash)] : [])];
}

/** Returns doctor's finding about the trash. */
function trashFinding({ count, newerCount }: NonNullable<DatabaseCounts['trash']>): Finding {
  const words = `${count}件あります。削除から30日を過ぎたものは、次に何かを削除したときに消えます。`;
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
 * Counts pictures and trash: asks the running server that uses the embedded database; if none runs, counts in a copy of the data folder.
 * No findings before a server's first start.
 */
export async function checkCounts({ dataDir }: Config): Promise<Finding[]> {
  if (!existsSync(databaseFolder(dataDir))) return [];
  try {
    const counts = await askCount(dataDir);
    return counts ? countFindings(counts) : await checkCopy(dataDir);
  } catch (error) {
    const why = error instanceof ConfigError ? error.message : describeError(error);
    return [warn(ABOUT, `情報が残っている画像を数えられません。${why}`)];
  }
}
