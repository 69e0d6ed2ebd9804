/** The steps of an attempt in the browser's history: back and forward go through them, and after 提出 back leaves all of them. */
import { type RouterHistory, useNavigate, useRouter } from '@tanstack/react-router';

import type { SolveSearch } from './question-search';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The index of the history entry at which the attempt was opened. */
    attemptFrom?: number;
  }
}

/** A browser that has dropped its oldest entries does not move, and fires no event. */
const MOVED_WITHIN_MS = 1000;

/** Goes back this many history entries; resolves once the history has moved. */
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
  /** Shows another question, the overview or a result; with `isReplacing`, back does not lead here again. */
  onGo: (search: SolveSearch, isReplacing?: boolean) => void;
  /** Shows the result in place of all steps of the attempt. */
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

/** Returns the way back from 解き直し: to the screen that opened it. @param open shows it where the history has none. */
export function useCloseAgain(open: () => void): () => void {
  const { history } = useRouter();
  return () => (history.canGoBack() ? history.back() : open());
}
