/** Checks invariants of every request at the moment when it leaves the device. */
import type { StudyAnswer, StudyRequest } from '@tests/support/study-server';

import { HOUR_MS } from '@/lib/constants';
import type { Entry } from '@/offline/queue/entries';

import { viewDevice } from './device-view';
import { InvariantViolation, type Lifecycle } from './scheduler';
import type { TrackedCall } from './tracked-calls';
import type { World } from './world';

/** Follows one request after it has left the device. */
export interface RequestObserver {
  ended: () => void;
  answered: (answer: StudyAnswer) => void;
}

/**
 * Time after a call is discarded (破棄), ms, in which it may still be sent: the sending page or worker may have read the
 * call earlier.
 */
const DISCARD_GRACE_MS = 1500;
/** Tolerance in ms for drifting clocks and for requests in flight when the server asks for a pause. */
const SLACK_MS = 2500;
/**
 * Maximum number of times that one call is sent per hour: three tabs retry every 4 s for five minutes and rarely after
 * that; events such as `online` add some more.
 */
const MAX_SENDS_PER_HOUR = 400;

interface Answered {
  realm: Lifecycle;
  entryId: string | undefined;
  healed: Entry['healed'];
  failures: number;
  resends: number;
}

export class RequestInvariants {
  private readonly inFlight = new Map<string, Set<Lifecycle>>();
  private readonly answered = new Map<string, Answered>();
  /** Learner → until when the server has asked for a pause, by `Retry-After`. */
  private readonly pauses = new Map<string, { until: number; pauseResets: number; failures: number }>();
  /** Queue entry's id → the time of reading that was sent with the entry. */
  private readonly readTimes = new Map<string, string>();
  /** Call key → the times within the last hour at which the call was sent. */
  private readonly times = new Map<string, number[]>();

  constructor(private readonly world: World) {}

  requested(realm: Lifecycle, request: StudyRequest, callKey: string | undefined): RequestObserver | undefined {
    if (callKey === undefined) return undefined;
    const user = request.token.split('-')[1] ?? '';
    const tracked = this.world.trackedCalls.get(callKey);
    if (!tracked) throw new InvariantViolation(`${callKey} is sent, but no learner did it`);
    if (tracked.learner !== user)
      throw new InvariantViolation(`${callKey} of ${tracked.learner} is sent in the name of ${user || 'no user'}`);
    this.checkInFlightOnce(realm, callKey);
    const entry = viewDevice(this.world.device).calls.find(
      (one) => one.callKey === callKey && one.state === 'queued',
    )?.entry;
    // Damaged calls are skipped: a damaged record and a new record of the same call share a key, so they cannot be
    // distinguished.
    if (!tracked.isDamaged) {
      this.checkNotDiscarded(tracked);
      this.checkNotAnswered(realm, tracked, entry);
      if (entry) this.checkReadTime(entry.id, request);
    }
    this.checkOrder(tracked, entry?.id);
    this.checkRetryAfter(tracked);
    this.checkSendRate(callKey);
    tracked.wasAttempted = true;
    if (entry) this.world.requestedEntries.add(entry.id);
    const realms = this.inFlight.get(callKey) ?? new Set();
    this.inFlight.set(callKey, realms.add(realm));
    return {
      ended: () => void realms.delete(realm),
      answered: (answer) => this.noteAnswer(realm, tracked, entry, answer),
    };
  }

  /** Checks that no call is in flight twice at the same time. */
  private checkInFlightOnce(realm: Lifecycle, callKey: string): void {
    const others = [...(this.inFlight.get(callKey) ?? [])].filter(({ state }) => state !== 'dead');
    if (others.length > 0)
      throw new InvariantViolation(`${callKey} is sent by ${realm.name} while ${others[0]?.name} is sending it`);
  }

  /** Checks that an undone call is never sent, and a discarded call never after the grace period. */
  private checkNotDiscarded({ callKey, discardedAt, thrownAwayAt, isUndone }: TrackedCall): void {
    if (discardedAt === undefined) return;
    const since = isUndone ? thrownAwayAt : discardedAt;
    if (this.world.scheduler.now - since <= DISCARD_GRACE_MS) return;
    throw new InvariantViolation(`${callKey} was ${isUndone ? 'taken back' : 'discarded'}, and is sent`);
  }

