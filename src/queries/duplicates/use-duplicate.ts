/**
 * Makes duplicates of courses, sections, chapters and lessons in this page: progress, stop, continue. A running
 * duplicate continues when the user leaves the screen. Other tabs show the progress of a running duplicate.
 */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import * as z from 'zod/mini';

import { idSchema } from '@/api/shapes';
import { refreshCurriculum } from '@/queries/after-edit';
import { useOwner } from '@/queries/queue';
import type { OwnerKey } from '@/session/session';
import { createBroadcast } from '@/storage/broadcast';
import { untilFree, withFreeLock } from '@/storage/locks';
import { dropOwned, keepOwned, readOwned } from '@/storage/owned-store';
import { createSignal } from '@/storage/signal';

import { type DuplicateJob, findUnfinished, runDuplicate } from './duplicate-job';
import type { DuplicateDifferences, DuplicateKind } from './duplicate-parts';

// The stored records of unfinished duplicates: what a later run needs to continue them (docs/decisions/0086).

/** Version of the stored shape; raise it when older records must no longer be read. */
const DUPLICATE_RECORD_VERSION = 1;

const duplicateRecordSchema = z.object({
  version: z.literal(DUPLICATE_RECORD_VERSION),
  targetId: z.optional(idSchema),
  known: z.optional(z.array(idSchema)),
  attempt: z.optional(z.object({ part: z.string(), key: z.string(), body: z.string() })),
  /** The progress, for other tabs. */
  done: z.number(),
  all: z.number(),
});
type DuplicateRecord = z.infer<typeof duplicateRecordSchema>;

const keyOf = (kind: DuplicateKind, id: string) => `copy|${kind}/${id}`;

/** Reads the record of a duplicate; undefined if there is none, or it cannot be read. */
export async function readDuplicateRecord(
  owner: OwnerKey,
  kind: DuplicateKind,
  id: string,
): Promise<{ job: DuplicateJob; done: number; all: number } | undefined> {
  const stored = await readOwned('drafts', owner, keyOf(kind, id)).catch(() => undefined);
  const parsed = z.safeParse(duplicateRecordSchema, stored);
  if (!parsed.success) return undefined;
  const { done, all, targetId, known, attempt } = parsed.data;
  return { job: { kind, id, targetId, known, attempt }, done, all };
}

/** Stores the record of a duplicate. On a failing device nothing is stored: the duplicate itself goes on. */
export async function keepDuplicateRecord(
  owner: OwnerKey,
  { kind, id, targetId, known, attempt }: DuplicateJob,
  progress: { done: number; all: number },
): Promise<void> {
  const version = DUPLICATE_RECORD_VERSION;
  const record = { version, targetId, known: known && [...known], attempt, ...progress } satisfies DuplicateRecord;
  await keepOwned('drafts', owner, keyOf(kind, id), record).catch(() => false);
}

/** Deletes the record of a duplicate. */
export async function dropDuplicateRecord(owner: OwnerKey, { kind, id }: DuplicateJob): Promise<void> {
  await dropOwned('drafts', owner, keyOf(kind, id)).catch(() => undefined);
}

/** The progress of a duplicate. */
export interface DuplicateState {
  /**
   * The state of a duplicate. `found`: an earlier run left an unfinished duplicate; `stopped`: by the user, by an
   * error, or because the duplicate differs from the original.
   */
  phase: 'looking' | 'found' | 'running' | 'stopped' | 'done';
  /** The number of things duplicated, and of things to duplicate. */
  done: number;
  all: number;
  /** The duplicate's id, once it exists. */
  targetId?: string;
  /** Why the duplicate stopped; undefined if the user stopped it, or if there are differences. */
  error?: unknown;
  differences?: DuplicateDifferences;
  /** True if another tab makes the duplicate, or has made it. */
  isElsewhere?: boolean;
}

interface Running extends DuplicateState {
  job: DuplicateJob;
  stop?: () => void;
}

/**
 * Minimum time between two updates of the progress, ms: each update renders the screen, whose outline may have hundreds
 * of rows.
 */
const SHOW_EVERY_MS = 250;

/** Broadcast: the progress and the end of a duplicate. `stopped` is sent without its reason. */
type DuplicateMessage = { owner: OwnerKey; of: string } & Pick<DuplicateState, 'phase' | 'done' | 'all' | 'targetId'>;
const duplicateState = createBroadcast<DuplicateMessage>('copy-state');

const duplicates = new Map<string, Running>();
const changed = createSignal();

function put(key: string, next: Running | undefined): void {
  if (next) duplicates.set(key, next);
  else duplicates.delete(key);
  changed.publish();
}

/** The thing to duplicate, and what a duplicate of it needs. */
interface Duplicated {
  owner: OwnerKey;
  kind: DuplicateKind;
  id: string;
  key: string;
  queryClient: QueryClient;
}

const nothingDone = { done: 0, all: 0 };
const lockOf = ({ owner, key }: Duplicated) => `copy|${owner}|${key}`;

function isOfOtherTab(key: string): boolean {
  const shown = duplicates.get(key);
  return shown?.phase === 'running' && shown.isElsewhere === true;
}

