/**
 * Makes copies of courses, sections, chapters and lessons in this page: progress, stop, continue. A running copy continues when the user
 * leaves the screen.
 */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

import { refreshCurriculum } from '@/queries/after-edit';
import { useCapabilities } from '@/queries/capabilities';
import { createSignal } from '@/storage/signal';

import { type CopyJob, type CopyKind, findUnfinished, runCopy } from './copy-job';

/** The progress of a copy. */
export interface CopyState {
  /** The state of a copy. `found`: an earlier run left an unfinished copy; `stopped`: by the user or by an error. */
  phase: 'looking' | 'found' | 'running' | 'stopped' | 'done';
  /** The number of things copied, and of things to copy. */
  done: number;
  all: number;
  /** The copy's id, once it exists. */
  targetId?: string;
  /** Why the copy stopped; undefined if the user stopped it. */
  error?: unknown;
}

interface Running extends CopyState {
  job: CopyJob;
  stop?: () => void;
}

/** Minimum time between two updates of the progress, ms: each update renders the screen, whose outline may have hundreds of rows. */
const SHOW_EVERY_MS = 250;

const copies = new Map<string, Running>();
const changed = createSignal();

function put(key: string, next: Running | undefined): void {
  if (next) copies.set(key, next);
  else copies.delete(key);
  changed.publish();
}

async function run(key: string, job: CopyJob, hasShuffle: boolean, queryClient: QueryClient): Promise<void> {
  const controller = new AbortController();
  let current: Running = { phase: 'running', done: 0, all: 0, job, stop: () => controller.abort() };
  const change = (changes: Partial<Running>) =>
    put(key, (current = { ...current, targetId: job.targetId, ...changes }));
  change({});
  let done = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const show = () => {
    timer = undefined;
    change({ done });
  };
  const onStep = () => {
    done += 1;
    timer ??= setTimeout(show, SHOW_EVERY_MS);
  };
  const end = async (changes: Partial<Running>) => {
    await refreshCurriculum(queryClient);
    clearTimeout(timer);
    change({ done, ...changes });
  };
  try {
    await runCopy(job, { signal: controller.signal, hasShuffle, onStep }, (all) => change({ all }));
    await end({ phase: 'done' });
  } catch (error) {
    await end({ phase: 'stopped', error: controller.signal.aborted ? undefined : error });
  }
}

/** Returns the state and actions of the copy that this page makes of one course, section, chapter or lesson. */
export function useCopy(kind: CopyKind, id: string) {
  const queryClient = useQueryClient();
  const { hasShuffle } = useCapabilities();
  const key = `${kind}/${id}`;
  const state: CopyState | undefined = useSyncExternalStore(changed.subscribe, () => copies.get(key));
  const begin = (job: CopyJob) => run(key, job, hasShuffle, queryClient);
  return {
    state,
    /** Looks for a copy that an earlier run has not finished, and starts a new one if there is none. */
    start: async (): Promise<void> => {
      const job: CopyJob = { kind, id };
      put(key, { phase: 'looking', done: 0, all: 0, job });
      try {
        const targetId = await findUnfinished(job);
        if (targetId === undefined) return await begin(job);
        put(key, { phase: 'found', done: 0, all: 0, job: { ...job, targetId }, targetId });
      } catch (error) {
        put(key, { phase: 'stopped', done: 0, all: 0, job, error });
      }
    },
    /** Starts a new copy although an unfinished one exists. */
    startAnew: () => begin({ kind, id }),
    /** Completes the copy that was found or stopped. */
    resume: async (): Promise<void> => {
      const job = copies.get(key)?.job;
      if (job) await begin(job);
    },
    /** Stops the copy after the call in flight; things that are already copied are not deleted. */
    stop: () => copies.get(key)?.stop?.(),
    /** Resets the state shown in this page; the copy itself is not deleted. */
    dismiss: () => put(key, undefined),
  };
}
