/** Removes the metadata of pictures that were stored before the server did so (docs/decisions/0068). */
import type { Database } from '@server/db/database';
import { contents } from '@server/db/schema';
import { and, asc, eq, gt, sql } from 'drizzle-orm';

import { stripPicture } from '@/api/picture-metadata/strip-picture';

/** The result for a stored picture. `unreadable`: its metadata cannot be found, so it stays as it is. */
export interface StrippedPicture {
  id: string;
  fileName: string;
  outcome: 'changed' | 'clean' | 'unreadable';
}

const isUnstripped = and(
  eq(contents.fileType, 'img'),
  sql`${contents.strippedVersion} is distinct from ${contents.updatedAt}`,
);

/**
 * SQL for the picture's next version, 1 ms after the current one. The present time would change the order and the dates
 * of the files.
 */
const nextVersion = sql<string>`${contents.updatedAt} + interval '1 millisecond'`;

/** Removes a stored picture's metadata, and returns the result and the new values of its row, if it changes. */
function changesTo(bytes: Uint8Array<ArrayBuffer>) {
  const stripped = stripPicture(bytes);
  if (!stripped) return { outcome: 'unreadable' } as const;
  if (stripped === bytes) return { outcome: 'clean', values: { strippedVersion: sql`${contents.updatedAt}` } } as const;
  const values = { bytes: stripped, byteLength: stripped.length, updatedAt: nextVersion, strippedVersion: nextVersion };
  return { outcome: 'changed', values } as const;
}

/**
 * Removes the metadata of the next picture, in a transaction. A changed picture gets a new version, and with it a new
 * address.
 *
 * @param after the id of the picture before it; '' for the first.
 * @returns undefined when no picture is left.
 */
export function stripNextPicture(database: Database, after: string): Promise<StrippedPicture | undefined> {
  return database.transaction(async (transaction) => {
    const { id, fileName, bytes } = contents;
    const [picture] = await transaction
      .select({ id, fileName, bytes })
      .from(contents)
      .where(and(isUnstripped, gt(id, after)))
      .orderBy(asc(id))
      .limit(1)
      .for('update');
    if (!picture) return undefined;
    const { values, outcome } = changesTo(new Uint8Array(picture.bytes));
    if (values) await transaction.update(contents).set(values).where(eq(id, picture.id));
    return { id: picture.id, fileName: picture.fileName, outcome };
  });
}

/** Counts the pictures that may still have metadata, in a database of any version. */
export async function countUnstripped(database: Database): Promise<number> {
  const rowsOf = async (query: ReturnType<typeof sql>) =>
    ((await database.execute(query)) as unknown as { rows: { name: string }[] }).rows;
  const columns = await rowsOf(sql`
    select column_name as name from information_schema.columns
    where table_schema = current_schema() and table_name = 'contents'`);
  if (columns.length === 0) return 0;
  const isKnown = columns.some(({ name }) => name === 'stripped_version');
  return database.$count(contents, isKnown ? isUnstripped : eq(contents.fileType, 'img'));
}
