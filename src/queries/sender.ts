/** The code that sends, apart from the first load: replay, and then what the server has forgotten. */
import { HOUR_MS } from '@/lib/constants';
import { whenIdle } from '@/lib/when-idle';
import { followQueueMark, lookAfterQueue } from '@/offline/eviction/eviction-detector';
import { followPageLifecycle } from '@/offline/page/page-lifecycle';
import { queueChanged, type ReplayOutcome, replayState } from '@/offline/queue/queue-news';
import { replay as replayQueue, type ReplayOptions } from '@/offline/queue/replay';
import { heal, type ReconciliationResult } from '@/offline/reconciliation/reconcile';
import { AGAIN_MS, type ReconciliationOptions } from '@/offline/reconciliation/timing';
import { ownerKey, readOwnSession, type OwnerKey } from '@/session/session';
import { browser } from '@/storage/browser';
import { now } from '@/storage/now';
import { askingWords, reconciledWords } from '@/study/reconciliation-words';

followPageLifecycle();

function tell(owner: OwnerKey, { healed, asks }: ReconciliationResult): void {
  const say = (words: string) =>
    replayState.publish({ owner, sending: false, outcome: { received: 0, refused: 0, words } });
  if (healed?.count) say(reconciledWords({ ...healed, count: healed.count }));
  if (asks) say(askingWords(asks));
}

let again: ReturnType<typeof setTimeout> | undefined;

/** Looks; and once more for what was too young, unless this page is gone by then: the next one looks when it starts. */
async function look(owner: OwnerKey, options: ReconciliationOptions): Promise<ReconciliationResult> {
  const news = await heal(owner, options);
  tell(owner, news);
  clearTimeout(again);
  if (news.isYoung) again = setTimeout(() => void reconcileWhenIdle(false), AGAIN_MS);
  return news;
}

/**
 * Has what the server forgot wait again, sends it, and says so once it has been received.
 *
 * @throws {NetworkError}, {ApiError}, {UnexpectedAnswerError} when the server does not say, {StorageError} when the device fails.
 */
export async function reconcileNow(owner: OwnerKey, options: ReconciliationOptions = {}): Promise<void> {
  const { isWaiting } = await look(owner, options);
  if (!isWaiting) return;
  await replayQueue('page', { isUrgent: true });
  await look(owner, { isSettling: true });
}

/** This page has looked. */
let hasLooked = false;

/** Looks when the page is idle; what cannot be looked at now is at the next trigger. */
async function reconcileWhenIdle(isSettling: boolean): Promise<void> {
  // Comparing can wait.
  await whenIdle(5000);
  try {
    const session = await readOwnSession();
    if (session) await reconcileNow(ownerKey(session.owner), { isStart: !hasLooked, isSettling });
    hasLooked = true;
  } catch {
    // No answer, no device, or not this page's owner: nothing was changed.
  }
}

/** When this page last looked although its run had come to a stop. */
let stoppedAt = 0;

/** What stops one call, perhaps for days, may stop nothing else: once an hour the server is asked all the same. */
function mayLook({ stoppedBy }: ReplayOutcome): boolean {
  if (!stoppedBy) return true;
  if (stoppedBy === 'session' || stoppedBy === 'storage' || Math.abs(now() - stoppedAt) < HOUR_MS) return false;
  stoppedAt = now();
  return true;
}

let stopFollowing: (() => void) | undefined;

/**
 * Looks after the queue of whoever is here, from now on: whether the browser deletes it, and how much lies in it.
 *
 * @param isBack this page may come from the back/forward cache, where it heard of nothing.
 */
async function lookAfter(isBack?: boolean): Promise<void> {
  const session = await readOwnSession().catch(() => undefined);
  const owner = session && ownerKey(session.owner);
  if (!owner) return;
  stopFollowing?.();
  stopFollowing = followQueueMark(owner);
  if (isBack) queueChanged.publish({ owner });
}

/** Asks the browser to wake the worker when there is a network again. */
async function registerBackgroundSync(): Promise<void> {
  const registration = await browser.navigator?.serviceWorker?.getRegistration();
  await registration?.sync?.register('replay');
}

/**
 * Sends what is due, from this page; then looks whether the server still has what it received.
 *
 * @param options `isNew`: a call was just recorded, which this page may not live to send.
 */
export async function replay({ isNew, ...options }: ReplayOptions & { isNew?: boolean }): Promise<ReplayOutcome> {
  void lookAfter(options.isUrgent);
  // Where the browser cannot or must not, the page's triggers do.
  if (isNew) registerBackgroundSync().catch(() => undefined);
  const outcome = await replayQueue('page', options);
  if (mayLook(outcome)) void reconcileWhenIdle(outcome.received > 0);
  return outcome;
}

export { lookAfterQueue };
