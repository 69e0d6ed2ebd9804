/**
 * Changes question sets from a lesson's list: each change reads the current set and writes the whole set, because there
 * is no PATCH.
 */
import { useRef, useState } from 'react';

import { fetchWholeQuestionSet, useQuestionSetWrites } from '@/queries/curriculum/question-set-writes';

import { describeListError } from './question-set-errors';
import {
  duplicateQuestionSet,
  type QuestionSetForm,
  toNewQuestionSet,
  toQuestionSetForm,
  toContent,
} from './question-set-form';

/** Runs one change of the list at a time, and keeps the message of the last failure. */
function useOneChange(refresh: () => Promise<void>) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  // A ref instead of state, because state is updated too late for the second click of a double click.
  const isRunning = useRef(false);

  /** Resolves to true if the change succeeded, once the screen shows it. */
  async function run(change: () => Promise<unknown>): Promise<boolean> {
    if (isRunning.current) return false;
    isRunning.current = true;
    setBusy(true);
    setProblem(undefined);
    try {
      await change();
      await refresh();
      return true;
    } catch (error) {
      setProblem(describeListError(error));
      // Refetch without waiting: the list may have changed on the server, and offline the request takes long.
      void refresh();
      return false;
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  }
  return { isBusy, problem, run };
}

export function useQuestionSetList(lessonId: string) {
  const writes = useQuestionSetWrites(lessonId);
  const { isBusy, problem, run } = useOneChange(writes.refresh);
  const read = async (id: string) => {
    const { set, explanation } = await fetchWholeQuestionSet(id);
    return { updatedAt: set.updatedAt, form: toQuestionSetForm(set, explanation) };
  };
  const rewrite = async (id: string, order: number | undefined, changes: Partial<QuestionSetForm> = {}) => {
    const { updatedAt, form } = await read(id);
    const base = { updatedAt, ...toNewQuestionSet(form) };
    await writes.save({ id, base, order, toContent }, toNewQuestionSet({ ...form, ...changes }));
  };
  return {
    isBusy,
    problem,
    rename: (id: string, title: string) => run(() => rewrite(id, undefined, { title })),
    /** @param order the index among the lesson's question sets, from 0. */
    move: (id: string, order: number) => run(() => rewrite(id, order)),
    /** Inserts a duplicate of a set at an index, from 0. */
    duplicate: (id: string, order: number) =>
      run(async () => {
        const { form } = await read(id);
        await writes.save({ id: undefined, base: {}, order, toContent }, toNewQuestionSet(duplicateQuestionSet(form)));
      }),
    remove: (id: string) => run(() => writes.remove(id)),
  };
}
