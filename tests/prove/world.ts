/**
 * The state of one simulated history, and what the app has promised to the learners in it: invariants compare device,
 * requests and screens with this.
 */
import { callKeyOf, type StudyAnswer, type StudyRequest } from '@tests/support/study-server';

import { QUEUE_SNAPSHOT_KEY } from '@/offline/queue/queue-counts';

import { Clocks } from './clocks';
import { Device } from './device';
import { ownerOf, viewDevice } from './device-view';
import type { Random } from './random';
import { InvariantViolation, Scheduler } from './scheduler';
import { type Learner, learners, SimulatedServer } from './server';
import { createTrackedCall, type TrackedCall } from './tracked-calls';

export class World {
  readonly scheduler: Scheduler;
  readonly device: Device;
  readonly server: SimulatedServer;
  readonly clocks: Clocks;
  readonly localStorage = new Map<string, string>();
  /** Call key → the learner's action, and the app's messages about it. */
  readonly trackedCalls = new Map<string, TrackedCall>();
  /** The first violation found inside a callback, where throwing would not reach the caller of the history. */
  failure: unknown;

  /** The learner who signed in last. */
  expected: Learner | undefined;
  /** Learners whose sign-in is in flight. */
  readonly signingIn = new Set<string>();
  /**
   * Learners whose session may have ended since they signed in: they signed out, or the browser evicted the session.
   */
  readonly maybeSignedOut = new Set<string>();
  /** Learners who have signed out and not signed in again. */
  readonly signedOut = new Set<string>();
  /** Learners who have begun to sign out and not signed in again. */
  readonly signOutBegan = new Set<string>();
  /** Learners whose sign-out with 破棄 (discarding unsent calls) is running or was interrupted. */
  readonly discarding = new Set<string>();
  /** Learners whose sign-out was interrupted after its wipe mark was written. */
  private readonly interruptedSignOuts = new Set<string>();
  /** Learners whose sign-out is running. */
  private readonly signingOut = new Set<string>();
  /** Keys of all calls that the server has ever recorded. */
  readonly everRecorded = new Set<string>();
  /** Keys of all calls that a restored backup has removed from the server. */
  readonly everForgotten = new Set<string>();
  /** Learners who lost a call on the server because a backup was restored. */
  readonly learnersForgotten = new Set<string>();
  /** The ids of all queue entries that were sent in at least one request. */
  readonly requestedEntries = new Set<string>();
  /** The number of evictions by the browser. */
  evictions = 0;
  /** The number of events that void a pause which the server asked for: clock changes, sign-outs, evictions. */
  pauseResets = 0;
  /** The number of database deletions in progress; until a deletion ends, the records that it removes are unknown. */
  pendingDeletions = 0;
  /** Learners who must see a notice that their queue was lost. */
  readonly expectedLossNotices = new Set<string>();
  private saves = 0;

  constructor(random: Random) {
    this.scheduler = new Scheduler(random);
    this.device = new Device(this.scheduler);
    this.server = new SimulatedServer(this.scheduler);
    this.clocks = new Clocks(this.scheduler, this.server);
  }

  /** The number of device failures so far. */
  get failures(): number {
    return this.device.failures;
  }

  /** Notes an error that a page wrote to its console; an error alone violates no invariant. */
  noteReportedError(error: unknown): void {
    this.scheduler.note(`a page reports ${String(error)}`);
  }

  /**
   * Runs a check inside a callback, where a thrown error would be lost: a violation ends the history at its next check.
   */
  capture<T>(check: () => T): T | undefined {
    try {
      return check();
    } catch (error) {
      this.failure ??= error;
      return undefined;
    }
  }

  track(callKey: string, learner: Learner): TrackedCall {
    const tracked = this.trackedCalls.get(callKey) ?? createTrackedCall(callKey, learner);
    this.trackedCalls.set(callKey, tracked);
    return tracked;
  }

  noteSaved(tracked: TrackedCall): void {
    this.scheduler.note(`${tracked.callKey} is reported as saved`);
    Object.assign(tracked, { isSaved: true, discardedAt: undefined, isEvicted: false });
    // Takes the call's last record, because a damaged record of the same call may precede it.
    const stored = viewDevice(this.device).calls.findLast(
      ({ callKey, state }) => callKey === tracked.callKey && state === 'queued',
    );
    if (!stored) return;
    if (stored.entry.id === tracked.entryId) return;
    tracked.isForgotten = false;
    Object.assign(tracked, { entryId: stored.entry.id, order: (this.saves += 1), wasAttempted: false });
  }

  noteSaveFailed(tracked: TrackedCall, error: unknown, failures: number): void {
    const reason = error instanceof Error && 'reason' in error ? error.reason : String(error);
    this.scheduler.note(`${tracked.callKey} could not be saved: ${String(reason)}`);
    const view = viewDevice(this.device);
    const isElsewhere = view.session !== tracked.learner || view.wipes.has(tracked.learner) || this.signingIn.size > 0;
    if (reason === 'leaving' && isElsewhere) return;
    if (reason !== 'leaving' && (this.device.isFailing || failures !== this.failures)) return;
    this.failure ??= new InvariantViolation(
      `${tracked.callKey} could not be saved (${String(reason)}) although the device had not failed`,
    );
  }

