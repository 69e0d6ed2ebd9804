/**
 * Finds the receipts whose calls the server has lost, for example because it was restored from a backup
 * (docs/decisions/0036). Pure rules over the server's own progress.
 *
 * | The receipt is of | The server shows | Result |
 * |---|---|---|
 * | a read lesson | the lesson as read | shown |
 * | a read lesson | nothing, and the lesson exists | lost |
 * | a read lesson | nothing, and the lesson is deleted, or not this person's | unknown: not lost |
 * | a read lesson | a course without the list of its read lessons | unknown: not lost |
 * | a submit | exactly this time as the question set's last | shown |
 * | a submit | an earlier last time, or no submit at all | lost |
 * | a submit | a later last time | unsure: a later submit hides it |
 * | a submit | no such question set, or no time | unknown: not lost |
 *
 * A call that is lost for the second time is moved to 要確認. If one call is lost, for the first or second time, all calls
 * lost for the first time are sent again, and so are the unsure ones that are newer than the last shown call before it,
 * and the submits of the last minute, each once at most.
 */
import type { QuestionSetProgress } from '@/api/progress';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '@/lib/constants';
import { isEchoOf } from '@/offline/queue/acknowledgement';
import type { SentEntry } from '@/offline/queue/entries';
import { isDoneBy } from '@/offline/queue/queued-calls';

/** Times of the same moment may differ by this many ms, because some are rounded to seconds. */
const SAME_MS = 2 * SECOND_MS;
/**
 * Tolerance in ms: if the server's time of a lesson read is this close to the receipt's time, both mean the same act of
 * reading.
 */
const OWN_READING_MS = 5 * MINUTE_MS;
/** Maximum number of calls older than a day that are sent again without asking the learner. */
const MAX_RESENT_UNASKED = 50;

/** The progress with which receipts are compared: a course may lack the list of its read lessons. */
export interface ComparedProgress {
  courses: readonly {
    readLessons?: readonly { lessonId: string; readAt?: string | undefined }[] | undefined;
    questionSets?: readonly QuestionSetProgress[] | undefined;
  }[];
}

/** The server's progress, indexed for the comparison. */
export interface ServerView {
  /** The time at which each lesson was read, in ms, by lesson id. */
  reads: ReadonlyMap<string, number>;
  /** True if the server leaves out the read lessons of a course: a reading that it does not show may be there. */
  lacksReads?: boolean;
  /**
   * The number of submits of each question set, undefined if unknown, and the last one's time in ms: 0 never, NaN
   * unknown.
   */
  sets: ReadonlyMap<string, { count: number | undefined; lastAt: number }>;
}

/** The server's numbers of submits by question set, from any device, at a time when nothing was lost. */
export interface KnownCounts {
  /** When the server received the newest call that had a receipt at that moment, in ms. */
  at: number;
  counts: Readonly<Record<string, number>>;
}

type Finding = 'shown' | 'unsure' | 'missing' | 'unknown';

/** The decision of a reconciliation about lost calls. */
export interface RecoveryPlan {
  /** Calls to send again. */
  resend: SentEntry[];
  /** Calls to move to the refused calls (要確認): lost for the second time, or the server might count them twice. */
  toReview: SentEntry[];
  /** True if the learner must be asked before {@link resend} is sent. */
  needsConsent: boolean;
  /**
   * The time, in ms, of the newest call that the server still shows and that is older than the first lost one;
   * undefined without one.
   */
  shownAt?: number;
  /** The time of the first lost call, in ms. */
  lostAt: number;
}

/** Indexes the progress by lesson and question set. */
export function toServerView({ courses }: ComparedProgress): ServerView {
  const reads = courses.flatMap(({ readLessons = [] }) =>
    readLessons.map((read) => [read.lessonId, read.readAt ?? ''] as const),
  );
  const sets = courses.flatMap(({ questionSets = [] }) => questionSets);
  return {
    reads: new Map(reads.map(([lessonId, readAt]) => [lessonId, Date.parse(readAt)])),
    lacksReads: courses.some(({ readLessons }) => readLessons === undefined),
    sets: new Map(
      sets.map(({ questionSetId, submitCount: count, lastSubmittedAt }) => [
        questionSetId,
        { count, lastAt: count === 0 ? 0 : Date.parse(lastSubmittedAt ?? '') },
      ]),
    ),
  };
}

