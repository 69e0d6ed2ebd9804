/** When a question answered wrong comes back: at once, then 1, 3, 7 and 14 days after it was right each time. */
import type { QuestionSetProgress } from '@/api/progress';

const INTERVAL_DAYS = [1, 3, 7, 14];
/** Right so often in a row, a question needs no more of it. */
export const LEARNT = INTERVAL_DAYS.length + 1;

/** What is known of one question: how often it was right in a row since it was last wrong, and when that was. */
export interface SpacedReviewRecord {
  streak: number;
  /** Milliseconds since 1970. */
  at: number;
}

export interface SpacedReviewItem {
  questionSetId: string;
  questionId: string;
  /** Of its question set. */
  title: string;
  record: SpacedReviewRecord;
  /** Milliseconds since 1970: the start of a day, but at once after a wrong answer. */
  dueAt: number;
}

/** The key of a question's record. Ids hold no `|` (docs/wire.md). */
export function spacedReviewKey({
  questionSetId,
  questionId,
}: Pick<SpacedReviewItem, 'questionSetId' | 'questionId'>): string {
  return `${questionSetId}|${questionId}`;
}

/** When a question comes back, by the calendar of the device; infinitely late once it is learnt. */
export function dueAtOf({ streak, at }: SpacedReviewRecord): number {
  if (streak === 0) return at;
  const days = INTERVAL_DAYS[streak - 1];
  if (days === undefined) return Number.POSITIVE_INFINITY;
  const day = new Date(at);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + days).getTime();
}

/** The record after one more answer. */
export function afterAnswer(record: SpacedReviewRecord | undefined, correct: boolean, at: number): SpacedReviewRecord {
  return { streak: correct ? (record?.streak ?? 0) + 1 : 0, at };
}

/** Whether it is time; also when the last answer lies in the future, for then the clock was turned back. */
export function isSpacedReviewDue(record: SpacedReviewRecord, now: number): boolean {
  return dueAtOf(record) <= now || record.at > now;
}

/** What the record is once the answer of a submit counts as well: the newer of the two speaks last. */
function withSubmit(
  record: SpacedReviewRecord | undefined,
  correct: boolean,
  submittedAt: number,
): SpacedReviewRecord | undefined {
  if (record && record.at >= submittedAt) return record;
  if (!correct) return { streak: 0, at: submittedAt };
  // Solving a set again before its time proves nothing new.
  return record && isSpacedReviewDue(record, submittedAt) ? afterAnswer(record, true, submittedAt) : record;
}

/**
 * The questions under spaced review, those due first come first.
 *
 * @param sets progress of question sets, what waits or was just received added up.
 * @param records by {@link spacedReviewKey}.
 */
export function spacedReviewItems(
  sets: readonly QuestionSetProgress[],
  records: ReadonlyMap<string, SpacedReviewRecord>,
): SpacedReviewItem[] {
  return sets
    .flatMap(({ questionSetId, title, lastAnswers, lastSubmittedAt }) =>
      lastAnswers.flatMap(({ questionId, correct }) => {
        const ids = { questionSetId, questionId };
        const record = withSubmit(records.get(spacedReviewKey(ids)), correct, Date.parse(lastSubmittedAt ?? '') || 0);
        return record && record.streak < LEARNT ? [{ ...ids, title, record, dueAt: dueAtOf(record) }] : [];
      }),
    )
    .sort((a, b) => a.dueAt - b.dueAt);
}
