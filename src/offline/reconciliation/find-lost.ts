/**
 * What a server has forgotten of what it gave this device receipts for (docs/decisions/0036): pure rules over its own progress.
 *
 * | The receipt is of | The server shows | Then |
 * |---|---|---|
 * | a reading | the lesson as read | it stands |
 * | a reading | nothing, and the lesson is there | forgotten |
 * | a reading | nothing, and the lesson is gone, or not this person's | nothing is known: no forgetting |
 * | a submit | this very time as the set's last | it stands |
 * | a submit | an earlier last time, or no submit at all | forgotten |
 * | a submit | a later last time | unsure: another submit lies over it |
 * | a submit | no such set, or no time | nothing is known: no forgetting |
 *
 * Once one is forgotten, all that is forgotten is sent again, and what is unsure since the newest that stands before it,
 * with the submits of the last minute.
 */
import type { ProgressDetail } from '@/api/progress';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '@/lib/constants';
import { isEchoOf } from '@/offline/queue/acknowledgement';
import type { SentEntry } from '@/offline/queue/entries';

/** Times of one moment may differ by this: some are told in whole seconds. */
const SAME_MS = 2 * SECOND_MS;
/** A reading that the server dates so near to the receipt is the one that the receipt is of. */
const OWN_READING_MS = 5 * MINUTE_MS;
/** So many facts of days gone by are sent again without a question. */
const MAX_RESENT_UNASKED = 50;

/** The server's progress, as receipts are compared with it. */
export interface ServerView {
  /** Lesson → when it was read, in ms. */
  reads: ReadonlyMap<string, number>;
  /** Question set → how often it was submitted, and when last, in ms: 0 never, NaN untold. */
  sets: ReadonlyMap<string, { count: number; lastAt: number }>;
}

/** What was there when nothing was amiss: how often each set had been submitted, by whatever device. */
export interface KnownCounts {
  /** When the newest receipt of then was received, in ms. */
  at: number;
  counts: Readonly<Record<string, number>>;
}

export type Finding = 'stands' | 'unsure' | 'missing' | 'unknown';

/** What is to be done; nothing where all is empty. */
export interface RecoveryPlan {
  /** Sent resend. */
  resend: SentEntry[];
  /** Listed under 要確認: forgotten a second time, or of a server that would count it twice. */
  toReview: SentEntry[];
  /** Of the former, whether somebody has to be asked first. */
  needsConsent: boolean;
  /** The newest time of what stands before the first that is missing, in ms; undefined when nothing does. */
  standsAt?: number;
  /** The time of the first that is missing, in ms. */
  forgottenAt: number;
}

/** The progress by lesson and set. */
export function toServerView({ courses }: ProgressDetail): ServerView {
  const reads = courses.flatMap(({ readLessons }) => readLessons.map((read) => [read.lessonId, read.readAt] as const));
  const sets = courses.flatMap(({ questionSets }) => questionSets);
  return {
    reads: new Map(reads.map(([lessonId, readAt]) => [lessonId, Date.parse(readAt)])),
    sets: new Map(
      sets.map(({ questionSetId, submitCount: count, lastSubmittedAt }) => [
        questionSetId,
        { count, lastAt: count === 0 ? 0 : Date.parse(lastSubmittedAt ?? '') },
      ]),
    ),
  };
}

/** When the server received it, in ms. */
export function receivedAtOf({ receipt }: SentEntry): number {
  return Date.parse(receipt.receivedAt) || 0;
}

/** When the newest of them was received, in ms. */
export function newestReceivedAt(receipts: readonly SentEntry[]): number {
  return Math.max(0, ...receipts.map(receivedAtOf));
}

