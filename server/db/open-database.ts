/** Opens the database that the configuration names. */
import type { Config } from '@server/config';

import type { OpenDatabase } from './database';
import { openPGlite } from './open-pglite';
import { openPostgres } from './open-postgres';

/** @throws {ConfigError} when it cannot be had. */
export function openDatabase(config: Config): Promise<OpenDatabase> {
  return config.databaseUrl ? openPostgres(config.databaseUrl, config.postgres) : openPGlite(config.dataDir);
}