  /** Notes that a page has started: every start must finish interrupted sign-outs first. */
  notePageStarted(name: string, learner: Learner | undefined, failures: number): void {
    this.scheduler.note(`${name} has started for ${learner ?? 'no learner'}`);
    if (learner && this.interruptedSignOuts.has(learner) && failures === this.failures && !this.device.isFailing) {
      this.failure ??= new InvariantViolation(
        `the sign-out of ${learner} was interrupted, and at the next start they are still signed in`,
      );
    }
    for (const one of this.discarding) if (!this.signingOut.has(one)) this.noteDiscarded(one);
  }

  /** Marks a learner's calls that are no longer on the device as discarded, as the learner asked. */
  private noteDiscarded(learner: string): void {
    const { calls } = viewDevice(this.device);
    for (const tracked of this.trackedCalls.values()) {
      if (tracked.learner === learner && !calls.some(({ callKey }) => callKey === tracked.callKey)) {
        tracked.discardedAt ??= this.scheduler.now;
      }
    }
    this.discarding.delete(learner);
  }

  noteSignInStarted(learner: Learner): void {
    this.signingIn.add(learner);
    this.signedOut.delete(learner);
    this.interruptedSignOuts.delete(learner);
  }

  noteSignInFailed(learner: Learner): void {
    this.signingIn.delete(learner);
  }

  noteSignedIn(learner: Learner): void {
    this.scheduler.note(`${learner} is signed in`);
    this.expected = learner;
    this.signingIn.delete(learner);
    this.interruptedSignOuts.delete(learner);
    if (this.signingOut.has(learner)) return;
    this.maybeSignedOut.delete(learner);
    this.signOutBegan.delete(learner);
  }

  noteSignOutStarted(learner: Learner, isDiscarding: boolean): void {
    this.signingOut.add(learner);
    this.maybeSignedOut.add(learner);
    this.signOutBegan.add(learner);
    if (isDiscarding) {
      this.discarding.add(learner);
      this.expectedLossNotices.delete(learner);
    }
    this.pauseResets += 1;
  }

  noteSignOutEnded(learner: Learner, hasLeft: boolean, isDeviceWell: boolean): void {
    this.scheduler.note(`${learner} ${hasLeft ? 'is signed out' : 'could not be signed out'}`);
    this.signingOut.delete(learner);
    if (!hasLeft) return;
    this.checkLeft(learner);
    // Only a sign-out without device failure counts: otherwise records may stay until the next start deletes them.
    if (isDeviceWell && !this.signingIn.has(learner)) this.signedOut.add(learner);
    if (this.discarding.has(learner)) this.noteDiscarded(learner);
  }

  /**
   * Checks that confirmations of calls (receipts) that a sign-out leaves behind have a wipe mark, so that a later start
   * deletes them.
   */
  private checkLeft(learner: Learner): void {
    const { calls, wipes, session } = viewDevice(this.device);
    const isBack = session === learner || this.signingIn.has(learner) || this.device.isWriting('queue');
    const hasReceipt = calls.some((one) => one.learner === learner && one.state === 'sent');
    if (isBack || wipes.has(learner) || !hasReceipt) return;
    this.failure ??= new InvariantViolation(
      `the page reports ${learner} as signed out, but leaves receipts without a wipe mark`,
    );
  }

  noteSignOutInterrupted(learner: Learner): void {
    this.signingOut.delete(learner);
    if (viewDevice(this.device).wipes.has(learner)) this.interruptedSignOuts.add(learner);
  }

  /**
   * Notes which learners must see a notice when the browser deletes the queue: those whose unsent calls were counted in
   * localStorage.
   */
  noteLosses(): void {
    const { calls, losses } = viewDevice(this.device);
    for (const learner of learners) {
      const { waiting = 0, refused = 0 } = JSON.parse(
        this.localStorage.get(QUEUE_SNAPSHOT_KEY + ownerOf(learner)) || '{}',
      ) as Record<string, number>;
      const isThere = calls.some((one) => one.learner === learner && one.state !== 'sent') || losses.includes(learner);
      if (isThere && waiting + refused > 0) this.expectedLossNotices.add(learner);
    }
  }

  /** Notes an eviction by the browser: calls that are then neither on the device nor on the server may be lost. */
  noteEviction(): void {
    this.device.failures += 1;
    this.evictions += 1;
    this.pauseResets += 1;
    const { calls } = viewDevice(this.device);
    for (const tracked of this.trackedCalls.values()) {
      const isThere = calls.some(({ callKey, state }) => callKey === tracked.callKey && state !== 'sent');
      if (!isThere && !this.server.has(tracked.callKey)) tracked.isEvicted = true;
    }
    if (this.expected) this.maybeSignedOut.add(this.expected);
    this.interruptedSignOuts.clear();
  }

  /** Passes a request to the server; a call that the server records again no longer counts as forgotten. */
  serve(request: StudyRequest): StudyAnswer {
    const answer = this.server.handle(request);
    const callKey = callKeyOf(request);
    if (callKey && this.server.has(callKey)) {
      this.everRecorded.add(callKey);
      const tracked = this.trackedCalls.get(callKey);
      if (tracked) tracked.isForgotten = false;
    }
    return answer;
  }

  /** Restores the server from its last backup. */
  restore(): void {
    for (const callKey of this.server.restore()) {
      const tracked = this.trackedCalls.get(callKey);
      if (!tracked) continue;
      tracked.isForgotten = true;
      tracked.resends += 1;
      this.everForgotten.add(callKey);
      this.learnersForgotten.add(tracked.learner);
    }
  }

  isLessonGone(callKey: string): boolean {
    return callKey.startsWith('read:') && this.server.deletedLessons.has(callKey.slice('read:'.length));
  }
}
