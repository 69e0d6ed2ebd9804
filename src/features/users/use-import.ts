/** An import under way: what became of the rows, what is left, and how to stop it. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import { refreshPeople } from '@/queries/after-edit';
import { useCapabilities } from '@/queries/capabilities';
import {
  type ImportOptions,
  type ImportResult,
  type ImportRun,
  importUsers,
  type WritableRow,
  writableRows,
} from '@/queries/import-users';
import { askToSignIn } from '@/queries/sign-in-again';
import type { ImportRow } from '@/study/user-csv';

import { timeLeftWords } from './time-left';

/** Calls back once the screen is left; React's strict mode only seems to leave it, and is back at once. */
function useLeaving(onLeave: () => void): void {
  const leave = useRef(onLeave);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    // It only reads refs, of which the first is as good as the last.
    const leaveFor = leave.current;
    return () => {
      isGone.current = true;
      setTimeout(() => isGone.current && leaveFor(), 0);
    };
  }, []);
}

/** Writes rows, and goes on in place where the session ends in the middle. */
async function importAll(rows: readonly WritableRow[], options: ImportOptions): Promise<ImportRun> {
  const run = await importUsers(rows, options);
  return run.isSessionOver && (await askToSignIn()) ? importAll(run.left, options) : run;
}

const notRunYet = { isNetworkGone: false, isSessionOver: false };

export function useImport(rows: readonly ImportRow[]) {
  const queryClient = useQueryClient();
  const { searchesLists } = useCapabilities();
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
      setRun(await importAll(run.left, { searchesLists, signal, onResult, onWait: setWaiting }));
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
