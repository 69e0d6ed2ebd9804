/** 復習 in words, for home and for its own screen. */
import type { SpacedReviewItem } from '@/study/spaced-review-schedule';
import { formatDay } from '@/ui/formats';

/** When the next questions come back, in words; undefined when none are under spaced review. */
export function nextSpacedReviewWords(
  items: readonly SpacedReviewItem[],
  due: readonly SpacedReviewItem[],
): string | undefined {
  const later = items.filter((item) => !due.includes(item));
  const [first] = later;
  if (!first) return undefined;
  const together = later.filter(({ dueAt }) => dueAt === first.dueAt).length;
  return `次の復習は${formatDay(new Date(first.dueAt).toISOString())}に${together}問です。`;
}
