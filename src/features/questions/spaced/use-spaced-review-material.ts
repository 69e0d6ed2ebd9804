/** The questions of a round of 復習 with their solutions, as they come from server or device. */
import { useQueries } from '@tanstack/react-query';

import { isGone } from '@/api/errors';
import type { Explanation, Question } from '@/api/question-sets';
import { questionSetQueries } from '@/queries/question-sets';
import type { SpacedReviewItem } from '@/study/spaced-review-schedule';

/** Why a question cannot be shown. `missing`: not on this device, and no network. `gone`: deleted, or not for this learner. */
export type Material =
  | { kind: 'ready'; question: Question; key: Explanation['questions'][number]; lessonId: string }
  | { kind: 'loading' | 'missing' | 'gone' };

/** Returns what is known of a question; requests each question set only once. */
export function useSpacedReviewMaterial(items: readonly SpacedReviewItem[]): (item: SpacedReviewItem) => Material {
  const ids = [...new Set(items.map(({ questionSetId }) => questionSetId))];
  const sets = useQueries({ queries: ids.map((id) => ({ ...questionSetQueries.detail(id), throwOnError: false })) });
  const keys = useQueries({
    queries: ids.map((id) => ({ ...questionSetQueries.explanation(id), throwOnError: false })),
  });
  return ({ questionSetId, questionId }) => {
    const index = ids.indexOf(questionSetId);
    const [set, keySet] = [sets[index], keys[index]];
    if (!set || !keySet) return { kind: 'missing' };
    if (isGone(set.error)) return { kind: 'gone' };
    if (!set.data || !keySet.data) return { kind: set.isError || keySet.isError ? 'missing' : 'loading' };
    const question = set.data.questions.find(({ id }) => id === questionId);
    const key = keySet.data.questions.find((each) => each.questionId === questionId);
    if (question && key) return { kind: 'ready', question, key, lessonId: set.data.lessonId };
    // A copy that is older than the question says nothing about it.
    if (set.isFetching || keySet.isFetching) return { kind: 'loading' };
    const isOfServer = [set, keySet].every(({ data, isError }) => !isError && data?.cachedAt === undefined);
    return { kind: isOfServer ? 'gone' : 'missing' };
  };
}
