/**
 * Reconciliation: compares this device's receipts with the server's progress and queues again what the server has lost
 * (docs/decisions/0036). It sends nothing; replay does.
 */
import type * as z from 'zod/mini';

import { courseDetailSchema } from '@/api/courses';
import { lessonSchema } from '@/api/lessons';
import { sendAs } from '@/api/network/client';
import { ApiError, isGone, isUnclearRefusal, UnexpectedAnswerError } from '@/api/network/errors';
import { requireId } from '@/api/network/require';
import { readAnswer } from '@/api/network/transport';
import { lessonsOf } from '@/api/outline';
import { progressDetailSchema } from '@/api/progress';
import { DAY_MS, SECOND_MS } from '@/lib/constants';
import type { SentEntry } from '@/offline/queue/entries';
import { listReceipts, readUpTo } from '@/offline/queue/queue-lists';
import { isDoneBy } from '@/offline/queue/queued-calls';
import { MAX_RECEIPTS } from '@/offline/queue/receipts';
import { answersOwner } from '@/offline/queue/server-check';
import type { OwnerKey } from '@/session/session';
import { withLock } from '@/storage/locks';
import { now } from '@/storage/now';
import { serverNowAfterUpdate } from '@/storage/server-time';

import {
  findLost,
  isShown,
  lessonsToLookUp,
  newestReceivedAt,
  readSubmitCounts,
  receivedAtOf,
  type RecoveryPlan,
  resultsOfResend,
  type ServerView,
  toServerView,
} from './find-lost';
import {
  markReconciled,
  readReconciliationNotes,
  type ReconciliationNotes,
  requeueReceipts,
  setAsideLost,
  writeReconciliationNotes,
} from './notes';
import {
  isDue,
  isPending,
  isRecheckDue,
  MIN_AGE_MS,
  type ReconciliationAnswer,
  type ReconciliationOptions,
} from './timing';

/**
 * Maximum number of lessons requested per run of reconciliation; the newest first, because a restored backup lacks
 * those first.
 */
const MAX_LOOKUPS = 50;

/**
 * Sends a request that no cache may answer; undefined if another person is signed in, or the answer is 403, 404 or 410
 * and GET /me/ names the owner. An answer without the API's error shape counts, too: it deletes nothing, and must not
 * stop the comparison of the other calls.
 */
async function request<S extends z.ZodMiniType>(
  owner: OwnerKey,
  path: string,
  schema: S,
): Promise<z.output<S> | undefined> {
  const response = await sendAs(owner, path, { cache: 'no-store' });
  if (!response) return undefined;
  try {
    return await readAnswer(response, schema);
  } catch (error) {
    const isRefused = isGone(error) || isUnclearRefusal(error);
    if (isRefused && (await answersOwner(owner, new AbortController().signal))) return undefined;
    throw error;
  }
}

/** Fetches the owner's progress; undefined if the answer is about another person, or if the request gives no answer. */
async function fetchServerView(owner: OwnerKey): Promise<ServerView | undefined> {
  const userId = owner.slice(owner.lastIndexOf('|') + 1);
  const detail = await request(owner, `/progress/detail/${requireId(userId, 'userId')}`, progressDetailSchema);
  if (!detail) return undefined;
  // Progress that names no person can only be used for readings, which may be sent twice without harm.
  if (detail.userId === undefined) return { ...toServerView(detail), sets: new Map() };
  return detail.userId === userId ? toServerView(detail) : undefined;
}

/**
 * Returns which of these lessons the server has for this person. After each lesson its course is requested; the outline
 * of that course shows which of its other lessons exist.
 *
 * @param gone lessons that were not found, with the time in ms; they are not requested again for a day. New ones are
 * added.
 */
async function findExistingLessons(
  owner: OwnerKey,
  lessonIds: readonly string[],
  gone: Record<string, number>,
  nowMs: number,
): Promise<Set<string>> {
  const existing = new Set<string>();
  const isUnknown = (id: string) => !existing.has(id) && !(Math.abs(nowMs - (gone[id] ?? 0)) < DAY_MS);
  for (let count = 0; count < MAX_LOOKUPS; count += 1) {
    const lessonId = lessonIds.find(isUnknown);
    if (lessonId === undefined) break;
    const lesson = await request(owner, `/lessons/${requireId(lessonId, 'lessonId')}`, lessonSchema);
    if (lesson?.id !== lessonId) {
      gone[lessonId] = nowMs;
      continue;
    }
    existing.add(lessonId);
    if (lesson.courseId === undefined) continue;
    const course = await request(owner, `/courses/${requireId(lesson.courseId, 'courseId')}`, courseDetailSchema);
    for (const { id } of lessonsOf(course?.sections)) existing.add(id);
  }
  return existing;
}

