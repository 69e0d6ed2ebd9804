/** The editor's state: the set as it is typed, which question is open, and the errors that may be shown already. */
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import type { FieldError } from '@/api/errors';
import { type AppForm, useAppForm } from '@/ui/forms/use-app-form';

import { questionIndexOf, steadyPath } from './editor-words';
import { moveItem } from './question-edits';
import { blankQuestion, copyQuestion, isUntouched, type QuestionForm, type QuestionSetForm } from './question-set-form';
import { checkQuestionSet, questionSetFormSchema } from './question-set-rules';

/**
 * Errors follow their questions and choices wherever those are moved: nothing is wrong before a field was left once,
 * and after a save that failed everything that is wrong is shown until it is right.
 */
function useVisibleErrors() {
  const left = useRef(new Set<string>());
  /** The questions that existed when a save failed; the errors of questions added later are not shown yet. */
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

/** After the first save attempt all errors are shown. */
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
      // A server error on a field is shown until something is changed.
      form.setErrors({ ...form.errors, ...errors.pick(form.getValues()) });
    },
    /** Replaces the contents, as the server's version or as unsaved changes. */
    replace: (values: QuestionSetForm, isSaved: boolean) => {
      errors.forget();
      form.setValues(values);
      if (isSaved) form.resetDirty(values);
    },
    forgetErrors: errors.forget,
  };
}

/** The question that is open; narrow windows show either the list or that question. */
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
    /** Opens the question that contains a field, before this returns; for a field of the set itself, shows the list. */
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
    addQuestion: () => insert(questionsNow().length, blankQuestion(questionsNow().at(-1)?.shuffle)),
    /** Adds the questions of a file after the existing ones. @param title for a set without one. */
    addQuestions: (added: readonly QuestionForm[], title: string) => {
      const { title: written, questions } = form.getValues();
      const kept = questions.filter((question) => !isUntouched(question));
      edit({ title: written.trim() === '' ? title : written, questions: [...kept, ...added] });
      opening.open(added[0]?.id);
      opening.showList();
    },
    copyQuestion: (index: number) => {
      const question = questionsNow()[index];
      if (question) insert(index + 1, copyQuestion(question));
    },
    removeQuestion: (index: number) => {
      const questions = questionsNow().filter((_, other) => other !== index);
      edit({ questions });
      opening.open((questions[index] ?? questions[index - 1])?.id);
    },
    moveQuestion: (from: number, to: number) => edit({ questions: moveItem(questionsNow(), from, to) }),
  };
  return { ...opening, ...change, form: withStrictErrors(form, errors.showAll), ...whenLeft(form, errors) };
}

export type QuestionSetEditorState = ReturnType<typeof useQuestionSetEditor>;
