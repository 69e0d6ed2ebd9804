/** Pure edits of a question in the editor: each returns a new question. */
import type { QuestionType } from '@/api/question-sets';

import { blankChoice, type ChoiceForm, type QuestionForm } from './question-set-form';

/** Moves an element from one place of a list to another. */
export function moveItem<T>(items: readonly T[], from: number, to: number): T[] {
  const moved = [...items];
  moved.splice(to, 0, ...moved.splice(from, 1));
  return moved;
}

/** Changes a question's type; keeps choices, answers and right marks as far as the new type has them. */
export function changeType(question: QuestionForm, type: QuestionType): QuestionForm {
  const choices = [...question.choices];
  while (type !== 'text' && choices.length < 2) choices.push(blankChoice());
  const keptCorrect = type === 'single' ? question.correctChoiceIds.slice(0, 1) : question.correctChoiceIds;
  const acceptedAnswers = type === 'text' && question.acceptedAnswers.length === 0 ? [''] : question.acceptedAnswers;
  return { ...question, type, choices, correctChoiceIds: keptCorrect, acceptedAnswers };
}

/** Marks a choice as right or wrong; with `single` only one can be right. */
export function markCorrect(question: QuestionForm, choiceId: string, isCorrect: boolean): QuestionForm {
  const others = question.type === 'single' ? [] : question.correctChoiceIds.filter((id) => id !== choiceId);
  return { ...question, correctChoiceIds: isCorrect ? [...others, choiceId] : others };
}

export function setChoiceBody(question: QuestionForm, choiceId: string, body: string): QuestionForm {
  const choices = question.choices.map((choice) => (choice.id === choiceId ? { ...choice, body } : choice));
  return { ...question, choices };
}

/** Adds a choice at the end. */
export function addChoice(question: QuestionForm): QuestionForm {
  return { ...question, choices: [...question.choices, blankChoice()] };
}

/** Inserts a duplicate of a choice after it, with a new id; the duplicate is not marked as right. */
export function duplicateChoice(question: QuestionForm, choiceId: string): QuestionForm {
  const duplicateAfter = (choice: ChoiceForm) =>
    choice.id === choiceId ? [choice, { ...blankChoice(), body: choice.body }] : [choice];
  return { ...question, choices: question.choices.flatMap(duplicateAfter) };
}

export function removeChoice(question: QuestionForm, choiceId: string): QuestionForm {
  return {
    ...question,
    choices: question.choices.filter(({ id }) => id !== choiceId),
    correctChoiceIds: question.correctChoiceIds.filter((id) => id !== choiceId),
  };
}

export function setAcceptedAnswer(question: QuestionForm, index: number, text: string): QuestionForm {
  const acceptedAnswers = question.acceptedAnswers.map((answer, other) => (other === index ? text : answer));
  return { ...question, acceptedAnswers };
}

export function addAcceptedAnswer(question: QuestionForm): QuestionForm {
  return { ...question, acceptedAnswers: [...question.acceptedAnswers, ''] };
}

export function removeAcceptedAnswer(question: QuestionForm, index: number): QuestionForm {
  return { ...question, acceptedAnswers: question.acceptedAnswers.filter((_, other) => other !== index) };
}
