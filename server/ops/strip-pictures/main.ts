/** The program of `npm run strip-pictures`: prints each changed picture; a later run continues where this one ended. */
import { existsSync } from 'node:fs';

import type { StrippedPicture } from '@server/api/content/strip-stored';
import { type Config, readConfig } from '@server/config';
import { unavailableCause } from '@server/db/database-unavailable';
import { openDatabase } from '@server/db/open-database';
import { databaseFolder } from '@server/db/open-pglite';
import { prepareDatabase } from '@server/db/prepare-database';
import { describeError } from '@server/lib/describe-error';
import { ConfigError } from '@server/lib/environment';

import { askCount, askToStrip, stripNext } from './picture-calls';

const UNAVAILABLE = 'DATABASE_URL: 途中で切れました。もう一度実行すると、続きから消します。';

type Next = (after: string) => Promise<StrippedPicture | undefined>;

/** Asks the server that uses the data folder to strip pictures; if no server runs, opens the database itself. */
async function chooseNext(config: Config): Promise<Next> {
  const { dataDir, databaseUrl } = config;
  if (!databaseUrl) {
    if (!existsSync(databaseFolder(dataDir)))
      throw new ConfigError(`DATA_DIR: ${dataDir} にデータベースがありません。`);
    if ((await askCount(dataDir)) !== undefined) return (after) => askToStrip(dataDir, after);
  }
  const open = await openDatabase(config);
  // Migrate the database, which an older version may have written.
  await prepareDatabase(open.patient, async () => undefined);
  return async (after) => {
    const picture = await stripNext(open, config, after);
    if (!picture) await open.close();
    return picture;
  };
}

async function run(): Promise<void> {
  const next = await chooseNext(readConfig(process.env));
  const counts = { changed: 0, clean: 0, unreadable: 0 };
  for (let picture = await next(''); picture; picture = await next(picture.id)) {
    const { fileName, outcome } = picture;
    counts[outcome] += 1;
    if (outcome === 'changed') console.log(`✓ ${fileName}`);
    if (outcome === 'unreadable') console.log(`！ ${fileName}: 読み取れないため、そのままです。`);
  }
  const left =
    counts.unreadable === 0 ? '' : `${counts.unreadable}件は読み取れません。削除するか、置き換えてください。`;
  console.log(
    `画像${counts.changed}件から、場所などの情報を消しました。${counts.clean}件には、ありませんでした。${left}`,
  );
}

try {
  await run();
  process.exit(0);
} catch (error) {
  if (error instanceof ConfigError) console.error(error.message);
  else console.error(unavailableCause(error) ? UNAVAILABLE : describeError(error));
  process.exit(1);
}
