/** Reads the submits of question sets on this device: queued, refused and received. */
import { findAbout, findCall } from '@/offline/queue/queue-lists';
import type { OwnerKey } from '@/session/session';
import { isSubmitEntry, type SubmitEntry } from '@/study/attempts';

/** Lists the newest submits of one question set, oldest first. @throws {StorageError} when the device fails. */
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
  return [...entries].sort((a, b) => a.seq - b.seq);
}

/**
 * Finds one submit without reading the others; undefined when it is not on the device.
 *
 * @throws {StorageError} when the device fails.
 */
export async function findSubmit(
  owner: OwnerKey,
  questionSetId: string,
  clientSubmitId: string,
): Promise<SubmitEntry | undefined> {
  const entry = await findCall(owner, { kind: 'answer-submit', submit: { questionSetId, clientSubmitId } });
  return entry && isSubmitEntry(entry) ? entry : undefined;
}
