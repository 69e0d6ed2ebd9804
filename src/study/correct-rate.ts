/** Formats the share of right answers. */
import type { ProgressSummary } from '@/api/progress';
import { percentOf } from '@/lib/percent';

import type { OwnProgress } from './unconfirmed';

/**
 * Returns the server's share of right answers as text, marked while answers are still waiting to be sent; undefined
 * without answers.
 */
export function correctRateWords({ correctRate }: ProgressSummary, progress: OwnProgress): string | undefined {
  if (correctRate === undefined) return undefined;
  const sets = [...progress.unplacedQuestionSets, ...progress.courses.flatMap(({ questionSets = [] }) => questionSets)];
  const isPending = sets.some(({ pending }) => pending);
  return `${percentOf(correctRate, 1)}%${isPending ? '（送信待ちを除く）' : ''}`;
}
