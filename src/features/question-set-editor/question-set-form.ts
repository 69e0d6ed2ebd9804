/** The editor's form model of a question set, which holds questions and solutions together. */
import * as z from 'zod/mini';

import type { NewQuestion, NewQuestionSet } from '@/api/question-set-edits';
import { type Explanation, type Question, type QuestionSet, questionTypeSchema } from '@/api/question-sets';
import { createId } from '@/storage/unique-id';
import { duplicateTitle } from '@/study/outline/duplicate-title';

/**
 * The schema also parses drafts from the device. Fields that the current question type does not use are kept, so that
 * changing the type back loses nothing.
 */
export const questionSetFormShape = z.object({
  title: z.string(),
  questions: z.array(
    z.object({
      id: z.string(),
      type: questionTypeSchema,
      body: z.string(),
      /** The choices; for an `order` question, in the right order. */
      choices: z.array(z.object({ id: z.string(), body: z.string() })),
      correctChoiceIds: z.array(z.string()),
      acceptedAnswers: z.array(z.string()),
      explanation: z.string(),
      /** True if choices are shuffled. Missing in drafts of older builds: the server then keeps its value. */
      shuffle: z.optional(z.boolean()),
      /** True if a text answer may differ in kana, decimal point and digit grouping; missing like `shuffle`. */
      lenient: z.optional(z.boolean()),
    }),
  ),
});
export type QuestionSetForm = z.infer<typeof questionSetFormShape>;
export type QuestionForm = QuestionSetForm['questions'][number];
export type ChoiceForm = QuestionForm['choices'][number];

export function blankChoice(): ChoiceForm {
  return { id: createId(), body: '' };
}

/** Creates an empty question. @param settings usually those of the question before. */
export function blankQuestion(settings?: Pick<QuestionForm, 'shuffle' | 'lenient'>): QuestionForm {
  return {
    id: createId(),
    type: 'single',
    body: '',
    choices: [blankChoice(), blankChoice()],
    correctChoiceIds: [],
    acceptedAnswers: [''],
    explanation: '',
    shuffle: settings?.shuffle ?? false,
    lenient: settings?.lenient ?? false,
  };
}

/** Returns true if the question is still empty. */
export function isUntouched({ body, explanation, choices, acceptedAnswers }: QuestionForm): boolean {
  return [body, explanation, ...choices.map((choice) => choice.body), ...acceptedAnswers].every(
    (text) => text.trim() === '',
  );
}

export function blankQuestionSet(): QuestionSetForm {
  return { title: '', questions: [blankQuestion()] };
}

type AnswerEntry = Explanation['questions'][number];

/**
 * Sorts the choices of an `order` question, which GET returns shuffled, into the right order; choices without a place
 * come last.
 */
function inRightOrder(question: Question, correctOrder: readonly string[]): ChoiceForm[] {
  const placeOf = ({ id }: ChoiceForm) => {
    const place = correctOrder.indexOf(id);
    return place === -1 ? correctOrder.length : place;
  };
  return [...question.choices].sort((a, b) => placeOf(a) - placeOf(b));
}

function toQuestionForm(question: Question, answer: AnswerEntry | undefined): QuestionForm {
  return {
    id: question.id,
    type: question.type,
    body: question.body,
    choices: question.type === 'order' ? inRightOrder(question, answer?.correctOrder ?? []) : question.choices,
    correctChoiceIds: answer?.correctChoiceIds ?? [],
    acceptedAnswers: answer?.acceptedAnswers ?? [''],
    explanation: answer?.explanation ?? '',
    shuffle: question.shuffle ?? false,
    lenient: answer?.lenient ?? false,
  };
}

/** Combines a set and its explanation, of the same version, into the editor's form model. */
export function toQuestionSetForm(set: QuestionSet, explanation: Explanation): QuestionSetForm {
  const answers = new Map(explanation.questions.map((answer) => [answer.questionId, answer]));
  return {
    title: set.title,
    questions: set.questions.map((question) => toQuestionForm(question, answers.get(question.id))),
  };
}

/** Converts a question for sending to the server: only the fields of its type. */
export function toNewQuestion({ id, type, body, explanation, ...rest }: QuestionForm): NewQuestion {
  const question = { id, type, body, explanation };
  const choices = rest.choices.map((choice) => ({ id: choice.id, body: choice.body }));
  if (type === 'text') {
    return { ...question, choices: [], acceptedAnswers: rest.acceptedAnswers, lenient: rest.lenient };
  }
  if (type === 'order') return { ...question, choices, correctOrder: choices.map((choice) => choice.id) };
  return { ...question, choices, correctChoiceIds: rest.correctChoiceIds, shuffle: rest.shuffle };
}

/**
 * Converts the whole set for POST and PUT; indexes stay the same, so that paths of the server's errors match the form.
 */
export function toNewQuestionSet(form: QuestionSetForm): Pick<NewQuestionSet, 'title' | 'questions'> {
  return { title: form.title.trim(), questions: form.questions.map(toNewQuestion) };
}

/** Converts a set from the server to the form in which the editor would send it, for comparing both. */
export function toContent({ set, explanation }: { set: QuestionSet; explanation: Explanation }) {
  return toNewQuestionSet(toQuestionSetForm(set, explanation));
}

type Questions = Pick<NewQuestionSet, 'questions'>;

/** Returns the ids that a server has made in place of those that were sent; most servers keep them. */
export function idsMade({ questions: sent }: Questions, { questions: saved }: Questions): ReadonlyMap<string, string> {
  type Part = Pick<(typeof sent)[number]['choices'][number], 'id' | 'body'>;
  const renamed = (own: readonly Part[], theirs: readonly Part[]) => {
    const known = new Set(theirs.map(({ id }) => String(id)));
    return own.flatMap(({ id, body }, index) => {
      const made = theirs[index];
      return made?.body === body && !known.has(String(id)) ? [[String(id), String(made.id)] as const] : [];
    });
  };
  return new Map([
    ...renamed(sent, saved),
    ...sent.flatMap(({ choices }, index) => renamed(choices, saved[index]?.choices ?? [])),
  ]);
}

/** Returns a duplicate of a set with other ids. */
export function withIds<T>(set: T, ids: ReadonlyMap<string, string>): T {
  return JSON.parse(JSON.stringify(set), (_name, value) => ids.get(value) ?? value);
}

/** Duplicates a question with new ids. */
export function duplicateQuestion(question: QuestionForm): QuestionForm {
  const newIds = new Map(question.choices.map((choice) => [choice.id, createId()]));
  const newIdOf = (id: string) => newIds.get(id) ?? createId();
  return {
    ...question,
    id: createId(),
    choices: question.choices.map((choice) => ({ ...choice, id: newIdOf(choice.id) })),
    correctChoiceIds: question.correctChoiceIds.filter((id) => newIds.has(id)).map(newIdOf),
  };
}

/** Duplicates a whole set: new ids everywhere, and a title that marks it as a duplicate. */
export function duplicateQuestionSet(form: QuestionSetForm): QuestionSetForm {
  return { title: duplicateTitle(form.title), questions: form.questions.map(duplicateQuestion) };
}
