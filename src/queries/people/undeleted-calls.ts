/**
 * Determines which calls of this device count: all but received calls about things that are deleted or no longer
 * visible to this learner.
 */
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';

import { isGone } from '@/api/network/errors';
import type { ProgressDetail } from '@/api/progress';
import { subjectOf } from '@/offline/queue/queued-calls';
import type { RecordedEntry } from '@/offline/queue/recorded-calls';
import { lessonQueries } from '@/queries/curriculum/lessons';
import { questionSetQueries } from '@/queries/curriculum/question-sets';
import { type CallState, useCallStates, useRecordedCalls } from '@/queries/queue';
import { unshownReceipts } from '@/study/unconfirmed';

/** Maximum number of lessons and question sets that are looked up; more can be queued only after weeks offline. */
export const MAX_LOOKUPS = 200;

/**
 * Returns the query that checks if a call's lesson or question set exists; it runs once per page, so that the result
 * does not flicker on each screen.
 */
function lookUp({ kind, subject }: Pick<CallState, 'kind' | 'subject'>) {
  const options = kind === 'lesson-read' ? lessonQueries.detail(subject) : questionSetQueries.detail(subject);
  return { ...options, retry: false, retryOnMount: false } as ReturnType<typeof lessonQueries.detail>;
}

/**
 * Returns for each lesson or question set true if it is deleted or hidden on the server, or if neither the server nor
 * the device can provide it.
 */
const areGone = (results: readonly { data?: unknown; error: Error | null }[]) =>
  results.map(({ data, error }) => isGone(error) || (error !== null && data === undefined));

/**
 * Returns the queued and received calls that count: received calls for deleted lessons and question sets do not. @param
 * fetchedAt when the progress was fetched, ms since 1970.
 */
export function useUndeletedCalls(
  progress: ProgressDetail,
  fetchedAt: number,
): { states: readonly CallState[]; entries: readonly RecordedEntry[] } {
  const states = useCallStates();
  const entries = useRecordedCalls();
  const unshown = useMemo(
    () => unshownReceipts(progress, fetchedAt, entries).slice(0, MAX_LOOKUPS),
    [progress, fetchedAt, entries],
  );
  const gone = useQueries({ queries: unshown.map(lookUp), combine: areGone });
  return useMemo(() => {
    const goneKeys = new Set(
      unshown.filter((_, index) => gone[index]).map(({ kind, subject }) => `${kind} ${subject}`),
    );
    if (goneKeys.size === 0) return { states, entries };
    return {
      states: states.filter(({ state, kind, subject }) => state !== 'sent' || !goneKeys.has(`${kind} ${subject}`)),
      entries: entries.filter(
        ({ state, call }) => state !== 'sent' || !goneKeys.has(`${call.kind} ${subjectOf(call)}`),
      ),
    };
  }, [states, entries, unshown, gone]);
}
