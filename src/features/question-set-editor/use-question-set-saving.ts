/**
 * Saves a question set: tracks its id and base version, and handles a set that another editor changed or deleted
 * meanwhile.
 */
import { useRef, useState } from 'react';

import { isMissing } from '@/api/network/errors';
import {
  fetchWholeQuestionSet,
  type QuestionSetContent,
  useQuestionSetWrites,
  type WholeQuestionSet,
} from '@/queries/curriculum/question-set-writes';
import type { SaveOptions } from '@/ui/forms/form-frame-types';

import { describeOpenError } from './question-set-errors';
import {
  idsMade,
  type QuestionSetForm,
  toContent,
  toNewQuestionSet,
  toQuestionSetForm,
  withIds,
} from './question-set-form';

export interface SaveTarget {
  id?: string;
  updatedAt?: string;
  /** The contents of the set in this version, as they would be sent; undefined for the version of a restored draft. */
  content?: QuestionSetContent;
}

/** Tracks the set that the next save writes to (id and base version), and if that set was deleted. */
function useTarget(start: SaveTarget) {
  const [target, setTarget] = useState<SaveTarget>(start);
  // A ref instead of state, because a save may begin before the next render.
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
    /** Continues from the version on which a restored draft was based. */
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
   * Loads the newer version.
   *
   * @param isWanted called once the version has arrived; false discards it.
   * @returns the set on the server; undefined if it was discarded or could not be loaded, and then `problem` says why.
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

/** What the form does not show yet after a save. */
export interface SavedForm {
  /** True if another user's changes were merged. */
  isCombined: boolean;
  /** The ids that the server has made in place of the form's. */
  ids: ReadonlyMap<string, string>;
}

/** Manages saving. @param start the loaded question set; undefined for a new one. */
export function useQuestionSetSaving(lessonId: string, start: WholeQuestionSet | undefined) {
  const writes = useQuestionSetWrites(lessonId);
  const aiming = useTarget({ id: start?.set.id, updatedAt: start?.set.updatedAt, content: start && toContent(start) });
  const { target, now, aim, isGone, problem, startFrom } = aiming;
  async function save(values: QuestionSetForm, options: SaveOptions): Promise<SavedForm> {
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
      const ids = isCombined ? new Map<string, string>() : idsMade(written, saved);
      // If changes were merged, keep the old base version, so that the next save merges again until the form shows
      // them.
      if (!isCombined) aim({ id: saved.id, updatedAt: saved.updatedAt, content: withIds(written, ids) });
      return { isCombined, ids };
    } catch (error) {
      if (id !== undefined && isMissing(error)) aiming.setGone(true);
      throw error;
    }
  }
  /** `isGone`: the set was deleted while it was edited; after `aimAtNew` the next save creates a new set. */
  return { target, isGone, problem, startFrom, aimAtNew: () => aim({}), save, loadNewer: createLoad(aiming) };
}
