/**
 * The history entries of an attempt: back and forward step through its questions, and after 提出 (submit) back leaves the
 * attempt.
 */
import { type RouterHistory, useNavigate, useRouter } from '@tanstack/react-router';

import type { SolveSearch } from './question-search';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The index of the history entry where the attempt was opened. */
    attemptFrom?: number;
  }
}

/**
 * Maximum wait, ms, for the browser to go back: if it has dropped its oldest history entries, it does not go back and
 * fires no event.
 */
const MOVED_WITHIN_MS = 1000;

/** Goes back by a number of history entries; resolves once the history has moved, or after a timeout. */
function goBack(history: RouterHistory, count: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      stop();
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(end, MOVED_WITHIN_MS);
    const stop = history.subscribe(end);
    history.go(-count);
  });
}

export interface SolveSteps {
  /** Shows another question, the overview or a result; with `isReplacing`, replaces the current history entry. */
  onGo: (search: SolveSearch, isReplacing?: boolean) => void;
  /** Shows the result and removes all history entries of the attempt. */
  onSubmitted: (submitId: string) => Promise<void>;
}

export function useSolveSteps(): SolveSteps {
  const { history } = useRouter();
  const navigate = useNavigate({ from: '/question/solve/$questionSetId' });
  const firstStep = () => history.location.state.attemptFrom ?? history.location.state.__TSR_index;
  return {
    onGo: (search, replace) => void navigate({ search, replace, state: { attemptFrom: firstStep() } }),
    onSubmitted: async (submit) => {
      const steps = history.location.state.__TSR_index - firstStep();
      if (steps > 0) await goBack(history, steps);
      await navigate({ search: { submit }, replace: true });
    },
  };
}

/**
 * Returns a function that closes 解き直し (retrying wrong answers) and goes back in the history. @param open shows the
 * screen to return to if the history has no earlier entry.
 */
export function useCloseAgain(open: () => void): () => void {
  const { history } = useRouter();
  return () => (history.canGoBack() ? history.back() : open());
}
