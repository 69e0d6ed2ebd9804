/** Keeps some of the disk free: PostgreSQL does not survive a full one, and who must delete something has to sign in first. */
import type { Config } from '@server/config';
import { complain } from '@server/lib/log';

/** A byte that is saved stands in the table, in the log, and in what is not cleared away yet. */
const COPIES = 3;

/**
 * Makes the one who says whether something may be saved, and tells the log when that changes.
 *
 * @param freeBytes undefined where the disk is not ours: then there is always room.
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