async function run(duplicated: Duplicated, job: DuplicateJob): Promise<void> {
  const { owner, key, queryClient } = duplicated;
  const controller = new AbortController();
  let current: Running = { phase: 'running', ...nothingDone, job, stop: () => controller.abort() };
  const change = (changes: Partial<Running>) => {
    put(key, (current = { ...current, targetId: job.targetId, ...changes }));
    const { phase, done: shown, all, targetId } = current;
    duplicateState.publish({ owner, of: key, phase, done: shown, all, targetId });
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
  const keep = () => keepDuplicateRecord(owner, job, { done, all: current.all });
  const end = async (changes: Partial<Running>) => {
    await (changes.phase === 'done' ? dropDuplicateRecord(owner, job) : keep());
    await refreshCurriculum(queryClient);
    clearTimeout(timer);
    change({ done, ...changes });
  };
  const onTotal = (all: number) => change({ all });
  try {
    const differences = await runDuplicate(job, { signal: controller.signal, onStep, onTotal, keep });
    await end(differences ? { phase: 'stopped', differences } : { phase: 'done' });
  } catch (error) {
    await end({ phase: 'stopped', error: controller.signal.aborted ? undefined : error });
  }
}

/** Shows the duplicate that another tab makes, until that tab has ended it or was closed. */
async function follow(duplicated: Duplicated, state: Omit<Running, 'phase' | 'isElsewhere'>): Promise<void> {
  const { key } = duplicated;
  const isFollowed = isOfOtherTab(key);
  put(key, { ...state, phase: 'running', isElsewhere: true });
  if (isFollowed) return;
  await untilFree(lockOf(duplicated));
  if (isOfOtherTab(key)) put(key, undefined);
}

/** The locks of the duplicates that this page looks for or makes. */
const ownLocks = new Set<string>();

/** Runs `work` if neither this page nor another tab makes this duplicate; if another tab does, shows its progress. */
async function once(duplicated: Duplicated, work: () => Promise<void>): Promise<void> {
  const lock = lockOf(duplicated);
  if (ownLocks.has(lock)) return;
  ownLocks.add(lock);
  const isDone = await withFreeLock(lock, work).finally(() => ownLocks.delete(lock));
  if (isDone) return;
  const { owner, kind, id } = duplicated;
  await follow(duplicated, (await readDuplicateRecord(owner, kind, id)) ?? { ...nothingDone, job: { kind, id } });
}

/** Looks for a duplicate that an earlier run has not finished, and starts a new one if there is none. */
async function start(duplicated: Duplicated): Promise<void> {
  const { owner, kind, id, key } = duplicated;
  let job: DuplicateJob = { kind, id };
  put(key, { phase: 'looking', ...nothingDone, job });
  try {
    const stored = (await readDuplicateRecord(owner, kind, id))?.job ?? job;
    const unfinished = await findUnfinished(stored);
    // On plain http, which has no locks, another tab may have started meanwhile.
    if (isOfOtherTab(key)) return;
    if (unfinished) return put(key, { phase: 'found', ...nothingDone, job: unfinished, targetId: unfinished.targetId });
    // The duplicate of the stored job does not exist: it was deleted, or its create has not arrived and is repeated
    // with its key.
    if (stored.targetId === undefined) job = stored;
    await run(duplicated, job);
  } catch (error) {
    put(key, { phase: 'stopped', ...nothingDone, job, error });
  }
}

/** Returns the state and actions of the duplicate of one course, section, chapter or lesson. */
export function useDuplicate(kind: DuplicateKind, id: string) {
  const key = `${kind}/${id}`;
  const owner = useOwner();
  const queryClient = useQueryClient();
  const duplicated: Duplicated = {
    owner,
    kind,
    id,
    key,
    queryClient,
  };
  const state: DuplicateState | undefined = useSyncExternalStore(changed.subscribe, () => duplicates.get(key));
  const handleOtherTab = useEffectEvent(({ owner: by, of, phase, done, all, targetId }: DuplicateMessage) => {
    if (by !== owner || of !== key) return;
    const shown = { done, all, targetId, job: { kind, id, targetId } };
    if (phase === 'running') return void follow(duplicated, shown);
    // The reason of a stop is shown in the tab that made the duplicate.
    put(key, phase === 'done' ? { ...shown, phase, isElsewhere: true } : undefined);
    void refreshCurriculum(queryClient);
  });
  useEffect(() => duplicateState.subscribeToOthers((message) => handleOtherTab(message)), []);
  return {
    state,
    /** Looks for a duplicate that an earlier run has not finished, and starts a new one if there is none. */
    start: () => once(duplicated, () => start(duplicated)),
    /** Starts a new duplicate although an unfinished one exists. */
    startAnew: () => once(duplicated, () => run(duplicated, { kind, id })),
    /** Completes the duplicate that was found or stopped. */
    resume: () => once(duplicated, () => run(duplicated, duplicates.get(key)?.job ?? { kind, id })),
    /** Stops the duplicate after the call in flight; things that are already duplicated are not deleted. */
    stop: () => duplicates.get(key)?.stop?.(),
    /** Resets the state shown in this page; the duplicate itself is not deleted. */
    dismiss: () => put(key, undefined),
  };
}
