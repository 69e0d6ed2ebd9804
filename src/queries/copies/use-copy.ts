/**
 * Makes copies of courses, sections, chapters and lessons in this page: progress, stop, continue. A running copy
 * continues when the user leaves the screen. Other tabs show the progress of a running copy.
 */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

import { refreshCurriculum } from '@/queries/after-edit';
import { useCapabilities } from '@/queries/capabilities';
import { useOwner } from '@/queries/queue';
import type { OwnerKey } from '@/session/session';
import { createBroadcast } from '@/storage/broadcast';
import { untilFree, withFreeLock } from '@/storage/locks';
import { createSignal } from '@/storage/signal';

import { type CopyJob, type CopyRun, findUnfinished, runCopy } from './copy-job';
import type { CopyDifferences, CopyKind } from './copy-parts';
import { dropCopyRecord, keepCopyRecord, readCopyRecord } from './copy-records';

/** The progress of a copy. */
export interface CopyState {
  /**
   * The state of a copy. `found`: an earlier run left an unfinished copy; `stopped`: by the user, by an error, or
   * because the copy differs from the original.
   */
  phase: 'looking' | 'found' | 'running' | 'stopped' | 'done';
  /** The number of things copied, and of things to copy. */
  done: number;
  all: number;
  /** The copy's id, once it exists. */
  targetId?: string;
  /** Why the copy stopped; undefined if the user stopped it, or if there are differences. */
  error?: unknown;
  differences?: CopyDifferences;
  /** True if another tab makes the copy, or has made it. */
  isElsewhere?: boolean;
}

interface Running extends CopyState {
  job: CopyJob;
  stop?: () => void;
}

/**
 * Minimum time between two updates of the progress, ms: each update renders the screen, whose outline may have hundreds
 * of rows.
 */
const SHOW_EVERY_MS = 250;

/** Broadcast: the progress and the end of a copy. `stopped` is sent without its reason. */
type CopyMessage = { owner: OwnerKey; of: string } & Pick<CopyState, 'phase' | 'done' | 'all' | 'targetId'>;
const copyState = createBroadcast<CopyMessage>('copy-state');

const copies = new Map<string, Running>();
const changed = createSignal();

function put(key: string, next: Running | undefined): void {
  if (next) copies.set(key, next);
  else copies.delete(key);
  changed.publish();
}

/** The thing to copy, and what a copy of it needs. */
interface Copied {
  owner: OwnerKey;
  kind: CopyKind;
  id: string;
  key: string;
  queryClient: QueryClient;
  capabilities: Pick<CopyRun, 'settings' | 'repeatsCreates'>;
}

const nothingDone = { done: 0, all: 0 };
const lockOf = ({ owner, key }: Copied) => `copy|${owner}|${key}`;

function isOfOtherTab(key: string): boolean {
  const shown = copies.get(key);
  return shown?.phase === 'running' && shown.isElsewhere === true;
}

async function run(copied: Copied, job: CopyJob): Promise<void> {
  const { owner, key, queryClient, capabilities } = copied;
  const controller = new AbortController();
  let current: Running = { phase: 'running', ...nothingDone, job, stop: () => controller.abort() };
  const change = (changes: Partial<Running>) => {
    put(key, (current = { ...current, targetId: job.targetId, ...changes }));
    const { phase, done: shown, all, targetId } = current;
    copyState.publish({ owner, of: key, phase, done: shown, all, targetId });
  };
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
  const keep = () => keepCopyRecord(owner, job, { done, all: current.all });
  const end = async (changes: Partial<Running>) => {
    await (changes.phase === 'done' ? dropCopyRecord(owner, job) : keep());
    await refreshCurriculum(queryClient);
    clearTimeout(timer);
    change({ done, ...changes });
  };
  const onTotal = (all: number) => change({ all });
  try {
    const differences = await runCopy(job, { ...capabilities, signal: controller.signal, onStep, onTotal, keep });
    await end(differences ? { phase: 'stopped', differences } : { phase: 'done' });
  } catch (error) {
    await end({ phase: 'stopped', error: controller.signal.aborted ? undefined : error });
  }
}

