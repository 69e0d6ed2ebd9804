/** How much was right of all that the server has. */
import type { ProgressSummary } from '@/api/progress';
import { percentOf } from '@/lib/percent';

import type { OwnProgress } from './unconfirmed';

/** The server's rate in words, which counts no answers that it does not have; undefined while nothing was answered. */
export function correctRateWords({ correctRate }: ProgressSummary, progress: OwnProgress): string | undefined {
  if (correctRate === undefined) return undefined;
  const sets = [...progress.unplacedQuestionSets, ...progress.courses.flatMap(({ questionSets }) => questionSets)];
  const isPending = sets.some(({ pending }) => pending);
  return `${percentOf(correctRate, 1)}%${isPending ? '（送信待ちを除く）' : ''}`;
}