/**
 * Only one tab compares at a time. The Web Lock is not that of replay, because sending must not wait for a comparison.
 */
const LOCK = 'healing';
/**
 * Number of queued entries that are read, the oldest first: lost calls that are queued again are at their old
 * positions.
 */
const MAX_WAITING_READ = 1000;

/** The result of one comparison. */
export interface ReconciliationResult {
  /** True if calls are queued again and must be sent. */
  isWaiting?: boolean;
  /** True if some receipts are too young to be compared: compare again after RECHECK_MS. */
  isYoung?: boolean;
  healed?: ReconciliationNotes['healed'];
  asks?: ReconciliationNotes['asks'];
}

/** State of one comparison of an owner's receipts. */
class Reconciliation {
  private readonly result: ReconciliationResult = {};
  private nowMs = 0;

  constructor(
    private readonly owner: OwnerKey,
    private readonly notes: ReconciliationNotes,
  ) {}

  /**
   * Checks the calls that were sent again. Their number is reported once, when the server has received all of them;
   * calls that its progress does not show by then are checked at the next comparison.
   */
  private async settle(receipts: readonly SentEntry[], view: ServerView): Promise<void> {
    const { owner, notes } = this;
    const found = resultsOfResend(receipts, view);
    await markReconciled(owner, found.seen, 'seen');
    const { healed } = notes;
    if (!isPending(notes) || !healed) {
      await markReconciled(owner, found.left, 'left');
      return setAsideLost(owner, found.missing, new Date(this.nowMs).toISOString());
    }
    // If the server had not lost the call after all, it acknowledges the call with the time of its first arrival; a
    // call with so early a time is not counted as sent again.
    const seen = [...found.seen, ...receipts.filter((entry) => entry.healed === 'seen')];
    const count = seen.filter((entry) => receivedAtOf(entry) > healed.at - SECOND_MS).length;
    notes.healed = count > 0 ? { ...healed, count } : undefined;
    this.result.healed = notes.healed;
  }

  private async apply(plan: RecoveryPlan, newestAt: number, word: ReconciliationAnswer | undefined): Promise<void> {
    const { owner, notes, nowMs } = this;
    const { resend, toReview, needsConsent, shownAt: standsAt, lostAt: forgottenAt } = plan;
    await setAsideLost(owner, toReview, new Date(nowMs).toISOString());
    if (word === 'leave') return markReconciled(owner, resend, 'left');
    if (needsConsent && word !== 'send') {
      const isUnconfirmed = resend.every((entry) => !isConfirmed(entry));
      notes.asks = this.result.asks = { count: resend.length, standsAt, forgottenAt, isUnconfirmed };
      return;
    }
    if (resend.length === 0) return;
    const before = notes.healed?.count === undefined ? notes.healed : undefined;
    const isUnconfirmed = resend.every((entry) => !isConfirmed(entry)) && before?.isUnconfirmed !== false;
    notes.healed = { ...(before ?? { at: newestAt, standsAt, forgottenAt }), isUnconfirmed };
    // Write the note before the calls are queued again: if this run is cut off, the next one checks these calls.
    await writeReconciliationNotes(owner, notes);
    await requeueReceipts(owner, resend);
    this.result.isWaiting = true;
  }

