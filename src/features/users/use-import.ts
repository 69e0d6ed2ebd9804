/** An import under way: what became of the rows, what is left, and how to stop it. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import { refreshPeople } from '@/queries/after-edit';
import { type ImportResult, importUsers, writableRows } from '@/queries/import-users';
import type { ImportRow } from '@/study/user-csv';

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

export function useImport(rows: readonly ImportRow[]) {
  const queryClient = useQueryClient();
  const [left, setLeft] = useState(() => writableRows(rows));
  const [count] = useState(left.length);
  const [results, setResults] = useState<readonly ImportResult[]>([]);
  const [isRunning, setRunning] = useState(false);
  const [isNetworkGone, setNetworkGone] = useState(false);
  const [isSessionOver, setSessionOver] = useState(false);
  const [isWaiting, setWaiting] = useState(false);
  const stopper = useRef<AbortController>(undefined);

  async function goOn(): Promise<void> {
    if (stopper.current) return;
    const controller = new AbortController();
    stopper.current = controller;
    setRunning(true);
    try {
      const run = await importUsers(left, {
        signal: controller.signal,
        onResult: (result) => setResults((before) => [...before, result]),
        onWait: setWaiting,
      });
      setLeft(run.left);
      setNetworkGone(run.isNetworkGone);
      setSessionOver(run.isSessionOver);
    } finally {
      stopper.current = undefined;
      setRunning(false);
      refreshPeople(queryClient);
    }
  }
  const stop = () => stopper.current?.abort();
  useLeaving(stop);
  return { count, left, results, isRunning, isWaiting, isNetworkGone, isSessionOver, goOn, stop };
}
