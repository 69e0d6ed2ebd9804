/** Statements that nearly every call makes: their text is put together once, and not at each call. */
import type { Database } from './database';

/**
 * Keeps what `build` makes of a database, drizzle's own prepared statement, for each of its kinds. In a transaction it is made anew.
 *
 * @param build names the statement by what it is and its kinds.
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
