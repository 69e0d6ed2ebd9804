/** Deletes drafts of answers once the server has confirmed their submit (receipt), or the submit was discarded. */
import { callsReceived } from '@/offline/queue/queue-broadcasts';
import type { OwnerKey } from '@/session/session';

/** Deletes finished drafts of answers; the code is loaded on demand, not with the first load. */
export async function fetchAndClearDrafts(owner: OwnerKey): Promise<void> {
  await import('./answer-drafts')
    .then(({ clearSubmittedDrafts }) => clearSubmittedDrafts(owner))
    .catch(() => undefined);
}

/**
 * Deletes drafts of submitted answers after each stored confirmation of a sent call (receipt), in any tab or the
 * worker. @returns a function that stops it.
 */
export function followAnswerReceipts(owner: OwnerKey): () => void {
  return callsReceived.subscribe((message) => {
    if (message.owner !== owner) return;
    if (message.calls.some(({ kind }) => kind === 'answer-submit')) void fetchAndClearDrafts(owner);
  });
}
