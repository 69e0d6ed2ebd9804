/** Keeps a reserve on the disk: PostgreSQL crashes on a full disk, and signing in to delete files needs space too. */
import type { Config } from '@server/config';
import { complain } from '@server/lib/log';

/** Factor for stored bytes: a byte takes space in the table, in the WAL, and in dead rows until the next vacuum. */
const COPIES = 3;

/**
 * Creates a function that checks whether a number of bytes may be stored. It logs when the disk becomes full and when
 * it has space again.
 *
 * @param freeBytes undefined for a database on another machine: the check then always returns true.
 */
export function watchDiskSpace(
  { dataDir, diskReserveBytes }: Pick<Config, 'dataDir' | 'diskReserveBytes'>,
  freeBytes: (() => number) | undefined,
): (bytes: number) => boolean {
  let wasFull = false;
  return (bytes) => {
    if (!freeBytes) return true;
    const free = freeBytes();
    if (Number.isNaN(free)) return true;
    const isFull = free < diskReserveBytes;
    if (isFull !== wasFull) {
      const words = isFull ? 'が足りません。保存を断ります' : 'が戻りました。保存を受け付けます';
      complain(`DATA_DIR: ${dataDir} の空き容量${words}（${Math.floor(free / 1e6)} MB）。`);
    }
    wasFull = isFull;
    return free - COPIES * bytes >= diskReserveBytes;
  };
}
