/** The submits of one question set on this device: what waits, was refused, or was received. */
import { findAbout } from '@/offline/queue/queue-lists';
import type { OwnerKey } from '@/session/session';
import { isSubmitEntry, type SubmitEntry } from '@/study/attempts';

/** All of them, oldest first. @throws {StorageError} when the device fails. */
export async function listSubmits(owner: OwnerKey, questionSetId: string): Promise<SubmitEntry[]> {
  const [queued, refused, sent] = await Promise.all([
    findAbout('queued', owner, 'answer-submit', questionSetId),
    findAbout('refused', owner, 'answer-submit', questionSetId),
    findAbout('sent', owner, 'answer-submit', questionSetId),
  ]);
  const entries: SubmitEntry[] = [
    ...queued.filter(isSubmitEntry),
    ...refused.filter(isSubmitEntry),
    ...sent.filter(isSubmitEntry),
  ];
  return entries.toSorted((a, b) => a.seq - b.seq);
}
