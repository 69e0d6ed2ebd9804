/**
 * Announces in every tab, as a Japanese text, the result of comparing the device with the server (reconciliation). Tabs
 * of all builds show the `words` of an outcome.
 */
import { replayState } from '@/offline/queue/queue-broadcasts';
import { reconciliationFinished } from '@/offline/reconciliation/reconciliation-signal';

/** Publishes the Japanese text on the result of each reconciliation of this page; returns a function that stops it. */
export function announceReconciliation(): () => void {
  return reconciliationFinished.subscribe(({ owner, healed, asks }) => {
    if (!healed?.count && !asks) return;
    const say = (words: string) =>
      replayState.publish({ owner, sending: false, outcome: { received: 0, refused: 0, words } });
    // Import the texts only now, to keep them out of the first load. Their chunk is loaded already: it also has the
    // code that has just compared device and server (server/tooling/bundling/parts.ts).
    import('@/study/reconciliation-words')
      .then(({ askingWords, reconciledWords }) => {
        if (healed?.count) say(reconciledWords({ ...healed, count: healed.count }));
        if (asks) say(askingWords(asks));
      })
      .catch(() => undefined);
  });
}
