/** Statements that nearly every call makes: their text is put together once, and not at each call. */
import type { Database } from './database';

/**
 * Keeps what `build` makes of a database: drizzle's own prepared statement. In a transaction it is made anew.
 *
 * @param build names the statement by what it is and its `kind`.
 */
export function prepared<Statement, Kind extends string | boolean = never>(
  build: (database: Database, kind: Kind) => Statement,
): (database: Database, ...kind: [Kind] extends [never] ? [] : [Kind]) => Statement {
  const kept = new WeakMap<Database, Map<Kind | undefined, Statement>>();
  return (database, ...[kind]) => {
    const ofDatabase = kept.get(database) ?? new Map<Kind | undefined, Statement>();
    const statement = ofDatabase.get(kind) ?? build(database, kind as Kind);
    kept.set(database, ofDatabase.set(kind, statement));
    return statement;
  };
}
