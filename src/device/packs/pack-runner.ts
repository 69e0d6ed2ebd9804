/** Saves what is to be kept, one course at a time and in one tab only; goes on by itself when there is a network again. */
import { watchReachability } from '@/api/reachability';
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
/** Waits before what was interrupted is tried again; the last one stays. */
const RETRY_DELAYS_MS = [5000, 15_000, 60_000, 300_000];
/** What may pass by itself. */
const passing = new Set<StopReason>(['network', 'portal', 'server', 'storage']);
/** What holds up every course, not only this one. */
const general = new Set<StopReason>(['network', 'portal', 'session']);

/** The save that runs in this tab. */
let running: { courseId: string; controller: AbortController } | undefined;

const noCounts: PackCounts = { text: { done: 0, total: 0 }, images: { done: 0, total: 0 }, bytes: 0 };

/** Tells every tab how a save goes, at most five times a second. */
function createTeller(owner: OwnerKey, courseId: string) {
  let toldAt = Number.NEGATIVE_INFINITY;
  let latest: () => PackCounts = () => noCounts;
  const removed: string[] = [];
  const tell = (phase: PackState['phase'], reason?: StopReason) => {
    toldAt = performance.now();
    packState.publish({ owner, courseId, state: { ...latest(), phase, reason, removed: [...removed] } });
  };
  return {
    tell,
    step: (counts: () => PackCounts) => {
      latest = counts;
      if (performance.now() - toldAt >= PUBLISH_INTERVAL_MS) tell('saving');
    },
    removed: (title: string) => void removed.push(title),
  };
}

function reasonOf(error: unknown): StopReason {
  return error instanceof PackStop ? error.reason : 'storage';
}

/** Saves one course, if it is still to be saved when its turn comes. @returns why it stopped, if it did. */
async function saveInTurn(owner: OwnerKey, courseId: string): Promise<StopReason | undefined> {
  const record = await readPackRecord(owner, courseId);
  if (!record || !isDue(record, await listCopyKeys(owner))) return undefined;
  const controller = new AbortController();
  running = { courseId, controller };
  const teller = createTeller(owner, courseId);
  teller.tell('saving');
  try {
    await savePack(owner, courseId, { signal: controller.signal, onStep: teller.step, onRemoved: teller.removed });
    teller.tell('ended');
    return undefined;
  } catch (error) {
    if (controller.signal.aborted) {
      teller.tell('ended');
      return undefined;
    }
    teller.tell('waiting', reasonOf(error));
    return reasonOf(error);
  } finally {
    running = undefined;
    // The other lanes have nobody left to work for.
    controller.abort();
  }
}

/** Goes once through all packs. @returns why it stopped, if it did. */
async function saveAll(owner: OwnerKey): Promise<StopReason | undefined> {
  let stopped: StopReason | undefined;
  await withLock(PACKS_LOCK, () => offerEvictedPacks(owner));
  for (const { courseId } of await listPackRecords(owner)) {
    if (isAway) return undefined;
    // One turn for each, so that whoever wants to delete one does not wait for all of them.
    const reason = await withLock(PACKS_LOCK, () => saveInTurn(owner, courseId));
    stopped = reason ?? stopped;
    if (reason && general.has(reason)) return reason;
  }
  return stopped;
}

/** This page lies in the back/forward cache, or is on its way there: other tabs save. */
let isAway = false;
let isBusy = false;
let isWantedAgain = false;
let round = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Saves all that is due; called while it runs, it looks once more afterwards. Never rejects. */
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
  if (!reason || !passing.has(reason)) {
    round = 0;
    return;
  }
  timer = setTimeout(() => void runPacks(owner), RETRY_DELAYS_MS[Math.min(round, RETRY_DELAYS_MS.length - 1)]);
  round += 1;
}

/** Ends the save of this tab when its course was interrupted or taken off the list, here or elsewhere. */
async function stopUnwanted(owner: OwnerKey): Promise<void> {
  const current = running;
  if (!current) return;
  const record = await readPackRecord(owner, current.courseId);
  if (!record || record.isPaused) current.controller.abort();
}

/** Does what the news of packs ask of whoever may save; returns how to stop. */
function followNews(owner: OwnerKey): () => void {
  const stops = [
    packsChanged.subscribe((news) => {
      if (news.owner === owner) void stopUnwanted(owner).catch(() => undefined);
    }),
    packState.subscribe((news) => {
      // Whoever saves may be closed: this tab waits for the lock, and then goes on in its place.
      if (news.owner === owner && news.state.phase === 'saving' && !isBusy) void runPacks(owner);
    }),
  ];
  return () => stops.forEach((stop) => stop());
}

/** Goes on with what was interrupted, now and on every sign of a network, until `packKeeper` is told to stop. */
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
  const stopNews = followNews(owner);
  const stopReachability = watchReachability((isReachable) => isReachable && run());
  const stopOnline = watchOnline(run);
  window.addEventListener('pagehide', handleTransition);
  window.addEventListener('pageshow', handleTransition);
  document.addEventListener('visibilitychange', whenVisible);
  packKeeper.stop = () => {
    packKeeper.stop = undefined;
    stopNews();
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

/** この端末に保存, 更新を保存, 続きから保存. @throws {DOMException} when the device fails. */
export async function wantPack(owner: OwnerKey, course: { id: string; title: string }): Promise<void> {
  const known = await readPackRecord(owner, course.id);
  const wish = { courseId: course.id, wantedAt: now(), isPaused: false, isDue: true };
  await keepPackRecord(owner, { title: course.title, ...known, ...wish });
  await dropEarlierPack(owner, course.id);
  void requestPersistence();
  keepSaving(owner);
  void runPacks(owner);
}

/** 中断: what is there stays. @throws {DOMException} when the device fails. */
export async function pausePack(owner: OwnerKey, courseId: string): Promise<void> {
  const record = await readPackRecord(owner, courseId);
  if (record) await keepPackRecord(owner, { ...record, isPaused: true });
  packState.publish({ owner, courseId, state: { ...noCounts, phase: 'ended', removed: [] } });
}

/** 削除. @throws {DOMException} when the device fails. */
export async function deletePack(owner: OwnerKey, courseId: string): Promise<void> {
  await pausePack(owner, courseId);
  await withLock(PACKS_LOCK, () => removePack(owner, courseId));
}

/**
 * 他の学習データを消す, between two saves: what an update brings belongs to no course before its end.
 *
 * @returns how many copies there were. @throws {DOMException} when the device fails.
 */
export function deleteOtherCopies(owner: OwnerKey): Promise<number> {
  return withLock(PACKS_LOCK, () => removeOtherCopies(owner));
}
