/** Opens the configured database: PGlite or PostgreSQL. */
import type { Config } from '@server/config';

import type { OpenDatabase } from './database';
import { openPGlite } from './open-pglite';
import { openPostgres } from './open-postgres';

/** Opens the database. @throws {ConfigError} if it cannot be opened. */
export function openDatabase(config: Config): Promise<OpenDatabase> {
  return config.databaseUrl ? openPostgres(config.databaseUrl, config.postgres) : openPGlite(config.dataDir);
}
