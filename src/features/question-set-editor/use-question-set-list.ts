/** Changes in the list of a lesson's question sets: each reads the current set and writes it whole, because there is no PATCH. */
import { useRef, useState } from 'react';

import { fetchWholeQuestionSet, useQuestionSetWrites } from '@/queries/question-set-writes';

import { describeListError } from './question-set-errors';
import {
  copyQuestionSet,
  type QuestionSetForm,
  toNewQuestionSet,
  toQuestionSetForm,
  toContent,
} from './question-set-form';

/** Runs one change at a time, and keeps the message of the last failure. */
function useOneChange(refresh: () => Promise<void>) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  // Kept in a ref, because state is updated too late for the second click of a double click.
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
      // A list that was changed elsewhere meanwhile is shown as it is now; without a network that takes its time.
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
    /** @param order the place among the lesson's sets, from 0. */
    move: (id: string, order: number) => run(() => rewrite(id, order)),
    /** Puts a copy at a place, from 0. */
    copy: (id: string, order: number) =>
      run(async () => {
        const { form } = await read(id);
        await writes.save({ id: undefined, base: {}, order, toContent }, toNewQuestionSet(copyQuestionSet(form)));
      }),
    remove: (id: string) => run(() => writes.remove(id)),
  };
}
