/** The column types that PostgreSQL and JavaScript see differently. */
import { sql } from 'drizzle-orm';
import { customType } from 'drizzle-orm/pg-core';

/** A point in time as the wire writes it: ISO 8601, UTC, milliseconds; so a version read is the version compared. */
export const instant = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp (3) with time zone',
  fromDriver: (value) => new Date(value).toISOString(),
});

/** The version of a row, in tables that were there before it: a server that knows none of it leaves it to the database. */
export const version = () =>
  instant('updated_at')
    .notNull()
    .default(sql`now()`);

/** Bytes of a file; PGlite gives a Uint8Array, node-postgres a Buffer, which is one. */
export const bytea = customType<{ data: Uint8Array<ArrayBuffer>; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  toDriver: (value) => Buffer.from(value.buffer, value.byteOffset, value.byteLength),
});
