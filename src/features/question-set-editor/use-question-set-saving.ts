/** Where a set is saved to: which set, from which version, and what to do when it was changed or deleted meanwhile. */
import { useRef, useState } from 'react';

import { ApiError } from '@/api/errors';
import {
  fetchWholeQuestionSet,
  type QuestionSetContent,
  useQuestionSetWrites,
  type WholeQuestionSet,
} from '@/queries/question-set-writes';
import type { SaveOptions } from '@/ui/forms/form-frame-types';

import { describeOpenError } from './question-set-errors';
import { type QuestionSetForm, toContent, toNewQuestionSet, toQuestionSetForm } from './question-set-form';

export interface SaveTarget {
  id?: string;
  updatedAt?: string;
  /** What the set contains in this version, as it would be sent; undefined for the version of a restored draft. */
  content?: QuestionSetContent;
}

/** The set to which saves go, and what is known about newer versions of it. */
function useTarget(start: SaveTarget) {
  const [target, setTarget] = useState<SaveTarget>(start);
  // Kept in a ref, because a save begins before the next render.
  const latest = useRef(target);
  const [isGone, setGone] = useState(false);
  const [problem, setProblem] = useState<string>();
  const aim = (next: SaveTarget) => {
    latest.current = next;
    setTarget(next);
    setGone(false);
    setProblem(undefined);
  };
  return {
    target,
    now: () => latest.current,
    aim,
    /** The version from which a restored draft started. */
    startFrom: (updatedAt: string | undefined) => {
      const { id, updatedAt: known } = latest.current;
      if (id !== undefined && updatedAt !== undefined && updatedAt !== known) aim({ id, updatedAt });
    },
    isGone,
    setGone,
    problem,
    setProblem,
  };
}

/** Loads the newer version that another editor saved. */
function createLoad({ now, aim, setProblem }: ReturnType<typeof useTarget>) {
  /**
   * @param isWanted asked once it has arrived.
   * @returns what is on the server now; undefined when it is not wanted, or cannot be had, and `problem` says why.
   */
  return async (isWanted = () => true): Promise<QuestionSetForm | undefined> => {
    const { id } = now();
    if (id === undefined) return undefined;
    try {
      const { set, explanation } = await fetchWholeQuestionSet(id);
      if (!isWanted()) return undefined;
      aim({ id, updatedAt: set.updatedAt, content: toContent({ set, explanation }) });
      return toQuestionSetForm(set, explanation);
    } catch (error) {
      setProblem(describeOpenError(error));
      return undefined;
    }
  };
}

/** @param start the set that was loaded; undefined for a new one. */
export function useQuestionSetSaving(lessonId: string, start: WholeQuestionSet | undefined) {
  const writes = useQuestionSetWrites(lessonId);
  const aiming = useTarget({ id: start?.set.id, updatedAt: start?.set.updatedAt, content: start && toContent(start) });
  const { target, now, aim, isGone, problem, startFrom } = aiming;
  /** @returns whether another user's changes were kept, which the form does not show yet. */
  async function save(values: QuestionSetForm, options: SaveOptions): Promise<boolean> {
    const { id, updatedAt, content } = now();
    const written = toNewQuestionSet(values);
    let isCombined = false;
    const onCombined = (fields: readonly string[]) => {
      isCombined = true;
      options.onCombined(fields);
    };
    try {
      const target = { ...options, id, base: { updatedAt, ...content }, toContent, onCombined };
      const saved = await writes.save(target, written);
      // Until the form shows the combined version, the next save combines again.
      if (!isCombined) aim({ id: saved.id, updatedAt: saved.updatedAt, content: written });
      return isCombined;
    } catch (error) {
      if (id !== undefined && error instanceof ApiError && error.status === 404) aiming.setGone(true);
      throw error;
    }
  }
  /** `isGone`: the set was deleted while it was edited; after `aimAtNew` the next save makes a new one. */
  return { target, isGone, problem, startFrom, aimAtNew: () => aim({}), save, loadNewer: createLoad(aiming) };
}
