/** Converts between the questions of a file and those of the editor's form. */
import { blankChoice, blankQuestion, type QuestionForm } from '@/features/question-set-editor/question-set-form';
import type { FileQuestion } from '@/study/question-files/file-question';

/** Converts a question of a file to the editor's form. @param shuffle used if the file does not say. */
export function toQuestionForm(question: FileQuestion, shuffle: boolean): QuestionForm {
  const blank = blankQuestion({ shuffle: question.shuffle ?? shuffle, lenient: question.lenient });
  const { type, body, explanation } = question;
  if (type === 'text') return { ...blank, type, body, explanation, acceptedAnswers: question.acceptedAnswers };
  const marked = question.choices.map((choice) => ({ ...choice, id: blankChoice().id }));
  return {
    ...blank,
    type,
    body,
    explanation,
    choices: marked.map(({ id, body: text }) => ({ id, body: text })),
    correctChoiceIds: marked.filter(({ isCorrect }) => isCorrect).map(({ id }) => id),
  };
}

/** Converts a question of the form to one of a file, with only the fields of its type. */
export function toFileQuestion(question: QuestionForm): FileQuestion {
  const { type, body, explanation, correctChoiceIds, acceptedAnswers, lenient = false } = question;
  if (type === 'text') return { type, body, explanation, choices: [], acceptedAnswers, lenient };
  const isRight = (id: string) => type !== 'order' && correctChoiceIds.includes(id);
  const choices = question.choices.map((choice) => ({ body: choice.body, isCorrect: isRight(choice.id) }));
  const common = { type, body, explanation, choices, acceptedAnswers: [] };
  return type === 'order' ? common : { ...common, shuffle: question.shuffle ?? false };
}
