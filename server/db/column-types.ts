/** Custom column types: timestamps, versions, bytes. */
import { sql } from 'drizzle-orm';
import { customType } from 'drizzle-orm/pg-core';

/**
 * A timestamp column in the format of the API: ISO 8601, UTC, milliseconds. No precision is lost, so versions can be
 * compared.
 */
export const instant = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp (3) with time zone',
  fromDriver: (value) => new Date(value).toISOString(),
});

/** A period between two timestamps, without its end; it may have no beginning or no end. Used in SQL only. */
export const timeRange = customType<{ data: string }>({ dataType: () => 'tstzrange' });

/**
 * A version column that was added to existing tables. The default serves older versions of the server, which do not set
 * it.
 */
export const version = () =>
  instant('updated_at')
    .notNull()
    .default(sql`now()`);

/** A column for the bytes of a file. PGlite returns a Uint8Array, node-postgres a Buffer (a subclass). */
export const bytea = customType<{ data: Uint8Array<ArrayBuffer>; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  toDriver: (value) => Buffer.from(value.buffer, value.byteOffset, value.byteLength),
});
