/** Reading and writing question sets for the editor: complete, with the correct answers of the same version. */
import { queryOptions, useQueryClient } from '@tanstack/react-query';

import { fetchLesson } from '@/api/lessons';
import { needField, schemaMismatchAt } from '@/api/network/schema-mismatch';
import {
  createQuestionSet,
  deleteQuestionSet,
  type NewQuestionSet,
  storable,
  updateQuestionSet,
} from '@/api/question-set-edits';
import { type Explanation, fetchExplanation, fetchQuestionSet, type QuestionSet } from '@/api/question-sets';
import { refreshCurriculum } from '@/queries/after-edit';
import { pickMade, type Tried, useCreation } from '@/queries/creation';
import { type EditFrom, saveFrom, type Versioned } from '@/queries/newer-version';

import { lessonQueries } from './lessons';

/** A set and its explanation (the correct answers), of the same version. */
export interface WholeQuestionSet {
  set: QuestionSet;
  explanation: Explanation;
}

/**
 * Maximum number of reads until set and explanation have the same version: another user may save between the two
 * requests.
 */
const MAX_READS = 3;

/**
 * Reads a set with its correct answers.
 *
 * @throws {ApiError} when the server refuses, {NetworkError} when the server does not respond, {UnexpectedAnswerError}
 * when set and explanation still have different versions.
 */
export async function fetchWholeQuestionSet(questionSetId: string, signal?: AbortSignal): Promise<WholeQuestionSet> {
  let last = '';
  for (let reads = 0; reads < MAX_READS; reads += 1) {
    const [set, explanation] = await Promise.all([
      fetchQuestionSet(questionSetId, signal),
      fetchExplanation(questionSetId, signal),
    ]);
    const [of, came] = [set.updatedAt, explanation.updatedAt];
    // A server without versions cannot tell whether both belong together.
    if (of === undefined || came === undefined || Date.parse(of) === Date.parse(came)) return { set, explanation };
    last = came;
  }
  throw schemaMismatchAt(`question-set/${questionSetId}/explanation`, ['updatedAt'], last);
}

/**
 * Finds the set created from these fields by its question ids, which the client makes; on a server that makes its own,
 * by the title and the texts of the questions. @throws {ApiError}, {NetworkError}.
 */
async function findQuestionSet(
  { lessonId, title, questions }: NewQuestionSet,
  tried: Tried,
): Promise<QuestionSet | undefined> {
  const ids = new Set(questions.map(({ id }) => id));
  const { questionSets } = await fetchLesson(String(lessonId));
  const sets = await Promise.all(
    needField(questionSets, `lessons/${lessonId}`, 'questionSets').map(({ id }) => fetchQuestionSet(id)),
  );
  const textOf = (set: QuestionSetContent | QuestionSet) =>
    JSON.stringify([set.title, set.questions.map(({ body }) => body)]);
  const equal = sets.filter((set) => textOf(set) === textOf({ title, questions }));
  return (
    sets.find((set) => set.questions.some(({ id }) => ids.has(id))) ??
    pickMade(equal, tried, ({ updatedAt }) => updatedAt)
  );
}

export const questionSetEditQueries = {
  /**
   * Fetch the set each time the editor opens, and never refresh it meanwhile: content that is being edited must not
   * change by itself.
   */
  whole: (questionSetId: string) =>
    queryOptions({
      queryKey: ['question-set-edits', questionSetId],
      queryFn: ({ signal }) => fetchWholeQuestionSet(questionSetId, signal),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
    }),
};

/** The title and questions of a set, as they are sent. */
export type QuestionSetContent = Pick<NewQuestionSet, 'title' | 'questions'>;

/** A saved set's id, version and questions. */
export type SavedQuestionSet = Pick<QuestionSet, 'id' | 'updatedAt'> & Pick<NewQuestionSet, 'questions'>;

export interface QuestionSetTarget extends EditFrom {
  /** The version of the set before the edit; without the content of that version, every newer version conflicts. */
  base: Versioned & Partial<QuestionSetContent>;
  /** The set's id; undefined for a new set. */
  id: string | undefined;
  /**
   * Position among the lesson's sets, from 0. If omitted, an existing set keeps its position, and a new one becomes the
   * last.
   */
  order?: number;
  /**
   * Converts a set as the server sends it to the content that a save would send, so that a newer version can be
   * compared with it.
   */
  toContent: (whole: WholeQuestionSet) => QuestionSetContent;
}

/**
 * The edits of a lesson's question sets; after each, all queries that show them are refreshed. They throw the API's
 * errors, and {NewerVersionError} when another user saved a newer version.
 */
export function useQuestionSetWrites(lessonId: string) {
  const queryClient = useQueryClient();
  const refresh = () => refreshCurriculum(queryClient);
  const add = useCreation<NewQuestionSet, SavedQuestionSet>({
    create: createQuestionSet,
    find: findQuestionSet,
    knownIds: () =>
      queryClient.getQueryData(lessonQueries.detail(lessonId).queryKey)?.questionSets?.map(({ id }) => id),
  });
  const replace = async (id: string, json: NewQuestionSet, target: QuestionSetTarget) => {
    const { toContent } = target;
    const send = (updatedAt: string | undefined, content: QuestionSetContent): Promise<SavedQuestionSet> =>
      updateQuestionSet(id, { ...json, ...content, updatedAt });
    const readCurrent = () =>
      fetchWholeQuestionSet(id).then(
        (whole) => storable({ id, updatedAt: whole.set.updatedAt, ...toContent(whole) }),
        () => undefined,
      );
    const { title, questions } = json;
    const base = await storable(target.base);
    return saveFrom({ ...target, base, changes: { title, questions }, send, readCurrent });
  };
  return {
    /** Creates or replaces a set. */
    save: async (target: QuestionSetTarget, content: QuestionSetContent): Promise<SavedQuestionSet> => {
      const { title, questions } = await storable(content);
      const json = { lessonId, order: target.order, title, questions };
      const change = (made: SavedQuestionSet) => replace(made.id, json, { ...target, base: made });
      const saved = await (target.id === undefined ? add(json, change) : replace(target.id, json, target));
      void refresh();
      return saved;
    },
    remove: async (id: string): Promise<void> => {
      await deleteQuestionSet(id);
      await refresh();
    },
    /** Resolves when the screen shows the change. */
    refresh,
  };
}