/** Returns when the server received the call of a receipt, in ms; 0 if the time is invalid. */
export function receivedAtOf({ receipt }: SentEntry): number {
  return Date.parse(receipt.receivedAt) || 0;
}

/** Returns when the newest receipt was received, in ms; 0 if there is none. */
export function newestReceivedAt(receipts: readonly SentEntry[]): number {
  return Math.max(0, ...receipts.map(receivedAtOf));
}

/**
 * Compares a receipt with the server's progress. A lesson read that is `missing` there may be lost, or its lesson
 * deleted.
 */
function compareReceipt({ call, receipt, queuedAt }: SentEntry, { reads, lacksReads, sets }: ServerView): Finding {
  if (call.kind === 'lesson-read') return reads.has(call.lessonId) ? 'shown' : lacksReads ? 'unknown' : 'missing';
  const lastAt = sets.get(call.submit.questionSetId)?.lastAt ?? Number.NaN;
  if (Number.isNaN(lastAt)) return 'unknown';
  const answeredAt = Date.parse(call.submit.answeredAt);
  // The server replaces an `answeredAt` in the future by the time at which the submit first arrived; that response may
  // have been lost.
  const recordedAt = receipt.byServer ? Math.min(answeredAt, Date.parse(receipt.receivedAt)) : answeredAt;
  const earliest = Math.min(recordedAt, Date.parse(queuedAt) || recordedAt);
  // If the device's clock was ahead when the call was queued, its first arrival is unknown: only a set without submits
  // proves a loss.
  const isKnown = earliest < recordedAt || recordedAt === answeredAt || lastAt === 0;
  if (isKnown && lastAt < earliest - SAME_MS) return 'missing';
  return Math.abs(lastAt - recordedAt) <= SAME_MS ? 'shown' : 'unsure';
}

/** Returns true if the server's progress shows the call of this receipt. */
export function isShown(entry: SentEntry, view: ServerView): boolean {
  return compareReceipt(entry, view) === 'shown';
}

/** Returns true if the server's reading of a lesson is the receipt's own, not one of another day or device. */
function isOwnReading(entry: SentEntry, { reads }: ServerView): boolean {
  const { call, queuedAt } = entry;
  if (call.kind === 'answer-submit') return true;
  const readAt = reads.get(call.lessonId) ?? Number.NaN;
  return [receivedAtOf(entry), Date.parse(queuedAt)].some((at) => Math.abs(readAt - at) <= OWN_READING_MS);
}

/** Returns true if the server counts the call once, even if it is sent twice. */
function isIdempotent({ call, receipt }: SentEntry): boolean {
  return call.kind === 'lesson-read' || receipt.isEchoed === true || isEchoOf(call, receipt.answer);
}

/**
 * Returns the server's numbers of submits for the question sets this device has answered; only called when nothing is
 * lost.
 *
 * @param compared the receipts that are old enough for the server to show them. If there are younger receipts, the
 * numbers are those from before the younger ones.
 * @returns undefined if the server may already count a younger receipt, or the order is unknown.
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

/**
 * Returns the question sets for which the server counts fewer submits than the known number plus this device's receipts
 * since. Receipts dated in the future are left out: they may be in the known number.
 */
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

/** Returns the lessons to request from the server: their reads are lost unless the lesson is deleted. */
export function lessonsToLookUp(receipts: readonly SentEntry[], view: ServerView): string[] {
  return receipts.flatMap((entry) => {
    const { call, healed } = entry;
    const isCompared = (healed ?? 'seen') === 'seen' && compareReceipt(entry, view) === 'missing';
    return isCompared && call.kind === 'lesson-read' ? [call.lessonId] : [];
  });
}

