/**
 * Compares what this device was given receipts for with the server's own progress, and has what the server forgot wait again
 * (docs/decisions/0036). Nothing is sent here: that is replay's.
 */
import { ApiError, UnexpectedAnswerError } from '@/api/errors';
import { DAY_MS, SECOND_MS } from '@/lib/constants';
import type { SentEntry } from '@/offline/queue/entries';
import { readUpTo } from '@/offline/queue/queue-lists';
import { MAX_RECEIPTS } from '@/offline/queue/receipts';
import type { OwnerKey } from '@/session/session';
import { withLock } from '@/storage/locks';
import { now } from '@/storage/now';
import { serverNowAfterUpdate } from '@/storage/server-time';

import { fetchServerView, findExistingLessons } from './ask-server';
import {
  readSubmitCounts,
  type RecoveryPlan,
  findLost,
  lessonsToLookUp,
  newestReceivedAt,
  resultsOfResend,
  receivedAtOf,
  type ServerView,
  stands,
} from './find-lost';
import {
  type ReconciliationNotes,
  markReconciled,
  readReconciliationNotes,
  setAsideLost,
  requeueReceipts,
  writeReconciliationNotes,
} from './notes';
import {
  type ReconciliationOptions,
  type ReconciliationAnswer,
  isPending,
  isDue,
  isRecheckDue,
  MIN_AGE_MS,
} from './timing';

/** One tab at a time. Not replay's lock: what waits must not wait for an answer that is only compared. */
const LOCK = 'healing';
/** So many of the oldest that wait are looked at: what waits again lies at its old place. */
const MAX_WAITING_READ = 1000;

/** What is new for the learner. */
export interface ReconciliationResult {
  /** Something waits again, and is to be sent. */
  isWaiting?: boolean;
  /** Something is too young to be compared: it is time once more in RECHECK_MS. */
  isYoung?: boolean;
  healed?: ReconciliationNotes['healed'];
  asks?: ReconciliationNotes['asks'];
}

/** One comparison of an owner's receipts. */
class Reconciliation {
  private readonly news: ReconciliationResult = {};
  private nowMs = 0;

  constructor(
    private readonly owner: OwnerKey,
    private readonly notes: ReconciliationNotes,
  ) {}

  /** What came of what was sent again: said once, when all of it has been received; what is not shown then has time until the next look. */
  private async settle(receipts: readonly SentEntry[], view: ServerView): Promise<void> {
    const { owner, notes } = this;
    const found = resultsOfResend(receipts, view);
    await markReconciled(owner, found.seen, 'seen');
    const { healed } = notes;
    if (!isPending(notes) || !healed) {
      await markReconciled(owner, found.left, 'left');
      return setAsideLost(owner, found.missing, new Date(this.nowMs).toISOString());
    }
    // One that had been there after all is answered with the time at which it came first.
    const seen = [...found.seen, ...receipts.filter((entry) => entry.healed === 'seen')];
    const count = seen.filter((entry) => receivedAtOf(entry) > healed.at - SECOND_MS).length;
    notes.healed = count > 0 ? { ...healed, count } : undefined;
    this.news.healed = notes.healed;
  }

  private async apply(plan: RecoveryPlan, newestAt: number, word: ReconciliationAnswer | undefined): Promise<void> {
    const { owner, notes, nowMs } = this;
    const { resend, toReview, needsConsent, standsAt, forgottenAt } = plan;
    await setAsideLost(owner, toReview, new Date(nowMs).toISOString());
    if (word === 'leave') return markReconciled(owner, resend, 'left');
    if (needsConsent && word !== 'send') {
      notes.asks = this.news.asks = { count: resend.length, standsAt, forgottenAt };
      return;
    }
    if (resend.length === 0) return;
    const before = notes.healed?.count === undefined ? notes.healed : undefined;
    notes.healed = before ?? { at: newestAt, standsAt, forgottenAt };
    // Noted first: what waits again is then looked after, whatever ends this run.
    await writeReconciliationNotes(owner, notes);
    await requeueReceipts(owner, resend);
    this.news.isWaiting = true;
  }

