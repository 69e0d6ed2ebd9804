/**
 * When a page compares its receipts with the server's progress: after each run of replay, and when the learner answers.
 */
import { HOUR_MS } from '@/lib/constants';
import { whenIdle } from '@/lib/wait';
import type { ReplayOutcome } from '@/offline/queue/queue-broadcasts';
import { replay } from '@/offline/queue/replay';
import { reconcile, type ReconciliationResult } from '@/offline/reconciliation/reconcile';
import { reconciliationFinished } from '@/offline/reconciliation/reconciliation-signal';
import { RECHECK_MS, type ReconciliationOptions } from '@/offline/reconciliation/timing';
import { ownerKey, readOwnSession, type OwnerKey } from '@/session/session';
import { now } from '@/storage/now';

import { followPageLifecycle } from './page-lifecycle';

followPageLifecycle();

/** Maximum wait until the page is idle, ms: comparing receipts is never urgent. */
const MAX_IDLE_WAIT_MS = 5000;

let repeat: ReturnType<typeof setTimeout> | undefined;

/**
 * Compares receipts with the server's progress, and once more after {@link RECHECK_MS} for receipts that were too
 * young. If the page is closed by then, the next start compares them.
 */
async function compare(owner: OwnerKey, options: ReconciliationOptions): Promise<ReconciliationResult> {
  const result = await reconcile(owner, options);
  reconciliationFinished.publish({ owner, healed: result.healed, asks: result.asks });
  clearTimeout(repeat);
  if (result.isYoung) repeat = setTimeout(() => void reconcileWhenIdle(false), RECHECK_MS);
  return result;
}

/**
 * Compares the owner's receipts with the server's progress, sends again the calls that the server lost, and publishes
 * the result once the server has received these calls.
 *
 * @throws {NetworkError}, {ApiError}, {UnexpectedAnswerError} when the server does not answer, {StorageError} when the
 * device fails.
 */
export async function reconcileNow(owner: OwnerKey, options: ReconciliationOptions = {}): Promise<void> {
  const { isWaiting } = await compare(owner, options);
  if (!isWaiting) return;
  await replay('page', { isUrgent: true });
  await compare(owner, { isSettling: true });
}

/** True after this page has compared at least once. */
let hasCompared = false;

/** Compares receipts when the page is idle. A failed comparison is tried again after the next run of replay. */
async function reconcileWhenIdle(isSettling: boolean): Promise<void> {
  await whenIdle(MAX_IDLE_WAIT_MS);
  try {
    const session = await readOwnSession();
    if (session) await reconcileNow(ownerKey(session.owner), { isStart: !hasCompared, isSettling });
    hasCompared = true;
  } catch {
    // Ignore the errors: the server does not answer, the device fails, or the page is no longer the owner's. Nothing
    // was changed.
  }
}

/** The time at which this page last compared receipts after a run of replay that was stopped, ms since 1970. */
let comparedStoppedAt = 0;

/**
 * A single blocked call must not prevent reconciliation: after a run of replay that was stopped, receipts are compared,
 * but at most once an hour.
 */
function mayReconcile({ stoppedBy }: ReplayOutcome): boolean {
  if (!stoppedBy) return true;
  if (stoppedBy === 'session' || stoppedBy === 'storage' || Math.abs(now() - comparedStoppedAt) < HOUR_MS) return false;
  comparedStoppedAt = now();
  return true;
}

/** Compares receipts when the page is idle, if the run of replay that just ended allows it. */
export function reconcileAfter(outcome: ReplayOutcome): void {
  if (mayReconcile(outcome)) void reconcileWhenIdle(outcome.received > 0);
}