  /**
   * Compares the receipts with the server's progress.
   *
   * @param mayLeave receipts that are too young may be left for one more comparison
   */
  async run({ word }: ReconciliationOptions, isWaiting: boolean, mayLeave: boolean): Promise<ReconciliationResult> {
    const { owner, notes } = this;
    notes.isYoung = false;
    // Read the receipts first, so that the server's progress is newer than all of them.
    const { entries: receipts } = await readUpTo('sent', owner, MAX_RECEIPTS);
    if (receipts.length === 0) {
      // None of the calls that were queued again was received: all were refused or discarded.
      if (!isWaiting && isPending(notes)) notes.healed = undefined;
      return this.result;
    }
    notes.checkedAt = now();
    const view = await fetchServerView(owner);
    if (!view) return this.result;
    // Use the server's time from the answer just received: this device's clock may have jumped before.
    const nowMs = (this.nowMs = await serverNowAfterUpdate());
    if (!isWaiting) await this.settle(receipts, view);
    const ages = agesOf(receipts, nowMs);
    // The server may already count a young receipt although its progress does not show it yet.
    const isOld = receipts.map((entry, index) => (ages[index] ?? 0) >= MIN_AGE_MS || isShown(entry, view));
    const compared = receipts.filter((_, index) => isOld[index]);
    const young = receipts.filter((_, index) => !isOld[index]);
    const mustSee = mayLeave || !young.every(isConfirmed);
    notes.isYoung = this.result.isYoung = mustSee && young.length > 0;
    notes.gone = Object.fromEntries(Object.entries(notes.gone ?? {}).filter(([, at]) => Math.abs(nowMs - at) < DAY_MS));
    const existing = await findExistingLessons(owner, lessonsToLookUp(compared, view).reverse(), notes.gone, nowMs);
    const plan = findLost(compared, { view, existing, young, known: notes.known ?? { at: 0, counts: {} }, nowMs });
    notes.asks = undefined;
    if (plan) await this.apply(plan, newestReceivedAt(receipts), word);
    else if (!isPending(notes) && (await areAllReceipts(owner, receipts)))
      notes.known = readSubmitCounts(receipts, new Set(compared), { view, nowMs }) ?? notes.known;
    return this.result;
  }
}

/**
 * Returns the age of each receipt, in ms, by the clock that dated it. A receipt is dated in the future if that clock
 * was set back since; it counts as being as old as the receipts after it.
 */
function agesOf(receipts: readonly SentEntry[], nowMs: number): number[] {
  const deviceNow = now();
  let later = 0;
  return [...receipts]
    .reverse()
    .map((entry) => {
      const age = (entry.receipt.byServer ? nowMs : deviceNow) - receivedAtOf(entry);
      later = Math.max(later, age);
      return age < 0 ? later : age;
    })
    .reverse();
}

/**
 * Returns true if all submits on this device are among these receipts: the server may already count a queued submit if
 * only its answer was lost.
 */
async function areAllReceipts(owner: OwnerKey, receipts: readonly SentEntry[]): Promise<boolean> {
  for (const state of ['queued', 'refused'] as const) {
    const { entries } = await readUpTo(state, owner, MAX_WAITING_READ);
    if (entries.some(({ call }) => call.kind === 'answer-submit')) return false;
  }
  const { entries } = await readUpTo('sent', owner, MAX_RECEIPTS);
  return entries.length === receipts.length && entries.at(-1)?.id === receipts.at(-1)?.id;
}

/** Returns true if calls that were queued again still wait. */
async function hasWaiting(owner: OwnerKey): Promise<boolean> {
  const { entries } = await readUpTo('queued', owner, MAX_WAITING_READ);
  return entries.some(({ healed }) => healed === 'sent');
}

/**
 * Returns true if a receipt's answer names the call. Anything may have sent another 2xx answer to a read lesson; only
 * the server's progress shows if the server has such a call.
 */
function isConfirmed({ call, receipt }: SentEntry): boolean {
  return isDoneBy(call, receipt.answer);
}

/** Returns true if an immediate retry could succeed: there was no answer, or a sign-in is needed. */
function isTransient(error: unknown): boolean {
  return (
    !(error instanceof ApiError || error instanceof UnexpectedAnswerError) ||
    (error instanceof ApiError && error.status === 401)
  );
}

/**
 * Compares an owner's receipts with the server's progress if that is due (timing.ts), and queues again what the server
 * has lost.
 *
 * @throws {NetworkError}, {ApiError}, {UnexpectedAnswerError} when the server does not answer, {StorageError} when the
 * device fails.
 */
export function reconcile(owner: OwnerKey, options: ReconciliationOptions = {}): Promise<ReconciliationResult> {
  return withLock(LOCK, async () => {
    const notes = await readReconciliationNotes(owner);
    const isWaiting = isPending(notes) && (await hasWaiting(owner));
    const isDueNow = isDue(notes, options, isWaiting);
    if (!isDueNow && options.isSettling && !notes.isYoung && !(await listReceipts(owner)).every(isConfirmed)) {
      Object.assign(notes, { isYoung: true, checkedAt: now() });
      await writeReconciliationNotes(owner, notes);
    }
    if (!isDueNow && !isRecheckDue(notes)) return { isYoung: notes.isYoung };
    const reconciliation = new Reconciliation(owner, notes);
    try {
      const result = await reconciliation.run(options, isWaiting, isDueNow);
      await writeReconciliationNotes(owner, notes);
      return result;
    } catch (error) {
      if (!isTransient(error)) await writeReconciliationNotes(owner, { ...notes, checkedAt: now() });
      throw error;
    }
  });
}