  /** @param mayLeave what is too young has one more look after this one */
  async run({ word }: ReconciliationOptions, isWaiting: boolean, mayLeave: boolean): Promise<ReconciliationResult> {
    const { owner, notes } = this;
    notes.isYoung = false;
    // Receipts first: what they are compared with is younger than all of them.
    const { entries: receipts } = await readUpTo('sent', owner, MAX_RECEIPTS);
    if (receipts.length === 0) {
      // Of what was sent again nothing was received: it was refused, or thrown away.
      if (!isWaiting && isPending(notes)) notes.healed = undefined;
      return this.news;
    }
    notes.checkedAt = now();
    const view = await fetchServerView(owner);
    if (!view) return this.news;
    // As its answer has just told it: this device's clock may have jumped before it asked.
    const nowMs = (this.nowMs = await serverNowAfterUpdate());
    if (!isWaiting) await this.settle(receipts, view);
    const ages = agesOf(receipts, nowMs);
    // What is young and not shown may be counted by the server, or not.
    const isOld = receipts.map((entry, index) => (ages[index] ?? 0) >= MIN_AGE_MS || stands(entry, view));
    const compared = receipts.filter((_, index) => isOld[index]);
    const young = receipts.filter((_, index) => !isOld[index]);
    notes.isYoung = this.news.isYoung = mayLeave && young.length > 0;
    notes.gone = Object.fromEntries(Object.entries(notes.gone ?? {}).filter(([, at]) => Math.abs(nowMs - at) < DAY_MS));
    const there = await findExistingLessons(owner, lessonsToLookUp(compared, view).toReversed(), notes.gone, nowMs);
    const plan = findLost(compared, { view, there, young, known: notes.known ?? { at: 0, counts: {} }, nowMs });
    notes.asks = undefined;
    if (plan) await this.apply(plan, newestReceivedAt(receipts), word);
    else if (!isPending(notes) && (await isAllOf(owner, receipts)))
      notes.known = readSubmitCounts(receipts, new Set(compared), { view, nowMs }) ?? notes.known;
    return this.news;
  }
}

/**
 * How long ago each was received, in ms, by the clock that dated it. What that dates into the future, since it has been put back, is as old as
 * what was received after it.
 */
function agesOf(receipts: readonly SentEntry[], nowMs: number): number[] {
  const deviceNow = now();
  let later = 0;
  return receipts
    .toReversed()
    .map((entry) => {
      const age = (entry.receipt.byServer ? nowMs : deviceNow) - receivedAtOf(entry);
      later = Math.max(later, age);
      return age < 0 ? later : age;
    })
    .toReversed();
}

/** Whether this device has no submit but those: one whose answer was lost may be counted, and its receipt comes later. */
async function isAllOf(owner: OwnerKey, receipts: readonly SentEntry[]): Promise<boolean> {
  for (const state of ['queued', 'refused'] as const) {
    const { entries } = await readUpTo(state, owner, MAX_WAITING_READ);
    if (entries.some(({ call }) => call.kind === 'answer-submit')) return false;
  }
  const { entries } = await readUpTo('sent', owner, MAX_RECEIPTS);
  return entries.length === receipts.length && entries.at(-1)?.id === receipts.at(-1)?.id;
}

/** Whether some of it still waits. */
async function hasWaiting(owner: OwnerKey): Promise<boolean> {
  const { entries } = await readUpTo('queued', owner, MAX_WAITING_READ);
  return entries.some(({ healed }) => healed === 'sent');
}

/** Whether asking once more at once could end otherwise: nobody has answered, or somebody has to sign in. */
function isPassing(error: unknown): boolean {
  return (
    !(error instanceof ApiError || error instanceof UnexpectedAnswerError) ||
    (error instanceof ApiError && error.status === 401)
  );
}

/**
 * Compares an owner's receipts with the server's progress if it is time, and has what it forgot wait again.
 *
 * @throws {NetworkError}, {ApiError}, {UnexpectedAnswerError} when the server does not say, {StorageError} when the device fails.
 */
export function reconcile(owner: OwnerKey, options: ReconciliationOptions = {}): Promise<ReconciliationResult> {
  return withLock(LOCK, async () => {
    const notes = await readReconciliationNotes(owner);
    const isWaiting = isPending(notes) && (await hasWaiting(owner));
    const isDueNow = isDue(notes, options, isWaiting);
    if (!isDueNow && !isRecheckDue(notes)) return { isYoung: notes.isYoung };
    const reconciliation = new Reconciliation(owner, notes);
    try {
      const news = await reconciliation.run(options, isWaiting, isDueNow);
      await writeReconciliationNotes(owner, notes);
      return news;
    } catch (error) {
      if (!isPassing(error)) await writeReconciliationNotes(owner, { ...notes, checkedAt: now() });
      throw error;
    }
  });
}
