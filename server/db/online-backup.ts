/**
 * Copies the embedded database while it is in use, as pg_basebackup does: replaying the WAL makes the copy consistent.
 */
import type { PGlite } from '@electric-sql/pglite';

/** The steps of copying a database in use, in this order. */
export interface CopySteps {
  /** Copies all files except the WAL. */
  copyFiles: () => Promise<void>;
  /**
   * Copies the given WAL segments and writes the backup label. Without the label PostgreSQL would not replay the WAL.
   */
  copyLog: (label: string, segments: readonly string[]) => Promise<void>;
}

interface Stopped {
  label: string;
  last: string;
}

/** A temporary replication slot keeps WAL segments from being recycled; it disappears with the session. */
const CREATE_SLOT = `select pg_create_physical_replication_slot('backup', true, true)`;
const DROP_SLOT = `select pg_drop_replication_slot('backup')`;
const START = `select pg_backup_start('backup', true)`;
const STOP = `select labelfile as label, pg_walfile_name(lsn) as last from pg_backup_stop(false)`;

async function copyBetween(query: PGlite['query'], { copyFiles, copyLog }: CopySteps): Promise<void> {
  await query(START);
  // End the backup mode even if copying failed.
  const outcome = await copyFiles().then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
  const [stopped] = (await query<Stopped>(STOP)).rows;
  if (outcome) throw outcome.error;
  const first = /^START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)$/m.exec(stopped?.label ?? '')?.[1];
  if (!stopped || !first) throw new Error('pg_backup_stop returned no start of the backup.');
  const { rows } = await query<{ name: string }>(
    'select name from pg_ls_waldir() where name between $1 and $2 order by name',
    [first, stopped.last],
  );
  await copyLog(
    stopped.label,
    rows.map(({ name }) => name),
  );
}

/**
 * Runs the steps of a copy.
 *
 * @throws {Error} if a step failed or PGlite was restarted meanwhile: the copy is unusable then.
 */
export async function copyOnline(query: PGlite['query'], steps: CopySteps): Promise<void> {
  await query(CREATE_SLOT);
  try {
    await copyBetween(query, steps);
  } finally {
    // Ignore a failure to drop the replication slot: it no longer exists if PGlite was restarted during the copy.
    await query(DROP_SLOT).catch(() => undefined);
  }
}
