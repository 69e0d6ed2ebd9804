/**
 * Counts the readings again on which the table `read_counts` depends. Triggers keep the numbers
 * (docs/decisions/0098); here they are computed from the readings themselves.
 */
import { takeAdvisoryLock } from '@server/db/advisory-lock';
import type { Database } from '@server/db/database';
import { settings } from '@server/db/schema';
import { eq, sql } from 'drizzle-orm';

/** The version of the numbers and of their triggers. Raise it with a migration that changes the triggers. */
const VERSION = 1;
/** The setting with the version of the stored numbers; without it, the next start counts again. */
export const READ_COUNTS_SETTING = 'read-counts';

const counted = sql`
  select r.user_id, s.course_id, count(*)::int as reads
  from lesson_reads r
  join lessons l on l.id = r.lesson_id join chapters ch on ch.id = l.chapter_id join sections s on s.id = ch.section_id
  group by r.user_id, s.course_id`;

/** Counts all readings again. Readings and changes of the curriculum wait until the transaction ends. */
export async function recountReads(transaction: Database): Promise<void> {
  await takeAdvisoryLock(transaction, 'courses');
  await transaction.execute(sql`lock table lesson_reads in share row exclusive mode`);
  await transaction.execute(sql`delete from read_counts`);
  await transaction.execute(sql`insert into read_counts (user_id, course_id, reads) ${counted}`);
}

/** Counts all readings again if the stored numbers are of another version, as after a restore. */
export async function prepareReadCounts(transaction: Database): Promise<void> {
  const [stored] = await transaction.select().from(settings).where(eq(settings.key, READ_COUNTS_SETTING));
  if (stored?.value === VERSION) return;
  await recountReads(transaction);
  const row = { key: READ_COUNTS_SETTING, value: VERSION };
  await transaction
    .insert(settings)
    .values(row)
    .onConflictDoUpdate({ target: settings.key, set: { value: VERSION } });
}

/**
 * Compares the stored numbers with the readings.
 *
 * @returns the number of wrong rows; undefined in a database whose tables are older.
 */
export async function countWrongReads(database: Database): Promise<number | undefined> {
  const tables = await database.execute(sql`select 1 from pg_class where oid = to_regclass('read_counts')`);
  if ((tables as unknown as { rows: unknown[] }).rows.length === 0) return undefined;
  const wrong = await database.execute(sql`
    select count(*)::int as count
    from read_counts stored full join (${counted}) counted using (user_id, course_id)
    where stored.reads is distinct from counted.reads`);
  return (wrong as unknown as { rows: { count: number }[] }).rows[0]?.count;
}
