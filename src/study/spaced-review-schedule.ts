/**
 * Computes the schedule of spaced review: a wrong answer is due at once, then 1, 3, 7 and 14 days after each right one.
 */
import type { QuestionSetProgress } from '@/api/progress';
import type { QuestionSet } from '@/api/question-sets';
import { DAY_MS } from '@/lib/constants';

import type { Attempt } from './attempts';

const INTERVAL_DAYS = [1, 3, 7, 14];
/** Number of right answers in a row after which a question is learnt. */
export const LEARNT = INTERVAL_DAYS.length + 1;

/**
 * The state of one question: `streak` counts right answers since the last wrong one, `at` is the time of the last
 * answer.
 */
export interface SpacedReviewRecord {
  streak: number;
  /** The time of the last answer, milliseconds since 1970. */
  at: number;
}

export interface SpacedReviewItem {
  questionSetId: string;
  questionId: string;
  /** The title of the question's set. */
  title: string;
  record: SpacedReviewRecord;
  /** When the question is due, milliseconds since 1970: the start of a day, or the time of a wrong answer. */
  dueAt: number;
}

/** Returns the key of a question's record. Ids contain no `|` (docs/wire.md). */
export function spacedReviewKey({
  questionSetId,
  questionId,
}: Pick<SpacedReviewItem, 'questionSetId' | 'questionId'>): string {
  return `${questionSetId}|${questionId}`;
}

const startOfDay = (ms: number) => new Date(ms).setHours(0, 0, 0, 0);

/** Returns when a question is due, by the device's calendar; Infinity once it is learnt. */
export function dueAtOf({ streak, at }: SpacedReviewRecord): number {
  if (streak === 0) return at;
  const days = INTERVAL_DAYS[streak - 1];
  if (days === undefined) return Number.POSITIVE_INFINITY;
  const day = new Date(at);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + days).getTime();
}

/** Returns the review record after another answer. */
export function afterAnswer(record: SpacedReviewRecord | undefined, correct: boolean, at: number): SpacedReviewRecord {
  return { streak: correct ? (record?.streak ?? 0) + 1 : 0, at };
}

/**
 * Returns true if a question is due; also when its last answer is in the future, because the clock was then set back.
 */
export function isSpacedReviewDue(record: SpacedReviewRecord, now: number): boolean {
  return dueAtOf(record) <= now || record.at > now;
}

/**
 * Returns the review record after an answer in a review round: a right answer before the due date does not count as a
 * review.
 */
export function afterRoundAnswer(record: SpacedReviewRecord, correct: boolean, at: number): SpacedReviewRecord {
  return correct && !isSpacedReviewDue(record, at) ? record : afterAnswer(record, correct, at);
}

/**
 * Returns the review record after a submit that contains the question, if the submit is newer than the record.
 *
 * @param correct undefined if the server does not send it: the record then stays as it is.
 */
function withSubmit(
  record: SpacedReviewRecord | undefined,
  correct: boolean | undefined,
  submittedAt: number,
): SpacedReviewRecord | undefined {
  if (correct === undefined || (record && record.at >= submittedAt)) return record;
  if (!correct) return { streak: 0, at: submittedAt };
  return record && afterRoundAnswer(record, true, submittedAt);
}

/**
 * Returns the questions under spaced repetition, earliest due first.
 *
 * @param sets progress of question sets, including queued and freshly received submits.
 * @param records by {@link spacedReviewKey}.
 */
export function spacedReviewItems(
  sets: readonly QuestionSetProgress[],
  records: ReadonlyMap<string, SpacedReviewRecord>,
): SpacedReviewItem[] {
  return sets
    .flatMap(({ questionSetId, title = '', lastAnswers = [], lastSubmittedAt }) =>
      lastAnswers.flatMap(({ questionId, correct }) => {
        const ids = { questionSetId, questionId };
        const record = withSubmit(records.get(spacedReviewKey(ids)), correct, Date.parse(lastSubmittedAt ?? '') || 0);
        return record && record.streak < LEARNT ? [{ ...ids, title, record, dueAt: dueAtOf(record) }] : [];
      }),
    )
    .sort((a, b) => a.dueAt - b.dueAt);
}

/**
 * Returns the questions that an attempt had wrong and that still exist, in their order; they can be tried again at any
 * time.
 *
 * @param records by {@link spacedReviewKey}.
 */
export function wrongItems(
  { id: questionSetId, title, questions }: Pick<QuestionSet, 'id' | 'title' | 'questions'>,
  { grades, answeredAt }: Pick<Attempt, 'grades' | 'answeredAt'>,
  records: ReadonlyMap<string, SpacedReviewRecord>,
): SpacedReviewItem[] {
  const wrong = new Set(grades?.results.filter(({ correct }) => !correct).map(({ questionId }) => questionId));
  const at = Date.parse(answeredAt) || 0;
  return questions.flatMap(({ id: questionId }) => {
    const ids = { questionSetId, questionId };
    const record = withSubmit(records.get(spacedReviewKey(ids)), false, at);
    return wrong.has(questionId) && record ? [{ ...ids, title, record, dueAt: dueAtOf(record) }] : [];
  });
}

/**
 * Returns the number of calendar days until a question is due again, by the device's calendar; Infinity once it is
 * learnt.
 */
export function daysUntilReview(record: SpacedReviewRecord, now: number): number {
  const dueAt = dueAtOf(record);
  // Round the number of days, because a day on which daylight saving begins or ends has 23 or 25 hours.
  return dueAt === Infinity ? dueAt : Math.round((startOfDay(dueAt) - startOfDay(now)) / DAY_MS);
}

/**
 * Returns the number of questions that are due on each later day, soonest first. `days` as in {@link daysUntilReview}.
 */
export function comingReviews(items: readonly SpacedReviewItem[], now: number): { days: number; count: number }[] {
  const counts = new Map<number, number>();
  for (const { record } of items) {
    const days = daysUntilReview(record, now);
    if (!isSpacedReviewDue(record, now)) counts.set(days, (counts.get(days) ?? 0) + 1);
  }
  return [...counts].map(([days, count]) => ({ days, count })).sort((a, b) => a.days - b.days);
}
