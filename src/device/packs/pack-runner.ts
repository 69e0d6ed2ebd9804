/** Saves courses (packs) in the background: one at a time, in one tab only; resumes when the network returns. */
import { watchReachability } from '@/api/network/reachability';
import { savePack } from '@/offline/packs/course-pack';
import { offerEvictedPacks } from '@/offline/packs/course-pack-eviction';
import { PackStop, type StopReason } from '@/offline/packs/course-pack-fetch';
import {
  canKeepPacks,
  dropEarlierPack,
  isDue,
  keepPackRecord,
  listCopyKeys,
  listPackRecords,
  readPackRecord,
} from '@/offline/packs/course-pack-records';
import { removeOtherCopies, removePack } from '@/offline/packs/course-pack-removal';
import type { PackCounts } from '@/offline/packs/course-pack-walk';
import { packsChanged, type PackState, packState } from '@/offline/packs/pack-broadcasts';
import { watchOnline } from '@/offline/page/watch-online';
import type { OwnerKey } from '@/session/session';
import { withLock } from '@/storage/locks';
import { now } from '@/storage/now';
import { requestPersistence } from '@/storage/persistence';

import { packKeeper } from './pack-keeper';

const PACKS_LOCK = 'packs';
const PUBLISH_INTERVAL_MS = 200;
/** Backoff after interruptions, ms; the last value repeats. */
const RETRY_DELAYS_MS = [5000, 15_000, 60_000, 300_000];
/** Stop reasons that may pass without an action of the learner, so that the save is retried. */
const temporary = new Set<StopReason>(['network', 'portal', 'server', 'storage']);
/** Stop reasons that affect all courses: saving ends instead of continuing with the next course. */
const general = new Set<StopReason>(['network', 'portal', 'session']);

/** The save of a course that runs in this tab. */
let running: { courseId: string; controller: AbortController } | undefined;

const noCounts: PackCounts = { text: { done: 0, total: 0 }, images: { done: 0, total: 0 }, bytes: 0 };

/** Publishes the progress of a save to all tabs, at most five times a second. */
function createPublisher(owner: OwnerKey, courseId: string) {
  let publishedAt = Number.NEGATIVE_INFINITY;
  let latest: () => PackCounts = () => noCounts;
  const removed: string[] = [];
  const publish = (phase: PackState['phase'], reason?: StopReason) => {
    publishedAt = performance.now();
    packState.publish({ owner, courseId, state: { ...latest(), phase, reason, removed: [...removed] } });
  };
  return {
    publish,
    step: (counts: () => PackCounts) => {
      latest = counts;
      if (performance.now() - publishedAt >= PUBLISH_INTERVAL_MS) publish('saving');
    },
    removed: (title: string) => void removed.push(title),
  };
}

function reasonOf(error: unknown): StopReason {
  return error instanceof PackStop ? error.reason : 'storage';
}

/**
 * Saves one course, if it still needs saving once the Web Lock is held. @returns the reason why it stopped; undefined
 * when the course is saved.
 */
async function saveLocked(owner: OwnerKey, courseId: string): Promise<StopReason | undefined> {
  const record = await readPackRecord(owner, courseId);
  if (!record || !isDue(record, await listCopyKeys(owner))) return undefined;
  const controller = new AbortController();
  running = { courseId, controller };
  const publisher = createPublisher(owner, courseId);
  publisher.publish('saving');
  try {
    await savePack(owner, courseId, {
      signal: controller.signal,
      onStep: publisher.step,
      onRemoved: publisher.removed,
    });
    publisher.publish('ended');
    return undefined;
  } catch (error) {
    if (controller.signal.aborted) {
      publisher.publish('ended');
      return undefined;
    }
    publisher.publish('waiting', reasonOf(error));
    return reasonOf(error);
  } finally {
    running = undefined;
    // Stops the remaining concurrent downloads of the course.
    controller.abort();
  }
}

/** Saves all due courses (packs) once. @returns the reason why saving stopped; undefined when all are saved. */
async function saveAll(owner: OwnerKey): Promise<StopReason | undefined> {
  let stopped: StopReason | undefined;
  await withLock(PACKS_LOCK, () => offerEvictedPacks(owner));
  for (const { courseId } of await listPackRecords(owner)) {
    if (isAway) return undefined;
    // Take the Web Lock for each course, so that deleting a course need not wait until all others are saved.
    const reason = await withLock(PACKS_LOCK, () => saveLocked(owner, courseId));
    stopped = reason ?? stopped;
    if (reason && general.has(reason)) return reason;
  }
  return stopped;
}

