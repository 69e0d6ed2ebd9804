/** Runs a change for many people: keeps the results so far, retries failed rows, and can be stopped. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import { refreshPeople } from '@/queries/after-edit';
import { changePeople, type ChangeResult, type PersonChange } from '@/queries/people/bulk-edits';

export interface BulkRunOptions {
  /** Called with the ids of all people who have been changed, or may have been because the server did not respond. */
  onReached?: (ids: readonly string[]) => void;
}

/** Collects the ids of people who have been changed, or may have been because the server did not respond. */
function useReached({ onReached }: BulkRunOptions) {
  const reached = useRef(new Set<string>());
  return (id: string, isReached: boolean) => {
    if (isReached) reached.current.add(id);
    else reached.current.delete(id);
    onReached?.([...reached.current]);
  };
}

/** Splits results into changed and refused people. */
function splitResults(results: ReadonlyMap<string, ChangeResult>) {
  const answered = [...results.values()];
  const isDone = ({ reason }: ChangeResult) => reason === undefined;
  return { done: answered.filter(isDone), failed: answered.filter((result) => !isDone(result)) };
}

const notRun = { isNetworkGone: false, isSessionOver: false };

/** Only one run is active at a time; leaving the screen stops it. */
function useStopper() {
  const stopper = useRef<AbortController>(undefined);
  useEffect(() => () => stopper.current?.abort(), []);
  return {
    /** Returns the abort signal of a new run; undefined while another run is active. */
    begin: () => (stopper.current ? undefined : (stopper.current = new AbortController()).signal),
    end: () => (stopper.current = undefined),
    stop: () => stopper.current?.abort(),
  };
}

export function useBulkRun(options: BulkRunOptions = {}) {
  const queryClient = useQueryClient();
  const [end, setEnd] = useState({ ...notRun, left: [] as PersonChange[] });
  const [results, setResults] = useState<ReadonlyMap<string, ChangeResult>>(new Map());
  const [all, setAll] = useState(0);
  const [isRunning, setRunning] = useState(false);
  const [isWaiting, setWaiting] = useState(false);
  const stopper = useStopper();
  const reach = useReached(options);

  async function start(rows: readonly PersonChange[]): Promise<void> {
    const signal = stopper.begin();
    if (!signal) return;
    setAll((before) => before || rows.length);
    // Delete the old results of the rows that are sent again: such a row has no result until the server responds again.
    const repeated = new Set(rows.map(({ person }) => person.id));
    setResults((before) => new Map([...before].filter(([id]) => !repeated.has(id))));
    setRunning(true);
    const onSend = ({ person }: PersonChange) => reach(person.id, true);
    const onResult = (result: ChangeResult) => {
      const { id } = result.row.person;
      if (result.reason !== undefined) reach(id, false);
      setResults((before) => new Map(before).set(id, result));
    };
    try {
      setEnd(await changePeople(rows, { signal, onWait: setWaiting, onSend, onResult }));
    } finally {
      stopper.end();
      setRunning(false);
      refreshPeople(queryClient);
    }
  }
  const { done, failed } = splitResults(results);
  const again = () => start([...failed.map(({ row }) => row), ...end.left]);
  return { ...end, all, done, failed, isRunning, isWaiting, isStarted: all > 0, start, again, stop: stopper.stop };
}

export type BulkRun = ReturnType<typeof useBulkRun>;
