/** Copies the embedded database while it is written to, in PostgreSQL's own way: what changed under the copy is mended from its log. */
import type { PGlite } from '@electric-sql/pglite';

/** What is done with the folder, in this order. */
export interface CopySteps {
  /** Copies everything but the log. */
  copyFiles: () => Promise<void>;
  /** Copies these segments of the log, and writes the label, without which PostgreSQL would believe the copy whole. */
  copyLog: (label: string, segments: readonly string[]) => Promise<void>;
}

interface Stopped {
  label: string;
  last: string;
}

/** Keeps the log from being used again meanwhile; it goes with its session, whatever happens. */
const KEEP_LOG = `select pg_create_physical_replication_slot('backup', true, true)`;
const LET_LOG_GO = `select pg_drop_replication_slot('backup')`;
const START = `select pg_backup_start('backup', true)`;
const STOP = `select labelfile as label, pg_walfile_name(lsn) as last from pg_backup_stop(false)`;

async function copyBetween(query: PGlite['query'], { copyFiles, copyLog }: CopySteps): Promise<void> {
  await query(START);
  // Whatever became of the copying, the session is to be the same as before.
  const outcome = await copyFiles().then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
  const [stopped] = (await query<Stopped>(STOP)).rows;
  if (outcome) throw outcome.error;
  const first = /^START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)$/m.exec(stopped?.label ?? '')?.[1];
  if (!stopped || !first) throw new Error('PostgreSQL told no start of its backup.');
  const { rows } = await query<{ name: string }>(
    'select name from pg_ls_waldir() where name between $1 and $2 order by name',
    [first, stopped.last],
  );
  await copyLog(
    stopped.label,
    rows.map(({ name }) => name),
  );
}

/** @throws {Error} when anything failed, or another PGlite took this one's place: the copy is worth nothing then. */
export async function copyOnline(query: PGlite['query'], steps: CopySteps): Promise<void> {
  await query(KEEP_LOG);
  try {
    await copyBetween(query, steps);
  } finally {
    // One that has died took it along.
    await query(LET_LOG_GO).catch(() => undefined);
  }
}
