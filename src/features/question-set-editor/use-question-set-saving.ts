/** Where a set is saved to: which set, from which version, and what to do when it was changed or deleted meanwhile. */
import { useRef, useState } from 'react';

import { ApiError } from '@/api/errors';
import { fetchWholeQuestionSet, useQuestionSetWrites, type WholeQuestionSet } from '@/queries/question-set-writes';
import type { SaveOptions } from '@/ui/forms/form-frame-types';

import { describeOpenError } from './question-set-errors';
import { type QuestionSetForm, toContent, toNewQuestionSet, toQuestionSetForm } from './question-set-form';

export interface SaveTarget {
  id?: string;
  updatedAt?: string;
}

/** The set that saves go to, and what was found out about it. */
function useTarget(start: SaveTarget) {
  const [target, setTarget] = useState<SaveTarget>(start);
  // A save begins before the next render.
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
    /** A restored draft started from this version. */
    startFrom: (updatedAt: string | undefined) => {
      if (latest.current.id !== undefined && updatedAt !== undefined) aim({ ...latest.current, updatedAt });
    },
    isGone,
    setGone,
    problem,
    setProblem,
  };
}

/** Loads the newer version that another editor saved. */
function createLoad({ now, aim, setProblem }: ReturnType<typeof useTarget>) {
  /** What is on the server now; undefined when it cannot be had, and `problem` says why. */
  return async (): Promise<QuestionSetForm | undefined> => {
    const { id } = now();
    if (id === undefined) return undefined;
    try {
      const { set, explanation } = await fetchWholeQuestionSet(id);
      aim({ id, updatedAt: set.updatedAt });
      return toQuestionSetForm(set, explanation);
    } catch (error) {
      setProblem(describeOpenError(error));
      return undefined;
    }
  };
}

/** @param start the set that was loaded; undefined for a new one. */
export function useQuestionSetSaving(lessonId: string, start: WholeQuestionSet['set'] | undefined) {
  const writes = useQuestionSetWrites(lessonId);
  const aiming = useTarget({ id: start?.id, updatedAt: start?.updatedAt });
  const { target, now, aim, isGone, problem, startFrom } = aiming;
  async function save(values: QuestionSetForm, { over }: SaveOptions) {
    const { id, updatedAt } = now();
    try {
      const saved = await writes.save({ id, base: { updatedAt }, over, toContent }, toNewQuestionSet(values));
      aim({ id: saved.id, updatedAt: saved.updatedAt });
    } catch (error) {
      if (id !== undefined && error instanceof ApiError && error.status === 404) aiming.setGone(true);
      throw error;
    }
  }
  /** `isGone`: the set was deleted while it was edited; after `aimAtNew` the next save makes a new one. */
  return { target, isGone, problem, startFrom, aimAtNew: () => aim({}), save, loadNewer: createLoad(aiming) };
}
