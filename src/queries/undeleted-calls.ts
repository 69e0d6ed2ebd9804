/** The calls of this device that count: without receipts of what is no more, or is not for this learner any more. */
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';

import { isGone } from '@/api/errors';
import type { ProgressDetail } from '@/api/progress';
import { subjectOf } from '@/offline/queue/queued-calls';
import type { RecordedEntry } from '@/offline/queue/recorded-calls';
import { unshownReceipts } from '@/study/unconfirmed';

import { lessonQueries } from './lessons';
import { questionSetQueries } from './question-sets';
import { type CallState, useCallStates, useRecordedCalls } from './queue';

/** So many lessons and question sets are looked up at the most; more can only wait after weeks without a network. */
export const MOST_LOOKUPS = 200;

/** Looked up once by a page: what is gone must not count for a moment on every screen. */
function lookUp({ kind, subject }: Pick<CallState, 'kind' | 'subject'>) {
  const options = kind === 'lesson-read' ? lessonQueries.detail(subject) : questionSetQueries.detail(subject);
  return { ...options, retry: false, retryOnMount: false } as ReturnType<typeof lessonQueries.detail>;
}

/** What the server has taken back, and what neither it nor the device has. */
const areGone = (results: readonly { data?: unknown; error: Error | null }[]) =>
  results.map(({ data, error }) => isGone(error) || (error !== null && data === undefined));

/** What waits or was received, as far as it counts. @param toldAt when the server told the progress, ms since 1970. */
export function useLivingCalls(
  progress: ProgressDetail,
  toldAt: number,
): { states: readonly CallState[]; entries: readonly RecordedEntry[] } {
  const states = useCallStates();
  const entries = useRecordedCalls();
  const unshown = useMemo(
    () => unshownReceipts(progress, toldAt, entries).slice(0, MOST_LOOKUPS),
    [progress, toldAt, entries],
  );
  const gone = useQueries({ queries: unshown.map(lookUp), combine: areGone });
  return useMemo(() => {
    const words = new Set(unshown.filter((_, index) => gone[index]).map(({ kind, subject }) => `${kind} ${subject}`));
    if (words.size === 0) return { states, entries };
    return {
      states: states.filter(({ state, kind, subject }) => state !== 'sent' || !words.has(`${kind} ${subject}`)),
      entries: entries.filter(({ state, call }) => state !== 'sent' || !words.has(`${call.kind} ${subjectOf(call)}`)),
    };
  }, [states, entries, unshown, gone]);
}