/** How a receipt stands to the server's progress; a reading that is missing may be of a lesson that is gone. */
function compareReceipt({ call, receipt, queuedAt }: SentEntry, { reads, sets }: ServerView): Finding {
  if (call.kind === 'lesson-read') return reads.has(call.lessonId) ? 'stands' : 'missing';
  const lastAt = sets.get(call.submit.questionSetId)?.lastAt ?? Number.NaN;
  if (Number.isNaN(lastAt)) return 'unknown';
  const answeredAt = Date.parse(call.submit.answeredAt);
  // The server counts from its own clock what a device's clock puts into the future: when it came first, if its first answer was lost.
  const claimedAt = receipt.byServer ? Math.min(answeredAt, Date.parse(receipt.receivedAt)) : answeredAt;
  const atLeast = Math.min(claimedAt, Date.parse(queuedAt) || claimedAt);
  // Where it was put there before it was ever sent, nobody has told when it came first; of none at all it is none.
  const isTold = atLeast < claimedAt || claimedAt === answeredAt || lastAt === 0;
  if (isTold && lastAt < atLeast - SAME_MS) return 'missing';
  return Math.abs(lastAt - claimedAt) <= SAME_MS ? 'stands' : 'unsure';
}

/** Whether the server shows the very fact that a receipt is of. */
export function stands(entry: SentEntry, view: ServerView): boolean {
  return compareReceipt(entry, view) === 'stands';
}

/** Whether what stands is what the receipt is of, and no reading of another day or device. */
function isOwn(entry: SentEntry, { reads }: ServerView): boolean {
  const { call, queuedAt } = entry;
  if (call.kind === 'answer-submit') return true;
  const readAt = reads.get(call.lessonId) ?? Number.NaN;
  return [receivedAtOf(entry), Date.parse(queuedAt)].some((at) => Math.abs(readAt - at) <= OWN_READING_MS);
}

/** Whether sending it twice counts once. */
function isIdempotent({ call, receipt }: SentEntry): boolean {
  return call.kind === 'lesson-read' || receipt.isEchoed === true || isEchoOf(call, receipt.answer);
}

/**
 * The number of submits of the sets that this device has answered, where nothing is amiss.
 *
 * @param compared those old enough to be shown: with others left, the numbers are those of before them.
 * @returns undefined where the view may show some that are too young, or nobody can tell which came first.
 */
export function readSubmitCounts(
  receipts: readonly SentEntry[],
  compared: ReadonlySet<SentEntry>,
  { view, nowMs }: Pick<Comparison, 'view' | 'nowMs'>,
): KnownCounts | undefined {
  const young = receipts.filter((entry) => !compared.has(entry));
  const at = Math.min(
    nowMs,
    newestReceivedAt([...compared]),
    ...young.map((entry) => receivedAtOf(entry) - SAME_MS - 1),
  );
  const isBefore =
    young.every((entry) => compareReceipt(entry, view) === 'missing') &&
    Math.min(nowMs, newestReceivedAt([...compared])) <= at + SAME_MS;
  if (!isBefore) return undefined;
  const counts: Record<string, number> = {};
  for (const { call } of receipts) {
    const id = call.kind === 'answer-submit' ? call.submit.questionSetId : '';
    const count = view.sets.get(id)?.count;
    if (count !== undefined) counts[id] = count;
  }
  return { at, counts };
}

/** The sets with fewer submits than there were, and this device has receipts of since; what is dated into the future may have been counted then. */
function setsWithLostSubmits(
  receipts: readonly SentEntry[],
  { view: { sets }, known, nowMs }: Comparison,
): Set<string> {
  const expected = new Map(Object.entries(known.counts));
  for (const entry of receipts) {
    const at = receivedAtOf(entry);
    if (entry.call.kind !== 'answer-submit' || entry.healed || at <= known.at + SAME_MS || at > nowMs) continue;
    const { questionSetId } = entry.call.submit;
    expected.set(questionSetId, (expected.get(questionSetId) ?? 0) + 1);
  }
  const isShort = ([id, count]: [string, number]) => (sets.get(id)?.count ?? count) < count;
  return new Set([...expected].filter(isShort).map(([id]) => id));
}

/** The lessons that have to be looked for: forgotten, unless they are gone. */
export function lessonsToLookUp(receipts: readonly SentEntry[], view: ServerView): string[] {
  return receipts.flatMap((entry) => {
    const { call, healed } = entry;
    const isCompared = (healed ?? 'seen') === 'seen' && compareReceipt(entry, view) === 'missing';
    return isCompared && call.kind === 'lesson-read' ? [call.lessonId] : [];
  });
}

