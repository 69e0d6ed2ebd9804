/**
 * The program of `npm run move -- DATA_DIR DATABASE_URL`: prints each copied table; exit code 1 if anything is missing.
 */
import { readConfig } from '@server/config';
import { unavailableCause } from '@server/db/database-unavailable';
import { describeError } from '@server/lib/describe-error';
import { ConfigError } from '@server/lib/environment';

import { migrateToPostgres } from './migrate';

const USAGE = '使い方: npm run move -- DATA_DIR DATABASE_URL';
const UNAVAILABLE = 'DATABASE_URL: 途中で切れました。もう一度実行すると、続きから移します。';

async function run([dataDir, url]: readonly string[]): Promise<void> {
  const config = readConfig({
    ...process.env,
    ...(dataDir && { DATA_DIR: dataDir }),
    ...(url && { DATABASE_URL: url }),
  });
  const { databaseUrl } = config;
  if (!dataDir || !databaseUrl) throw new ConfigError(USAGE);
  const counts = await migrateToPostgres({ ...config, databaseUrl });
  for (const [table, count] of Object.entries(counts)) console.log(`✓ ${table}: ${count} 行`);
  console.log(`すべて移し、元と同じであることを確かめました。${dataDir} はそのままです。`);
}

try {
  await run(process.argv.slice(2));
  process.exit(0);
} catch (error) {
  if (error instanceof ConfigError) console.error(error.message);
  else console.error(unavailableCause(error) ? UNAVAILABLE : describeError(error));
  process.exit(1);
}
