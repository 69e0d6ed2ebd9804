/** Loads the questions and solutions of a review round, from the server or the cache. */
import { useQueries } from '@tanstack/react-query';

import { isGone } from '@/api/errors';
import type { Explanation, Question } from '@/api/question-sets';
import { questionSetQueries } from '@/queries/question-sets';
import type { SpacedReviewItem } from '@/study/spaced-review-schedule';

/**
 * A question with its solution, or why it cannot be shown: `missing` = not on this device while offline, `gone` = deleted, or not
 * available to this learner.
 */
export type Material =
  | { kind: 'ready'; question: Question; key: Explanation['questions'][number]; lessonId: string | undefined }
  | { kind: 'loading' | 'missing' | 'gone' };

/** Returns a function that looks up a question's material; requests each question set only once. */
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
    // A cached set may be older than the question: only a response of the server shows that the question no longer exists.
    if (set.isFetching || keySet.isFetching) return { kind: 'loading' };
    const isOfServer = [set, keySet].every(({ data, isError }) => !isError && data?.cachedAt === undefined);
    return { kind: isOfServer ? 'gone' : 'missing' };
  };
}