/**
 * Sorts the receipts that were sent again by what the server shows: `seen`; `missing`, although other calls of their
 * kind are shown; `left`: this server shows no call of their kind, so nothing is known. A receipt whose answer does not
 * name the call is never `left`.
 */
export function resultsOfResend(
  receipts: readonly SentEntry[],
  view: ServerView,
): Record<'seen' | 'missing' | 'left', SentEntry[]> {
  const shown = receipts.filter((entry) => ['shown', 'unsure'].includes(compareReceipt(entry, view)));
  const kinds = new Set(shown.map(({ call }) => call.kind));
  const sent = receipts.filter(({ healed }) => healed === 'sent');
  const missing = sent.filter((entry) => compareReceipt(entry, view) === 'missing');
  return {
    seen: sent.filter((entry) => !missing.includes(entry)),
    missing: missing.filter(({ call }) => kinds.has(call.kind)),
    left: missing.filter(({ call, receipt }) => !kinds.has(call.kind) && isDoneBy(call, receipt.answer)),
  };
}

/** The data that receipts are compared with. */
export interface Comparison {
  view: ServerView;
  /** The {@link lessonsToLookUp} that the server still has. */
  existing: ReadonlySet<string>;
  known: KnownCounts;
  /** Receipts too young to be compared: the server's progress may not show them yet. */
  young?: readonly SentEntry[];
  /** The current time, milliseconds since 1970, by the server's clock. */
  nowMs: number;
}

/** Sorts receipts: `firsts` were never sent again, `lost` are lost for the first time, `twice` for the second time. */
function sortReceipts(receipts: readonly SentEntry[], comparison: Comparison) {
  const { view, existing } = comparison;
  const short = setsWithLostSubmits(receipts, comparison);
  const isLost = (entry: SentEntry) => {
    const { call } = entry;
    const finding = compareReceipt(entry, view);
    if (call.kind === 'lesson-read') return finding === 'missing' && existing.has(call.lessonId);
    // It is unknown which submit of the set is lost, so all are sent again; the server deduplicates those it still has.
    return (
      finding === 'missing' || (finding === 'unsure' && short.has(call.submit.questionSetId) && isIdempotent(entry))
    );
  };
  const firsts = receipts.filter(({ healed }) => healed === undefined);
  const twice = receipts.filter((entry) => entry.healed === 'seen' && compareReceipt(entry, view) === 'missing');
  return { firsts, lost: firsts.filter(isLost), twice: twice.filter(isLost) };
}

/** Compares receipts with the server's progress; undefined if nothing is lost. */
export function findLost(receipts: readonly SentEntry[], comparison: Comparison): RecoveryPlan | undefined {
  const { view, young = [], nowMs } = comparison;
  const { firsts, lost, twice } = sortReceipts(receipts, comparison);
  if (lost.length + twice.length === 0) return undefined;
  const lostAt = Math.min(...[...lost, ...twice].map(receivedAtOf));
  const shown = firsts.filter((entry) => isShown(entry, view) && isOwnReading(entry, view));
  const shownAt = Math.max(-Infinity, ...shown.map(receivedAtOf).filter((at) => at < lostAt));
  const certain = new Set(lost);
  const isCovered = (entry: SentEntry) =>
    compareReceipt(entry, view) === 'unsure' && receivedAtOf(entry) > shownAt && !certain.has(entry);
  // A young submit may be lost as well: if it were not sent again too, those sent now would hide its loss for ever.
  const others = young.filter(({ call, healed }) => call.kind === 'answer-submit' && healed === undefined);
  const resend = [...lost, ...firsts.filter(isCovered), ...others].filter(isIdempotent);
  return {
    resend,
    toReview: [...twice, ...lost.filter((entry) => !isIdempotent(entry))],
    needsConsent: resend.filter((entry) => nowMs - receivedAtOf(entry) > DAY_MS).length > MAX_RESENT_UNASKED,
    ...(shownAt > -Infinity && { shownAt }),
    lostAt,
  };
}
