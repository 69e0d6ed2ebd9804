/** Checks invariants of device, server and session that must hold after every step. */
import { DAY_MS, MINUTE_MS } from '@/lib/constants';
import type { Entry } from '@/offline/queue/entries';

import { authorOf, type DeviceView, type StoredCall, viewDevice } from './device-view';
import { InvariantViolation } from './scheduler';
import type { TrackedCall } from './tracked-calls';
import type { World } from './world';

interface SeenReceipt extends StoredCall {
  /** The simulated time in ms at which a queue entry's state was first seen. */
  since: number;
}

/** The least time for which the confirmation of a call (receipt) remains stored, ms. */
const RECEIPT_RETENTION_MS = 29 * DAY_MS;

export class StateInvariants {
  private receipts = new Map<string, SeenReceipt>();
  private evictions = 0;
  private readonly requeued = new Set<string>();

  constructor(private readonly world: World) {}

  /** Checks all state invariants; the caller makes sure that no transaction is half written. */
  check(): void {
    const view = viewDevice(this.world.device);
    this.checkOwners(view);
    this.checkOnce(view);
    for (const tracked of this.world.trackedCalls.values()) this.checkTracked(tracked, view);
    this.checkReceipts(view);
    this.checkSession(view);
    this.checkServer();
  }

  private checkOwners({ calls }: DeviceView): void {
    for (const { learner, entry, callKey } of calls) {
      if (authorOf(entry.call) !== learner)
        throw new InvariantViolation(`${callKey} is stored under the name of ${learner}`);
    }
  }

  private checkOnce({ calls }: DeviceView): void {
    const seen = new Set<string>();
    for (const { state, callKey } of calls) {
      if (state === 'sent' || state === 'unreadable' || this.world.trackedCalls.get(callKey)?.isDamaged) continue;
      if (seen.has(callKey)) throw new InvariantViolation(`${callKey} is queued twice`);
      seen.add(callKey);
    }
  }

  private checkTracked(tracked: TrackedCall, { calls }: DeviceView): void {
    const { callKey, learner } = tracked;
    const waiting = calls.filter((one) => one.callKey === callKey && one.state !== 'sent');
    const isAsked = tracked.isDiscarding || tracked.isUndoing || this.world.discarding.has(learner);
    if (tracked.discardedAt !== undefined && waiting.length > 0 && !tracked.isDamaged && !isAsked) {
      throw new InvariantViolation(`${callKey} was discarded, but is still queued`);
    }
    const isGone = this.world.isLessonGone(callKey) && this.world.everRecorded.has(callKey);
    const isExplained =
      tracked.discardedAt !== undefined || tracked.isEvicted || tracked.isForgotten || isAsked || isGone;
    if (!tracked.isSaved || waiting.length > 0 || this.world.server.has(callKey) || isExplained) return;
    throw new InvariantViolation(`${callKey} was reported as saved, but is neither on the device nor on the server`);
  }

  /**
   * Checks that a stored confirmation (receipt) exists only for a call that the server received, remains on the device
   * for a month, and is queued again only if the server has forgotten the call.
   */
  private checkReceipts({ calls }: DeviceView): void {
    const { world } = this;
    if (world.evictions !== this.evictions) this.receipts.clear();
    this.evictions = world.evictions;
    const now = new Map<string, SeenReceipt>();
    for (const one of calls) {
      if (one.state !== 'sent') continue;
      if (!world.everRecorded.has(one.callKey))
        throw new InvariantViolation(`${one.callKey} has a receipt, but the server never received it`);
      if (world.signedOut.has(one.learner))
        throw new InvariantViolation(`a receipt of ${one.learner} is still stored after the sign-out`);
      now.set(one.entry.id, { ...one, since: this.receipts.get(one.entry.id)?.since ?? world.scheduler.now });
    }
    for (const [id, receipt] of this.receipts) {
      if (now.has(id)) continue;
      const again = calls.find(({ entry }) => entry.id === id);
      if (again) this.checkRequeued(receipt, again);
      else this.checkExpired(receipt);
    }
    this.receipts = now;
  }

  private checkExpired({ learner, callKey, since }: SeenReceipt): void {
    const { world } = this;
    const isOld = world.scheduler.now - since > RECEIPT_RETENTION_MS || world.clocks.wereBothClocksAhead;
    if (isOld || world.signOutBegan.has(learner) || world.trackedCalls.get(callKey)?.isDamaged) return;
    throw new InvariantViolation(`the receipt of ${callKey} is gone`);
  }

