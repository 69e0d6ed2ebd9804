/** The state of the question set editor: the set with unsaved changes, the open question, and the visible errors. */
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import type { FieldError } from '@/api/network/errors';
import { type AppForm, useAppForm } from '@/ui/forms/use-app-form';

import { questionIndexOf, steadyPath } from './editor-words';
import { moveItem } from './question-edits';
import {
  blankQuestion,
  duplicateQuestion,
  isUntouched,
  type QuestionForm,
  type QuestionSetForm,
  withIds,
} from './question-set-form';
import { checkQuestionSet, questionSetFormSchema } from './question-set-rules';

/**
 * Decides which errors are shown: none of a field that has never lost focus, and all of them after a failed save.
 * Errors follow their questions and choices when those are moved.
 */
function useVisibleErrors() {
  const left = useRef(new Set<string>());
  /**
   * The questions that existed when a save failed: all their errors are shown, but not yet those of questions added
   * later.
   */
  const strict = useRef<ReadonlySet<string>>(undefined);
  return {
    pick: (values: QuestionSetForm): Record<string, string> => {
      const isTried = (path: string) => {
        const id = values.questions[questionIndexOf(path) ?? -1]?.id;
        return strict.current !== undefined && (id === undefined || strict.current.has(id));
      };
      const isShown = ({ path }: FieldError) => isTried(path) || left.current.has(steadyPath(values, path));
      const shown = checkQuestionSet(values).filter(isShown);
      return Object.fromEntries(shown.map(({ path, message }) => [path, message]));
    },
    leave: (values: QuestionSetForm, path: string) => left.current.add(steadyPath(values, path)),
    showAll: ({ questions }: QuestionSetForm) => {
      strict.current = new Set(questions.map(({ id }) => id));
    },
    forget: () => {
      strict.current = undefined;
      left.current.clear();
    },
  };
}

type Form = AppForm<QuestionSetForm>;
type VisibleErrors = ReturnType<typeof useVisibleErrors>;

/** All errors are shown after the first attempt to save. */
function withStrictErrors(form: Form, showAll: VisibleErrors['showAll']): Form {
  const validate = () => {
    showAll(form.getValues());
    return form.validate();
  };
  return { ...form, validate };
}

/** Updates the shown errors when a field loses focus, and when the contents are replaced. */
function whenLeft(form: Form, errors: VisibleErrors) {
  return {
    leave: (path: string) => {
      errors.leave(form.getValues(), path);
      // A server error on a field is shown until the form changes.
      form.setErrors({ ...form.errors, ...errors.pick(form.getValues()) });
    },
    /** Replaces the form's contents, either as the saved server version or as unsaved changes. */
    replace: (values: QuestionSetForm, isSaved: boolean) => {
      errors.forget();
      form.setValues(values);
      if (isSaved) form.resetDirty(values);
    },
    forgetErrors: errors.forget,
  };
}

/** The open question; narrow windows show either the list or this question. */
function useOpenQuestion(questions: () => readonly QuestionForm[]) {
  const [openId, setOpenId] = useState(() => questions()[0]?.id);
  const [isListShown, setListShown] = useState(true);
  const open = (id: string | undefined) => {
    setOpenId(id);
    setListShown(id === undefined);
  };
  return {
    openId,
    open,
    isListShown,
    showList: () => setListShown(true),
    /** Keeps the question open that got another id. */
    follow: (ids: ReadonlyMap<string, string>) => setOpenId((id) => (id === undefined ? id : (ids.get(id) ?? id))),
    /** Opens, synchronously, the question that contains a field; for a field of the set itself, shows the list. */
    showField: (path: string) => {
      const index = questionIndexOf(path);
      flushSync(() => (index === undefined ? setListShown(true) : open(questions()[index]?.id)));
    },
  };
}

export function useQuestionSetEditor(initialValues: QuestionSetForm) {
  const form = useAppForm({ schema: questionSetFormSchema, initialValues });
  const errors = useVisibleErrors();
  const questionsNow = () => form.getValues().questions;
  const opening = useOpenQuestion(questionsNow);

  function edit(changes: Partial<QuestionSetForm>) {
    form.setValues(changes);
    form.setErrors(errors.pick(form.getValues()));
  }
  const insert = (index: number, question: QuestionForm) => {
    const questions = questionsNow();
    edit({ questions: [...questions.slice(0, index), question, ...questions.slice(index)] });
    opening.open(question.id);
  };
  const change = {
    setTitle: (title: string) => edit({ title }),
    editQuestion: (id: string, change: (question: QuestionForm) => QuestionForm) =>
      edit({ questions: questionsNow().map((question) => (question.id === id ? change(question) : question)) }),
    addQuestion: () => insert(questionsNow().length, blankQuestion(questionsNow().at(-1))),
    /** Adds the questions of a file after the existing ones. @param title the title for a set that has none. */
    addQuestions: (added: readonly QuestionForm[], title: string) => {
      const { title: written, questions } = form.getValues();
      const kept = questions.filter((question) => !isUntouched(question));
      edit({ title: written.trim() === '' ? title : written, questions: [...kept, ...added] });
      opening.open(added[0]?.id);
      opening.showList();
    },
    duplicateQuestion: (index: number) => {
      const question = questionsNow()[index];
      if (question) insert(index + 1, duplicateQuestion(question));
    },
    removeQuestion: (index: number) => {
      const questions = questionsNow().filter((_, other) => other !== index);
      edit({ questions });
      opening.open((questions[index] ?? questions[index - 1])?.id);
    },
    moveQuestion: (from: number, to: number) => edit({ questions: moveItem(questionsNow(), from, to) }),
  };
  const replacing = whenLeft(form, errors);
  /**
   * Gives questions and choices the ids that the server has made for them: with its own, every save would create them
   * again.
   */
  const adoptIds = (ids: ReadonlyMap<string, string>) => {
    if (ids.size === 0) return;
    replacing.replace(withIds(form.getValues(), ids), !form.isDirty());
    opening.follow(ids);
  };
  return { ...opening, ...change, adoptIds, form: withStrictErrors(form, errors.showAll), ...replacing };
}

export type QuestionSetEditorState = ReturnType<typeof useQuestionSetEditor>;
