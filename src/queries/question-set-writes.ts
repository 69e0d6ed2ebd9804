/** Question sets as their editor reads and writes them: whole, with the answers, never from a guess. */
import { queryOptions, useQueryClient } from '@tanstack/react-query';

import { UnexpectedAnswerError } from '@/api/errors';
import { fetchLesson } from '@/api/lessons';
import { createQuestionSet, deleteQuestionSet, type NewQuestionSet, updateQuestionSet } from '@/api/question-set-edits';
import { type Explanation, fetchExplanation, fetchQuestionSet, type QuestionSet } from '@/api/question-sets';

import { refreshCurriculum } from './after-edit';

/** A set and what makes its answers right, of the same version. */
export interface WholeQuestionSet {
  set: QuestionSet;
  explanation: Explanation;
}

/** Between two readings somebody may save; so often it is read anew. */
const MAX_READS = 3;

/**
 * Reads a set with its answers.
 *
 * @throws {ApiError} when the server refuses, {NetworkError} when no answer comes, {UnexpectedAnswerError} when the two
 * are never of the same version.
 */
export async function fetchWholeQuestionSet(questionSetId: string, signal?: AbortSignal): Promise<WholeQuestionSet> {
  for (let reads = 0; reads < MAX_READS; reads += 1) {
    const [set, explanation] = await Promise.all([
      fetchQuestionSet(questionSetId, signal),
      fetchExplanation(questionSetId, signal),
    ]);
    if (Date.parse(set.updatedAt) === Date.parse(explanation.updatedAt)) return { set, explanation };
  }
  throw new UnexpectedAnswerError('Question set and explanation are of different versions');
}

/**
 * The set of a lesson that holds one of the questions: their ids are made here, so it is the one whose creation was
 * answered by nothing. Undefined when there is none. @throws {ApiError}, {NetworkError}.
 */
export async function findQuestionSetWith(
  lessonId: string,
  questionIds: readonly string[],
): Promise<QuestionSet | undefined> {
  const { questionSets } = await fetchLesson(lessonId);
  const sets = await Promise.all(questionSets.map(({ id }) => fetchQuestionSet(id)));
  return sets.find(({ questions }) => questions.some(({ id }) => questionIds.includes(id)));
}

export const questionSetEditQueries = {
  /** Asked for at each opening of the editor, and never again behind it: what is being written must not move. */
  whole: (questionSetId: string) =>
    queryOptions({
      queryKey: ['question-set-edits', questionSetId],
      queryFn: ({ signal }) => fetchWholeQuestionSet(questionSetId, signal),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
    }),
};

/** The title and questions of a set as they are sent. */
export type QuestionSetContent = Pick<NewQuestionSet, 'title' | 'questions'>;

export interface QuestionSetTarget {
  /** Undefined for a set that is not on the server yet. */
  id: string | undefined;
  /** The version that the change started from. */
  updatedAt?: string;
  /** The place among the lesson's sets, from 0; unchanged, or last, without it. */
  order?: number;
}

/**
 * The writes of a lesson's question sets; after each, everything that learners see of them is asked for anew. They throw
 * what the API throws; {ApiError} 409 means that somebody saved a newer version.
 */
export function useQuestionSetWrites(lessonId: string) {
  const queryClient = useQueryClient();
  const refresh = () => refreshCurriculum(queryClient);
  return {
    /** Creates or replaces a set. */
    save: async ({ id, updatedAt, order }: QuestionSetTarget, content: QuestionSetContent): Promise<QuestionSet> => {
      const json = { lessonId, order, ...content };
      const saved = await (id === undefined ? createQuestionSet(json) : updateQuestionSet(id, { ...json, updatedAt }));
      void refresh();
      return saved;
    },
    remove: async (id: string): Promise<void> => {
      await deleteQuestionSet(id);
      await refresh();
    },
    /** Resolves when the screen shows what the server says now. */
    refresh,
  };
}
