/** What one sender has got receipts for that are not on the device yet. */
import type { OwnerKey } from '@/session/session';

import type { QueuedEntry, Receipt } from './entries';
import { keepReceipt } from './entry-transitions';

/** On a disk so full that not even a removal can be noted, what was received stays here, in memory: it is not sent again. */
export class UnwrittenReceipts {
  private readonly received = new Map<string, { entry: QueuedEntry; receipt: Receipt }>();

  /** Notes that the server has received an entry; {@link write} is what makes it last. */
  add(entry: QueuedEntry, receipt: Receipt): void {
    this.received.set(entry.id, { entry, receipt });
  }

  /** An owner's entries whose receipts are to be written before anything else is sent. */
  of(owner: OwnerKey): QueuedEntry[] {
    return [...this.received.values()].map(({ entry }) => entry).filter((entry) => entry.owner === owner);
  }

  /** Writes an entry's receipt. @throws {StorageError} when the device fails; the receipt then stays here. */
  async write({ id }: QueuedEntry): Promise<void> {
    const received = this.received.get(id);
    if (!received) return;
    await keepReceipt(received.entry, received.receipt);
    this.received.delete(id);
  }
}