/** True while this page is in, or entering, the back/forward cache: meanwhile only other tabs save courses. */
let isAway = false;
let isBusy = false;
let isWantedAgain = false;
let round = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Saves all due courses (packs); if called while saving, saves all due courses once more afterwards. Never rejects. */
async function runPacks(owner: OwnerKey): Promise<void> {
  if (!canKeepPacks()) return;
  clearTimeout(timer);
  isWantedAgain = true;
  if (isBusy) return;
  isBusy = true;
  let reason: StopReason | undefined;
  while (isWantedAgain) {
    isWantedAgain = false;
    reason = await saveAll(owner).catch(() => 'storage' as const);
  }
  isBusy = false;
  if (!reason || !temporary.has(reason)) {
    round = 0;
    return;
  }
  timer = setTimeout(() => void runPacks(owner), RETRY_DELAYS_MS[Math.min(round, RETRY_DELAYS_MS.length - 1)]);
  round += 1;
}

/** Aborts this tab's save when its course was paused or removed, in any tab. */
async function stopUnwanted(owner: OwnerKey): Promise<void> {
  const current = running;
  if (!current) return;
  const record = await readPackRecord(owner, current.courseId);
  if (!record || record.isPaused) current.controller.abort();
}

/** Reacts to broadcasts about packs. @returns a function that stops it. */
function followBroadcasts(owner: OwnerKey): () => void {
  const stops = [
    packsChanged.subscribe((message) => {
      if (message.owner === owner) void stopUnwanted(owner).catch(() => undefined);
    }),
    packState.subscribe((message) => {
      // Another tab saves a course and may be closed meanwhile: this tab queues for the Web Lock and then continues the
      // save.
      if (message.owner === owner && message.state.phase === 'saving' && !isBusy) void runPacks(owner);
    }),
  ];
  return () => stops.forEach((stop) => stop());
}

/** Resumes interrupted saves, now and whenever the network returns, until `packKeeper.stop` is called. */
export function keepSaving(owner: OwnerKey): void {
  if (packKeeper.stop) return;
  const run = () => void runPacks(owner);
  const whenVisible = () => document.visibilityState === 'visible' && run();
  const handleTransition = ({ type, persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    isAway = type === 'pagehide';
    if (isAway) running?.controller.abort();
    else run();
  };
  const stopBroadcasts = followBroadcasts(owner);
  const stopReachability = watchReachability((isReachable) => isReachable && run());
  const stopOnline = watchOnline(run);
  window.addEventListener('pagehide', handleTransition);
  window.addEventListener('pageshow', handleTransition);
  document.addEventListener('visibilitychange', whenVisible);
  packKeeper.stop = () => {
    packKeeper.stop = undefined;
    stopBroadcasts();
    stopReachability();
    stopOnline();
    window.removeEventListener('pagehide', handleTransition);
    window.removeEventListener('pageshow', handleTransition);
    document.removeEventListener('visibilitychange', whenVisible);
    clearTimeout(timer);
    running?.controller.abort();
  };
  run();
}

/** Starts or resumes saving a course (この端末に保存, 更新を保存, 続きから保存). @throws {DOMException} when the storage fails. */
export async function wantPack(owner: OwnerKey, course: { id: string; title: string }): Promise<void> {
  const known = await readPackRecord(owner, course.id);
  const wish = { courseId: course.id, wantedAt: now(), isPaused: false, isDue: true };
  await keepPackRecord(owner, { title: course.title, ...known, ...wish });
  await dropEarlierPack(owner, course.id);
  void requestPersistence();
  keepSaving(owner);
  void runPacks(owner);
}

/** Pauses a save (中断); the parts saved so far remain on the device. @throws {DOMException} when the storage fails. */
export async function pausePack(owner: OwnerKey, courseId: string): Promise<void> {
  const record = await readPackRecord(owner, courseId);
  if (record) await keepPackRecord(owner, { ...record, isPaused: true });
  packState.publish({ owner, courseId, state: { ...noCounts, phase: 'ended', removed: [] } });
}

/** Deletes a saved course (削除). @throws {DOMException} when the storage fails. */
export async function deletePack(owner: OwnerKey, courseId: string): Promise<void> {
  await pausePack(owner, courseId);
  await withLock(PACKS_LOCK, () => removePack(owner, courseId));
}

/**
 * Deletes cached data that belongs to no saved course (他の学習データを消す). Holds the Web Lock, because the new data of a
 * running update belongs to no course until the update ends.
 *
 * @returns the number of deleted copies. @throws {DOMException} when the storage fails.
 */
export function deleteOtherCopies(owner: OwnerKey): Promise<number> {
  return withLock(PACKS_LOCK, () => removeOtherCopies(owner));
}
