/** Question sets as their editor reads and writes them: whole, with the answers, never from a guess. */
import { queryOptions, useQueryClient } from '@tanstack/react-query';

import { fetchLesson } from '@/api/lessons';
import { createQuestionSet, deleteQuestionSet, type NewQuestionSet, updateQuestionSet } from '@/api/question-set-edits';
import { type Explanation, fetchExplanation, fetchQuestionSet, type QuestionSet } from '@/api/question-sets';
import { schemaMismatchAt } from '@/api/schema-mismatch';

import { refreshCurriculum } from './after-edit';
import { useCreation } from './creation';
import { type EditFrom, saveFrom } from './newer-version';

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
  let came = '';
  for (let reads = 0; reads < MAX_READS; reads += 1) {
    const [set, explanation] = await Promise.all([
      fetchQuestionSet(questionSetId, signal),
      fetchExplanation(questionSetId, signal),
    ]);
    if (Date.parse(set.updatedAt) === Date.parse(explanation.updatedAt)) return { set, explanation };
    came = explanation.updatedAt;
  }
  throw schemaMismatchAt(`question-set/${questionSetId}/explanation`, ['updatedAt'], came);
}

/** The set that was made of these fields: it holds one of the questions, whose ids are made here. @throws {ApiError}, {NetworkError}. */
async function findQuestionSet({ lessonId, questions }: NewQuestionSet): Promise<QuestionSet | undefined> {
  const ids = new Set(questions.map(({ id }) => id));
  const { questionSets } = await fetchLesson(String(lessonId));
  const sets = await Promise.all(questionSets.map(({ id }) => fetchQuestionSet(id)));
  return sets.find((set) => set.questions.some(({ id }) => ids.has(id)));
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

/** A set that was saved, and its version. */
export type SavedQuestionSet = Pick<QuestionSet, 'id' | 'updatedAt'>;

export interface QuestionSetTarget extends EditFrom {
  /** Undefined for a set that is not on the server yet. */
  id: string | undefined;
  /** The place among the lesson's sets, from 0; unchanged, or last, without it. */
  order?: number;
  /** A set of the server as it would be sent: a newer version that says the same is no conflict. */
  toContent: (whole: WholeQuestionSet) => QuestionSetContent;
}

/**
 * The writes of a lesson's question sets; after each, everything that learners see of them is asked for anew. They throw
 * what the API throws; {NewerVersionError} means that somebody saved a newer version.
 */
export function useQuestionSetWrites(lessonId: string) {
  const queryClient = useQueryClient();
  const refresh = () => refreshCurriculum(queryClient);
  const { create, findMade } = useCreation(createQuestionSet, findQuestionSet);
  const replace = (id: string, json: NewQuestionSet, { base, over, toContent }: QuestionSetTarget) => {
    const { title, questions } = json;
    const send = (updatedAt?: string): Promise<SavedQuestionSet> => updateQuestionSet(id, { ...json, updatedAt });
    const readCurrent = () =>
      fetchWholeQuestionSet(id).then(
        (whole) => ({ id, updatedAt: whole.set.updatedAt, ...toContent(whole) }),
        () => undefined,
      );
    return saveFrom({ base, over, changes: { title, questions }, send, readCurrent });
  };
  return {
    /** Creates or replaces a set. */
    save: async (target: QuestionSetTarget, content: QuestionSetContent): Promise<SavedQuestionSet> => {
      const json = { lessonId, order: target.order, ...content };
      const made = target.id === undefined ? await findMade(json) : undefined;
      const id = target.id ?? made?.id;
      const saved = await (id === undefined
        ? create(json)
        : replace(id, json, made ? { ...target, base: made } : target));
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
