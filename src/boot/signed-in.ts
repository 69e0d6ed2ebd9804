/** What only pages of somebody signed in need: what runs for them as long as the app does, and what their first screens read. */
import type { QueryClient } from '@tanstack/react-query';

import { announceReconciliation } from '@/device/announce-reconciliation';
import { followAnswerReceipts } from '@/device/drafts/submitted-drafts';
import { followNetwork } from '@/device/follow-network';
import { followPacks } from '@/device/packs/follow-packs';
import { followReplayTriggers } from '@/offline/page/replay-triggers';
import { followQueue, loadCallStates } from '@/queries/queue';
import type { OwnerKey } from '@/session/session';

/** After so long what waits is sent although the first screen does not stand, in ms. */
const SENDING_AFTER_MS = 2000;

/**
 * Follows all that concerns an owner; resolves with how to stop, once what waits is known.
 *
 * @param loading the first screen.
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
 * Counting what waits, and the code that sends it, must not hold up the first screen; a screen that takes long holds up no
 * sending either. Returns how to stop.
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

export { loadCourseList, loadHome } from '@/queries/courses-to-study';
export { loadLessonToRead } from '@/queries/lesson-to-read';
export { loadReplay } from '@/offline/page/request-replay';
