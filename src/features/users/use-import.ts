/** Runs an import: keeps the results so far and the rows left, and can be stopped. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import { MINUTE_MS } from '@/lib/constants';
import { refreshPeople } from '@/queries/after-edit';
import {
  type ImportOptions,
  type ImportResult,
  type ImportRun,
  importUsers,
  type WritableRow,
  writableRows,
} from '@/queries/people/import-users';
import { askToSignIn } from '@/queries/sign-in-again';
import type { ImportRow } from '@/study/people/user-csv';

/** The minimum number of finished rows for an estimate. */
const MIN_DONE_ROWS = 5;

/**
 * Returns the time left in words, e.g. 「残り約3分」 (about 3 minutes); '' until enough rows are done.
 *
 * @param elapsedMs time since the run began, ms.
 * @param done finished rows.
 * @param left rows still to do.
 */
export function timeLeftWords(elapsedMs: number, done: number, left: number): string {
  if (done < MIN_DONE_ROWS || left === 0) return '';
  const minutes = ((elapsedMs / done) * left) / MINUTE_MS;
  return minutes < 1 ? '残り1分未満' : `残り約${Math.ceil(minutes)}分`;
}

/** Calls `onLeave` when the component unmounts for good; strict mode's unmount and remount does not count. */
function useLeaving(onLeave: () => void): void {
  const leave = useRef(onLeave);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    // `onLeave` reads only refs, so the closure of the first render stays valid.
    const leaveFor = leave.current;
    return () => {
      isGone.current = true;
      setTimeout(() => isGone.current && leaveFor(), 0);
    };
  }, []);
}

/** Imports the rows; if the session expires meanwhile, waits for a new sign-in and continues. */
async function importAll(rows: readonly WritableRow[], options: ImportOptions): Promise<ImportRun> {
  const run = await importUsers(rows, options);
  return run.isSessionOver && (await askToSignIn()) ? importAll(run.left, options) : run;
}

const notRunYet = { isNetworkGone: false, isSessionOver: false };

export function useImport(rows: readonly ImportRow[]) {
  const queryClient = useQueryClient();
  const [all] = useState(() => writableRows(rows));
  const [run, setRun] = useState<ImportRun>({ ...notRunYet, left: all });
  const [results, setResults] = useState<readonly ImportResult[]>([]);
  const [isRunning, setRunning] = useState(false);
  const [isWaiting, setWaiting] = useState(false);
  const [timeLeft, setTimeLeft] = useState('');
  const stopper = useRef<AbortController>(undefined);

  async function goOn(): Promise<void> {
    if (stopper.current) return;
    const { signal } = (stopper.current = new AbortController());
    const startedAt = performance.now();
    let done = 0;
    const onResult = (result: ImportResult) => {
      done += 1;
      setResults((before) => [...before, result]);
      setTimeLeft(timeLeftWords(performance.now() - startedAt, done, run.left.length - done));
    };
    setRunning(true);
    setTimeLeft('');
    try {
      setRun(await importAll(run.left, { signal, onResult, onWait: setWaiting }));
    } finally {
      stopper.current = undefined;
      setRunning(false);
      refreshPeople(queryClient);
    }
  }
  const stop = () => stopper.current?.abort();
  useLeaving(stop);
  return { ...run, all, results, timeLeft, isRunning, isWaiting, goOn, stop };
}
