/** Prepared statements: drizzle builds their SQL once per database instead of at each call. */
import type { Database } from './database';

/**
 * Caches a prepared statement for each database and combination of `kinds` (the arguments of `build`). A transaction is
 * another database object, and builds its own statements.
 *
 * @param build prepares the statement; its name must contain the kinds.
 * @returns a function that returns the cached statement.
 */
export function preparedStatement<Statement, Kinds extends readonly (string | boolean)[]>(
  build: (database: Database, ...kinds: Kinds) => Statement,
): (database: Database, ...kinds: Kinds) => Statement {
  const kept = new WeakMap<Database, Map<string, Statement>>();
  return (database, ...kinds) => {
    const ofDatabase = kept.get(database) ?? new Map<string, Statement>();
    const key = kinds.join();
    const statement = ofDatabase.get(key) ?? build(database, ...kinds);
    kept.set(database, ofDatabase.set(key, statement));
    return statement;
  };
}
