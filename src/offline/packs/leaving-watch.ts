/** Signing out may begin while a course is saved: then nothing of it stays behind. */
import { studyCacheName } from '@/offline/copies/study-cache';
import { isWiping } from '@/offline/wipe-marks';
import type { OwnerKey } from '@/session/session';

import { PackStop } from './course-pack-fetch';

/**
 * Looks, after copies were written, whether their owner is leaving, and deletes them then. One look at a time answers for all that was
 * written before it; nobody waits for it before the end.
 */
export class LeavingWatch {
  private isStale = false;
  private looking: Promise<void> | undefined;
  private failure: { error: unknown } | undefined;

  /** @param onFailure called when nothing more is to be written. */
  constructor(
    private readonly owner: OwnerKey,
    private readonly onFailure: () => void,
  ) {}

  /** Something was written. */
  note(): void {
    this.isStale = true;
    this.looking ??= this.look();
  }

  private async look(): Promise<void> {
    try {
      while (this.isStale) {
        this.isStale = false;
        if (!(await isWiping(this.owner))) continue;
        await caches.delete(studyCacheName(this.owner));
        throw new PackStop('session');
      }
    } catch (error) {
      this.failure ??= { error };
      this.onFailure();
    }
    this.looking = undefined;
  }

  /** @throws {PackStop} when the owner is leaving; {StorageError} when the device cannot tell. */
  async end(): Promise<void> {
    await this.looking;
    if (this.failure) throw this.failure.error;
  }
}
