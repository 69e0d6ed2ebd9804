/** The code that sends, apart from the first load: replay, and then what the server has forgotten. */
import { heal, type HealingNews, type HealingOptions } from '@/offline/healing/heal';
import { type ReplayOutcome, replayState } from '@/offline/queue/queue-news';
import { replay as replayQueue, type ReplayOptions } from '@/offline/queue/replay';
import { ownerKey, readOwnSession, type OwnerKey } from '@/session/session';
import { askingWords, healedWords } from '@/study/healing-words';

/** Comparing can wait until the page has nothing to do. Safari has no idle callback. */
function untilIdle(): Promise<unknown> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(resolve, { timeout: 5000 });
    else setTimeout(resolve, 500);
  });
}

function tell(owner: OwnerKey, { healed, asks }: HealingNews): void {
  const say = (words: string) =>
    replayState.publish({ owner, sending: false, outcome: { received: 0, refused: 0, words } });
  if (healed?.count) say(healedWords({ ...healed, count: healed.count }));
  if (asks) say(askingWords(asks));
}

/**
 * Has what the server forgot wait again, sends it, and says so once it has been received.
 *
 * @throws {NetworkError}, {ApiError}, {UnexpectedAnswerError} when the server does not say, {StorageError} when the device fails.
 */
export async function healNow(owner: OwnerKey, options: HealingOptions = {}): Promise<void> {
  const news = await heal(owner, options);
  tell(owner, news);
  if (!news.isWaiting) return;
  await replayQueue('page', { isUrgent: true });
  tell(owner, await heal(owner, { isSettling: true }));
}

/** This page has looked. */
let hasLooked = false;

/** Looks when the page is idle; what cannot be looked at now is at the next trigger. */
async function healLater(isSettling: boolean): Promise<void> {
  await untilIdle();
  try {
    const session = await readOwnSession();
    if (session) await healNow(ownerKey(session.owner), { isStart: !hasLooked, isSettling });
    hasLooked = true;
  } catch {
    // No answer, no device, or not this page's owner: nothing was changed.
  }
}

/** Sends what is due, from this page; then looks whether the server still has what it received. */
export async function replay(options: ReplayOptions): Promise<ReplayOutcome> {
  const outcome = await replayQueue('page', options);
  if (!outcome.stoppedBy) void healLater(outcome.received > 0);
  return outcome;
}
