/** Deletes the copies of a course if its owner signs out while it is saved. */
import { studyCacheName } from '@/offline/copies/study-cache';
import { isWiping } from '@/offline/wipe-marks';
import type { OwnerKey } from '@/session/session';

import { PackStop } from './course-pack-fetch';

/**
 * Checks after each write if the owner is signing out, and if so deletes the owner's cache. One check runs at a time
 * and covers all writes before it; only the end of the save waits for the check.
 */
export class LeavingWatch {
  private isStale = false;
  private checking: Promise<void> | undefined;
  private failure: { error: unknown } | undefined;

  /** Creates the watch for a sign-out during a save. @param onFailure called when nothing more may be written. */
  constructor(
    private readonly owner: OwnerKey,
    private readonly onFailure: () => void,
  ) {}

  /** Starts a check for a sign-out, because a copy was written. */
  note(): void {
    this.isStale = true;
    this.checking ??= this.check();
  }

  private async check(): Promise<void> {
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
    this.checking = undefined;
  }

  /**
   * Waits for the last check.
   *
   * @throws {PackStop} when the owner is signing out; {StorageError} when the device fails.
   */
  async end(): Promise<void> {
    await this.checking;
    if (this.failure) throw this.failure.error;
  }
}
