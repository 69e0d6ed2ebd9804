/**
 * The entry of the app bundle that a simulated page or service worker runs: the real code, started as boot-app.tsx and
 * sw.ts start it.
 */
import '@/boot/zod-config';
import { fetchInfo } from '@/api/info';
import { restartOnSessionChange } from '@/device/restart';
import { signIn } from '@/device/session';
import { signOut } from '@/device/sign-out';
import { readCurrentSession } from '@/offline/current-session';
import { recordCall } from '@/offline/page/record-call';
import { followReplayTriggers } from '@/offline/page/replay-triggers';
import { requestReplay } from '@/offline/page/request-replay';
import { listCallStates } from '@/offline/queue/queue-counts';
import { createCallReader } from '@/offline/queue/recorded-calls';
import { replay } from '@/offline/queue/replay';
import { discard, retry } from '@/offline/queue/retry-discard';
import { type SyncState, watchSync } from '@/offline/queue/sync-state';
import { undo } from '@/offline/queue/undo';
import { lendRefreshToken } from '@/session/refresh-token';
import { bindPage, ownerKey, type OwnerKey } from '@/session/session';

/** Starts the app in a simulated page. @returns the owner of its session; undefined on the login screen. */
export async function boot(onState: (state: SyncState) => void): Promise<OwnerKey | undefined> {
  const session = await readCurrentSession().catch(() => undefined);
  bindPage(session);
  lendRefreshToken();
  restartOnSessionChange(session);
  if (!session) return undefined;
  const owner = ownerKey(session.owner);
  followReplayTriggers(owner);
  watchSync(owner, onState);
  void fetchInfo().catch(() => undefined);
  return owner;
}

/** Returns the functions by which a page's screens read the queued calls of the signed-in learner. */
export function createReaders(owner: OwnerKey) {
  return { states: () => listCallStates(owner), calls: createCallReader(owner) };
}

export { discard, recordCall, replay, requestReplay, retry, signIn, signOut, undo };