  /**
   * Checks that a call to which the server has responded is not sent again by the same page, nor by another page that
   * can know of the response.
   */
  private checkNotAnswered(realm: Lifecycle, { callKey, resends }: TrackedCall, entry: Entry | undefined): void {
    const answered = this.answered.get(callKey);
    if (!answered || !entry || answered.entryId !== entry.id || answered.resends !== resends) return;
    // Excused: reconciliation sends calls again that the server may have forgotten.
    if (answered.healed !== entry.healed) return;
    const isExcused =
      answered.realm.state === 'dead' ||
      answered.realm.wasFrozen ||
      (answered.failures !== this.world.failures && answered.realm !== realm);
    if (!isExcused) throw new InvariantViolation(`${callKey} is sent again although its answer had come`);
  }

  /** Checks that calls are tried in the order in which they were saved. */
  private checkOrder(tracked: TrackedCall, entryId: string | undefined): void {
    // Excused: a replay that was running during an eviction continues with the queue entries that it had read.
    if (tracked.wasAttempted || tracked.entryId !== entryId || this.world.evictions > 0) return;
    for (const { state, learner, callKey, entry } of viewDevice(this.world.device).calls) {
      const other = this.world.trackedCalls.get(callKey);
      const isPlain = state === 'queued' && entry.state === 'queued' && entry.notBefore === undefined && !entry.blocked;
      if (!other || learner !== tracked.learner || !isPlain || other.wasAttempted || other.isDamaged) continue;
      if (other.entryId === entry.id && other.isSaved && other.order < tracked.order) {
        throw new InvariantViolation(
          `${tracked.callKey} is sent before ${callKey}, which was saved first and never tried`,
        );
      }
    }
  }

  private checkRetryAfter({ learner, callKey }: TrackedCall): void {
    const { until = 0, pauseResets, failures } = this.pauses.get(learner) ?? {};
    const { now } = this.world.scheduler;
    // Excused: the device's clock was changed, or the device has lost its record of the pause.
    if (pauseResets !== this.world.pauseResets || failures !== this.world.failures) return;
    if (now < until)
      throw new InvariantViolation(
        `${callKey} is sent ${Math.round((until - now) / 1000)} s before the pause ends that the server asked for`,
      );
  }

  /** Checks that backoff limits how often a call is sent, no matter how it is answered. */
  private checkSendRate(callKey: string): void {
    const { now } = this.world.scheduler;
    const times = [...(this.times.get(callKey) ?? []), now].filter((at) => at > now - HOUR_MS);
    if (times.length > MAX_SENDS_PER_HOUR)
      throw new InvariantViolation(`${callKey} is sent ${times.length} times within an hour`);
    this.times.set(callKey, times);
  }

  /** Checks that a read lesson is sent with the same time of reading every time. */
  private checkReadTime(entryId: string, { query }: StudyRequest): void {
    const at = query.get('at');
    if (!at) return;
    const before = this.readTimes.get(entryId) ?? at;
    if (before !== at)
      throw new InvariantViolation(`a read lesson was sent with the time ${before}, and now with ${at}`);
    this.readTimes.set(entryId, at);
  }

  private noteAnswer(
    realm: Lifecycle,
    { callKey, learner, resends }: TrackedCall,
    entry: Entry | undefined,
    answer: StudyAnswer,
  ): void {
    const { scheduler, pauseResets, device } = this.world;
    const failures = device.isFailing ? -1 : device.failures;
    const { now } = scheduler;
    const waitMs = Number(answer.headers?.['Retry-After'] ?? 0) * 1000;
    const isTaken = answer.status === 200 && isReceipt(callKey, answer);
    if (isTaken) this.answered.set(callKey, { realm, entryId: entry?.id, healed: entry?.healed, failures, resends });
    // A pause that the server requests in its response to a blocked call applies to that call alone: the server still
    // handles other calls.
    const isBlocked = entry?.state === 'queued' && entry.blocked !== undefined;
    if (isBlocked) return;
    if (waitMs > 0) this.pauses.set(learner, { until: now + waitMs * 0.97 - SLACK_MS, pauseResets, failures });
    else this.pauses.delete(learner);
  }
}

/** Returns true if the response confirms that the server has recorded this call. */
function isReceipt(callKey: string, { body }: StudyAnswer): boolean {
  const { clientSubmitId, id, error } = Object(body) as { clientSubmitId?: string; id?: string; error?: string };
  // JSON with an error comes from a portal.
  if (callKey.startsWith('read:')) return body === undefined || (typeof body === 'object' && !error);
  return clientSubmitId ? callKey === `submit:${clientSubmitId}` : id !== undefined;
}