  private checkRequeued({ entry, callKey, learner, since }: SeenReceipt, { state }: StoredCall): void {
    const { world } = this;
    const tracked = world.trackedCalls.get(callKey);
    const isReading = entry.call.kind === 'lesson-read';
    const isLost = isReading
      ? tracked?.isForgotten || world.everForgotten.has(callKey)
      : world.learnersForgotten.has(learner);
    // Excused: after a jump of the server's clock a recent call looks old; if the server's progress also lacks the call
    // for a while, the app takes it for forgotten.
    const isYoung = world.scheduler.now - since < 2 * MINUTE_MS;
    const looksLost = isYoung && world.clocks.wasServerAhead && world.server.hasShownLate;
    if (!isLost && !looksLost)
      throw new InvariantViolation(`${callKey} is queued again although the server has not forgotten it`);
    if (state !== 'queued') return;
    if (entry.state === 'sent' && !isReading && !entry.receipt.isEchoed) {
      throw new InvariantViolation(`${callKey} is queued again automatically, but this server might count it twice`);
    }
    if (this.requeued.has(entry.id))
      throw new InvariantViolation(`${callKey} is queued again automatically a second time`);
    this.requeued.add(entry.id);
  }

  /** Checks that the session changes only when a learner signs in or out. */
  private checkSession({ session }: DeviceView): void {
    const { expected, maybeSignedOut, signingIn } = this.world;
    if (session === undefined) {
      if (expected && !maybeSignedOut.has(expected))
        throw new InvariantViolation(`${expected} is signed out without having asked for it`);
      return;
    }
    if (session !== expected && !signingIn.has(session))
      throw new InvariantViolation(`${session} is signed in instead of ${expected}`);
    if (this.world.signedOut.has(session))
      throw new InvariantViolation(`${session} has signed out, but is still signed in`);
  }

  private checkServer(): void {
    for (const [callKey, { user }] of this.world.server.calls) {
      const tracked = this.world.trackedCalls.get(callKey);
      if (tracked?.learner !== user)
        throw new InvariantViolation(`the server has ${callKey} under the name of ${user}`);
    }
  }

  /**
   * Checks a learner's calls at the end, after all of them had time to arrive.
   *
   * @param isHeld true for a call that cannot arrive.
   * @param allowedStates states in which a call may still be stored.
   */
  atEnd(learner: string, isHeld: (callKey: string) => boolean, ...allowedStates: string[]): void {
    const { calls, losses } = viewDevice(this.world.device);
    if (this.world.expectedLossNotices.has(learner) && !losses.includes(learner)) {
      throw new InvariantViolation(`the browser evicted queued calls of ${learner}, but no notice says so`);
    }
    for (const { callKey, learner: whose, isSaved, isDamaged } of this.world.trackedCalls.values()) {
      if (whose !== learner || isHeld(callKey) || isDamaged) continue;
      const stored = calls.find((one) => one.callKey === callKey && one.state !== 'unreadable');
      if (stored && allowedStates.includes(stored.state)) continue;
      if (stored && stored.state !== 'sent')
        throw new InvariantViolation(`${callKey} is still stored at the end (${stored.state})`);
      if (stored && !this.world.server.has(callKey)) this.checkNotResent(stored, calls, ['queued', ...allowedStates]);
      if (isSaved) this.checkArrived(callKey, stored !== undefined);
    }
  }

  private checkArrived(callKey: string, hasReceipt: boolean): void {
    const tracked = this.world.trackedCalls.get(callKey);
    const isExplained =
      tracked?.discardedAt !== undefined ||
      tracked?.isEvicted ||
      (tracked?.isForgotten && !hasReceipt) ||
      tracked?.isDiscarding ||
      tracked?.isUndoing;
    const { server } = this.world;
    if (isExplained || server.has(callKey) || this.world.isLessonGone(callKey) || hasReceipt) return;
    throw new InvariantViolation(`${callKey} was reported as saved, but has not arrived at the end`);
  }

  private checkNotResent(
    { callKey, learner, entry }: StoredCall,
    calls: readonly StoredCall[],
    unsettled: readonly string[],
  ): void {
    // A learner's calls that were sent again are compared only once the server has received all of them.
    const isSettling = calls.some(
      (one) => one.learner === learner && unsettled.includes(one.state) && one.entry.healed,
    );
    if (isSettling && entry.healed === 'sent') return;
    // Excused: the app does not send a submit again if the server might count it twice, or has already forgotten it
    // twice.
    const isSubmit = entry.state === 'sent' && entry.call.kind === 'answer-submit';
    if (isSubmit && (!entry.receipt.isEchoed || entry.healed !== undefined || this.isHidden(entry, calls))) return;
    if (this.world.isLessonGone(callKey) || entry.healed === 'left') return;
    throw new InvariantViolation(
      `the server has forgotten ${callKey}, and it was not sent again although its receipt is stored`,
    );
  }

  /**
   * Returns true if another submit to the same set, of which the device has no receipt, hides the loss of this submit:
   * the server's count of submits is then as expected.
   */
  private isHidden({ call }: Entry, calls: readonly StoredCall[]): boolean {
    const setOf = (one: Entry['call']) => (one.kind === 'answer-submit' ? one.submit.questionSetId : undefined);
    return [...this.world.server.calls].some(
      ([callKey, { submit }]) =>
        submit && submit.questionSetId === setOf(call) && !calls.some((one) => one.callKey === callKey),
    );
  }
}
