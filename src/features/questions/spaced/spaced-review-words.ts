/** The Japanese words of 復習 (spaced review), for home and for its own screen. */
import {
  comingReviews,
  daysUntilReview,
  type SpacedReviewItem,
  type SpacedReviewRecord,
} from '@/study/spaced-review-schedule';

/** The number of days that are listed separately; questions of later days are one number. */
const MAX_DAYS = 3;

function dayWords(days: number): string {
  if (days <= 1) return days === 1 ? 'あした' : 'きょう';
  return `${days}日後`;
}

/** Returns how many questions are due on which day, as in 「次の復習：あした3問・3日後2問」; undefined if none is. */
export function comingReviewWords(items: readonly SpacedReviewItem[], now: number): string | undefined {
  const coming = comingReviews(items, now);
  if (coming.length === 0) return undefined;
  const named = coming.slice(0, MAX_DAYS).map(({ days, count }) => `${dayWords(days)}${count}問`);
  const later = coming.slice(MAX_DAYS).reduce((sum, { count }) => sum + count, 0);
  return `次の復習：${[...named, ...(later > 0 ? [`そのあと${later}問`] : [])].join('・')}`;
}

/** Explains why and when questions are due again. */
export const WHY_SPACED =
  'まちがえた問題は、正解するたびに1日・3日・7日・14日と間をあけて出ます。忘れかけたころに思い出すと、長く覚えられます。';

/** Returns the words for when a question is due again after a right answer. */
export function nextTimeWords(record: SpacedReviewRecord, now: number): string {
  const days = daysUntilReview(record, now);
  if (days === Infinity) return 'この問題の復習は終わりです。';
  return `この問題は、次は${dayWords(days)}${days > 1 ? 'に' : ''}出ます。`;
}
