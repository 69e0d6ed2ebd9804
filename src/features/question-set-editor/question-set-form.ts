/** The editor's model of a question set: questions and solutions together. */
import * as z from 'zod/mini';

import type { NewQuestion, NewQuestionSet } from '@/api/question-set-edits';
import { type Explanation, type Question, type QuestionSet, questionTypeSchema } from '@/api/question-sets';
import { createId } from '@/storage/unique-id';
import { copyTitle } from '@/study/copy-title';

/** Also parses drafts from the device. Fields that the current type does not use are kept, so that changing the type back loses nothing. */
export const questionSetFormShape = z.object({
  title: z.string(),
  questions: z.array(
    z.object({
      id: z.string(),
      type: questionTypeSchema,
      body: z.string(),
      /** The choices; for `order`, in the right order. */
      choices: z.array(z.object({ id: z.string(), body: z.string() })),
      correctChoiceIds: z.array(z.string()),
      acceptedAnswers: z.array(z.string()),
      explanation: z.string(),
      /** Whether choices are shuffled. Absent in drafts of older builds: the server then keeps its value. */
      shuffle: z.optional(z.boolean()),
    }),
  ),
});
export type QuestionSetForm = z.infer<typeof questionSetFormShape>;
export type QuestionForm = QuestionSetForm['questions'][number];
export type ChoiceForm = QuestionForm['choices'][number];

export function blankChoice(): ChoiceForm {
  return { id: createId(), body: '' };
}

/** @param shuffle usually as in the question before. */
export function blankQuestion(shuffle = false): QuestionForm {
  return {
    id: createId(),
    type: 'single',
    body: '',
    choices: [blankChoice(), blankChoice()],
    correctChoiceIds: [],
    acceptedAnswers: [''],
    explanation: '',
    shuffle,
  };
}

/** Returns whether nothing was written in a question yet. */
export function isUntouched({ body, explanation, choices, acceptedAnswers }: QuestionForm): boolean {
  return [body, explanation, ...choices.map((choice) => choice.body), ...acceptedAnswers].every(
    (text) => text.trim() === '',
  );
}

export function blankQuestionSet(): QuestionSetForm {
  return { title: '', questions: [blankQuestion()] };
}

type AnswerEntry = Explanation['questions'][number];

/** Sorts the choices of `order`, which GET serves shuffled, into the right order; choices without a place come last. */
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
  };
}

/** Joins a set and its explanation, of the same version, into what the editor holds. */
export function toQuestionSetForm(set: QuestionSet, explanation: Explanation): QuestionSetForm {
  const answers = new Map(explanation.questions.map((answer) => [answer.questionId, answer]));
  return {
    title: set.title,
    questions: set.questions.map((question) => toQuestionForm(question, answers.get(question.id))),
  };
}

/** A question as sent to the server: only the fields of its type. */
export function toNewQuestion({ id, type, body, explanation, ...rest }: QuestionForm): NewQuestion {
  const question = { id, type, body, explanation };
  const choices = rest.choices.map((choice) => ({ id: choice.id, body: choice.body }));
  if (type === 'text') return { ...question, choices: [], acceptedAnswers: rest.acceptedAnswers };
  if (type === 'order') return { ...question, choices, correctOrder: choices.map((choice) => choice.id) };
  return { ...question, choices, correctChoiceIds: rest.correctChoiceIds, shuffle: rest.shuffle };
}

/** The whole set as POST and PUT send it; indexes stay, so the paths of the server's errors are those of the form. */
export function toNewQuestionSet(form: QuestionSetForm): Pick<NewQuestionSet, 'title' | 'questions'> {
  return { title: form.title.trim(), questions: form.questions.map(toNewQuestion) };
}

/** A set of the server as the editor would send it. */
export function toContent({ set, explanation }: { set: QuestionSet; explanation: Explanation }) {
  return toNewQuestionSet(toQuestionSetForm(set, explanation));
}

/** Copies a question with new ids. */
export function copyQuestion(question: QuestionForm): QuestionForm {
  const newIds = new Map(question.choices.map((choice) => [choice.id, createId()]));
  const newIdOf = (id: string) => newIds.get(id) ?? createId();
  return {
    ...question,
    id: createId(),
    choices: question.choices.map((choice) => ({ ...choice, id: newIdOf(choice.id) })),
    correctChoiceIds: question.correctChoiceIds.filter((id) => newIds.has(id)).map(newIdOf),
  };
}

/** A copy of a whole set: new ids everywhere, and a title that says so. */
export function copyQuestionSet(form: QuestionSetForm): QuestionSetForm {
  return { title: copyTitle(form.title), questions: form.questions.map(copyQuestion) };
}
