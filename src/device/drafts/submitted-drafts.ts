/** When drafts of answers are cleared: once their submit has its receipt, or was thrown away. */
import { callsReceived } from '@/offline/queue/queue-broadcasts';
import type { OwnerKey } from '@/session/session';

/** Clears the drafts of answers that need them no more; not in the first load, for nothing waits for it. */
export async function fetchAndClearDrafts(owner: OwnerKey): Promise<void> {
  await import('./answer-drafts')
    .then(({ clearSubmittedDrafts }) => clearSubmittedDrafts(owner))
    .catch(() => undefined);
}

/** Clears them after each receipt, whichever tab or worker has got it; returns how to stop. */
export function followAnswerReceipts(owner: OwnerKey): () => void {
  return callsReceived.subscribe((news) => {
    if (news.owner !== owner) return;
    if (news.calls.some(({ kind }) => kind === 'answer-submit')) void fetchAndClearDrafts(owner);
  });
}
