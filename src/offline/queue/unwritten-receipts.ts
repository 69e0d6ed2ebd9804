/** Holds a sender's receipts that are not on the device yet. */
import type { OwnerKey } from '@/session/session';

import type { QueuedEntry, Receipt } from './entries';
import { keepReceipt } from './entry-transitions';

/**
 * Keeps receipts in memory until they are written. If the disk is too full even to delete the queued entry, its receipt
 * stays in memory, so that the call is not sent again.
 */
export class UnwrittenReceipts {
  private readonly received = new Map<string, { entry: QueuedEntry; receipt: Receipt }>();

  /** Records in memory that the server has received an entry; {@link write} stores the receipt. */
  add(entry: QueuedEntry, receipt: Receipt): void {
    this.received.set(entry.id, { entry, receipt });
  }

  /** Returns an owner's entries whose receipts must be written before anything is sent. */
  of(owner: OwnerKey): QueuedEntry[] {
    return [...this.received.values()].map(({ entry }) => entry).filter((entry) => entry.owner === owner);
  }

  /** Writes an entry's receipt. @throws {StorageError} when the device fails; then the receipt stays in memory. */
  async write({ id }: QueuedEntry): Promise<void> {
    const received = this.received.get(id);
    if (!received) return;
    await keepReceipt(received.entry, received.receipt);
    this.received.delete(id);
  }
}
