/** Tells every tab, in words, what reconciliation found. Tabs of all builds show the `words` of a run's outcome. */
import { replayState } from '@/offline/queue/queue-broadcasts';
import { reconciliationFinished } from '@/offline/reconciliation/reconciliation-signal';

/** Publishes the Japanese text for this page's reconciliations; returns a function that stops it. */
export function announceReconciliation(): () => void {
  return reconciliationFinished.subscribe(({ owner, healed, asks }) => {
    if (!healed?.count && !asks) return;
    const say = (words: string) =>
      replayState.publish({ owner, sending: false, outcome: { received: 0, refused: 0, words } });
    // Not in the first load: this code is in the chunk that has just compared (server/tooling/bundling/parts.ts).
    import('@/study/reconciliation-words')
      .then(({ askingWords, reconciledWords }) => {
        if (healed?.count) say(reconciledWords({ ...healed, count: healed.count }));
        if (asks) say(askingWords(asks));
      })
      .catch(() => undefined);
  });
}
