/** When drafts of answers are cleared: once their submit has its receipt, or was thrown away. */
import { hearAllNews } from '@/storage/news';

/** Clears the drafts of answers that need them no more; not in the first load, for nothing waits for it. */
export async function settleAnswers(owner: string): Promise<void> {
  await import('./answer-drafts').then(({ settleDrafts }) => settleDrafts(owner)).catch(() => undefined);
}

/** Clears them after each receipt, whichever tab or worker has got it; returns how to stop. */
export function followAnswerReceipts(owner: string): () => void {
  return hearAllNews((news) => {
    if (news.type !== 'receipt' || news.owner !== owner) return;
    if (news.calls.some(({ kind }) => kind === 'answer-submit')) void settleAnswers(owner);
  });
}