/** Shows the copy that another tab makes, until that tab has ended it or was closed. */
async function follow(copied: Copied, state: Omit<Running, 'phase' | 'isElsewhere'>): Promise<void> {
  const { key } = copied;
  const isFollowed = isOfOtherTab(key);
  put(key, { ...state, phase: 'running', isElsewhere: true });
  if (isFollowed) return;
  await untilFree(lockOf(copied));
  if (isOfOtherTab(key)) put(key, undefined);
}

/** The locks of the copies that this page looks for or makes. */
const ownLocks = new Set<string>();

/** Runs `work` if neither this page nor another tab makes this copy; if another tab does, shows its progress. */
async function once(copied: Copied, work: () => Promise<void>): Promise<void> {
  const lock = lockOf(copied);
  if (ownLocks.has(lock)) return;
  ownLocks.add(lock);
  const isDone = await withFreeLock(lock, work).finally(() => ownLocks.delete(lock));
  if (isDone) return;
  const { owner, kind, id } = copied;
  await follow(copied, (await readCopyRecord(owner, kind, id)) ?? { ...nothingDone, job: { kind, id } });
}

/** Looks for a copy that an earlier run has not finished, and starts a new one if there is none. */
async function start(copied: Copied): Promise<void> {
  const { owner, kind, id, key } = copied;
  let job: CopyJob = { kind, id };
  put(key, { phase: 'looking', ...nothingDone, job });
  try {
    const stored = (await readCopyRecord(owner, kind, id))?.job ?? job;
    const unfinished = await findUnfinished(stored);
    // On plain http, which has no locks, another tab may have started meanwhile.
    if (isOfOtherTab(key)) return;
    if (unfinished) return put(key, { phase: 'found', ...nothingDone, job: unfinished, targetId: unfinished.targetId });
    // The copy of the stored job does not exist: it was deleted, or its create has not arrived and is repeated with its
    // key.
    if (stored.targetId === undefined) job = stored;
    await run(copied, job);
  } catch (error) {
    put(key, { phase: 'stopped', ...nothingDone, job, error });
  }
}

/** Returns the state and actions of the copy of one course, section, chapter or lesson. */
export function useCopy(kind: CopyKind, id: string) {
  const settings = useCapabilities();
  const key = `${kind}/${id}`;
  const owner = useOwner();
  const queryClient = useQueryClient();
  const copied: Copied = {
    owner,
    kind,
    id,
    key,
    queryClient,
    capabilities: { settings, repeatsCreates: settings.repeatsCreates },
  };
  const state: CopyState | undefined = useSyncExternalStore(changed.subscribe, () => copies.get(key));
  const handleOtherTab = useEffectEvent(({ owner: by, of, phase, done, all, targetId }: CopyMessage) => {
    if (by !== owner || of !== key) return;
    const shown = { done, all, targetId, job: { kind, id, targetId } };
    if (phase === 'running') return void follow(copied, shown);
    // The reason of a stop is shown in the tab that made the copy.
    put(key, phase === 'done' ? { ...shown, phase, isElsewhere: true } : undefined);
    void refreshCurriculum(queryClient);
  });
  useEffect(() => copyState.subscribeToOthers((message) => handleOtherTab(message)), []);
  return {
    state,
    /** Looks for a copy that an earlier run has not finished, and starts a new one if there is none. */
    start: () => once(copied, () => start(copied)),
    /** Starts a new copy although an unfinished one exists. */
    startAnew: () => once(copied, () => run(copied, { kind, id })),
    /** Completes the copy that was found or stopped. */
    resume: () => once(copied, () => run(copied, copies.get(key)?.job ?? { kind, id })),
    /** Stops the copy after the call in flight; things that are already copied are not deleted. */
    stop: () => copies.get(key)?.stop?.(),
    /** Resets the state shown in this page; the copy itself is not deleted. */
    dismiss: () => put(key, undefined),
  };
}