/**
 * What came of those that were sent again: `seen`; `missing`, although others of their kind are shown; `left` where this
 * server shows nothing of their kind, so that nobody can tell.
 */
export function resultsOfResend(
  receipts: readonly SentEntry[],
  view: ServerView,
): Record<'seen' | 'missing' | 'left', SentEntry[]> {
  const isShown = (entry: SentEntry) => ['stands', 'unsure'].includes(compareReceipt(entry, view));
  const kinds = new Set(receipts.filter(isShown).map(({ call }) => call.kind));
  const sent = receipts.filter(({ healed }) => healed === 'sent');
  const missing = sent.filter((entry) => compareReceipt(entry, view) === 'missing');
  return {
    seen: sent.filter((entry) => !missing.includes(entry)),
    missing: missing.filter(({ call }) => kinds.has(call.kind)),
    left: missing.filter(({ call }) => !kinds.has(call.kind)),
  };
}

/** What receipts are compared with. */
export interface Comparison {
  view: ServerView;
  /** The {@link lessonsToLookUp} that the server still has. */
  there: ReadonlySet<string>;
  known: KnownCounts;
  /** Receipts too young to be compared: what is not shown of them tells nothing by itself. */
  young?: readonly SentEntry[];
  /** Milliseconds since 1970, by the server's clock. */
  nowMs: number;
}

/** Which receipts are of something forgotten. */
function sortReceipts(receipts: readonly SentEntry[], comparison: Comparison) {
  const { view, there } = comparison;
  const short = setsWithLostSubmits(receipts, comparison);
  const isForgotten = (entry: SentEntry) => {
    const { call } = entry;
    const finding = compareReceipt(entry, view);
    if (call.kind === 'lesson-read') return finding === 'missing' && there.has(call.lessonId);
    // Which of them it is nobody can tell, and those that are there count once.
    return (
      finding === 'missing' || (finding === 'unsure' && short.has(call.submit.questionSetId) && isIdempotent(entry))
    );
  };
  const firsts = receipts.filter(({ healed }) => healed === undefined);
  const twice = receipts.filter((entry) => entry.healed === 'seen' && compareReceipt(entry, view) === 'missing');
  return { firsts, forgotten: firsts.filter(isForgotten), twice: twice.filter(isForgotten) };
}

/** Compares receipts with the server's progress; undefined when nothing is forgotten. */
export function findLost(receipts: readonly SentEntry[], comparison: Comparison): RecoveryPlan | undefined {
  const { view, young = [], nowMs } = comparison;
  const { firsts, forgotten, twice } = sortReceipts(receipts, comparison);
  if (forgotten.length + twice.length === 0) return undefined;
  const forgottenAt = Math.min(...[...forgotten, ...twice].map(receivedAtOf));
  const standing = firsts.filter((entry) => stands(entry, view) && isOwn(entry, view));
  const standsAt = Math.max(-Infinity, ...standing.map(receivedAtOf).filter((at) => at < forgottenAt));
  const isSure = new Set(forgotten);
  const isCovered = (entry: SentEntry) =>
    isSure.size > 0 && compareReceipt(entry, view) === 'unsure' && receivedAtOf(entry) > standsAt && !isSure.has(entry);
  // A young submit that was forgotten, too, would lie under those that are sent again now, and never be missed.
  const mayBeLost = ({ call, healed }: SentEntry) =>
    isSure.size > 0 && call.kind === 'answer-submit' && healed === undefined;
  const resend = [...forgotten, ...firsts.filter(isCovered), ...young.filter(mayBeLost)].filter(isIdempotent);
  const old = resend.filter((entry) => nowMs - receivedAtOf(entry) > DAY_MS);
  return {
    resend,
    toReview: [...twice, ...forgotten.filter((entry) => !isIdempotent(entry))],
    needsConsent: old.length > MAX_RESENT_UNASKED,
    ...(standsAt > -Infinity && { standsAt }),
    forgottenAt,
  };
}
