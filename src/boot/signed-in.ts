/** Code for signed-in pages only: their background work, and the loaders of their first screens. */
import type { QueryClient } from '@tanstack/react-query';

import { announceReconciliation } from '@/device/announce-reconciliation';
import { followAnswerReceipts } from '@/device/drafts/submitted-drafts';
import { followNetwork } from '@/device/follow-network';
import { followPacks } from '@/device/packs/follow-packs';
import { followReplayTriggers } from '@/offline/page/replay-triggers';
import { followQueue, loadCallStates } from '@/queries/queue';
import type { OwnerKey } from '@/session/session';

/** Maximum time, ms, that sending queued calls waits for the first screen. */
const SENDING_AFTER_MS = 2000;

/**
 * Starts the background work of an owner; resolves once the queued calls are known.
 *
 * @param loading resolves when the first screen has loaded.
 * @returns a function that stops the work.
 */
export async function followOwner(
  queryClient: QueryClient,
  owner: OwnerKey,
  loading: Promise<unknown>,
): Promise<() => void> {
  const marks = loadCallStates(queryClient, owner);
  const stops = [
    followQueue(queryClient, owner),
    followAnswerReceipts(owner),
    announceReconciliation(),
    startAfter(Promise.all([loading, marks]), () => followReplayTriggers(owner)),
    followPacks(queryClient, owner),
    followNetwork(queryClient),
  ];
  await marks;
  return () => stops.forEach((stop) => stop());
}

/**
 * Starts sending the queued calls after `loading`, so that sending does not delay the first screen, but after 2 s at
 * the latest, so that a slow screen does not delay sending. Returns a function that stops it.
 */
function startAfter(loading: Promise<unknown>, start: () => () => void): () => void {
  let stop: (() => void) | undefined;
  const begin = () => (stop ??= start());
  const timer = setTimeout(begin, SENDING_AFTER_MS);
  void loading.then(begin, begin);
  return () => {
    clearTimeout(timer);
    stop ??= () => undefined;
    stop();
  };
}

export { loadCourseList, loadHome } from '@/queries/curriculum/courses-to-study';
export { loadLessonToRead } from '@/queries/curriculum/lesson-to-read';
export { loadReplay } from '@/offline/page/request-replay';
