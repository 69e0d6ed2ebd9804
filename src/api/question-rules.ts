/** The rules that make a question answerable, the same on the server and in the editor (docs/wire.md, "Resources"). */
import { normaliseText } from './grading';
import type { FieldError } from './network/errors';
import type { NewQuestion } from './question-set-edits';
import type { QuestionType } from './question-sets';

/** A field of a question, and its error message. */
export type Finding = [field: keyof NewQuestion, message: string];

/**
 * Returns true if the choices of a question of this type may be shuffled. In `order` questions the order of the choices
 * is the answer.
 */
export function canShuffle(type: QuestionType): boolean {
  return type === 'single' || type === 'multiple';
}

function hasDuplicates(ids: readonly string[]): boolean {
  return new Set(ids).size !== ids.length;
}

function checkChoices({ type, choices }: NewQuestion): Finding[] {
  if (type === 'text') return choices.length > 0 ? [['choices', '記述式の問題に選択肢は付けられません。']] : [];
  if (choices.length < 2) return [['choices', '選択肢を2つ以上入力してください。']];
  return hasDuplicates(choices.map((choice) => String(choice.id))) ? [['choices', '選択肢のIDが重なっています。']] : [];
}

function checkAnswer(question: NewQuestion): Finding[] {
  const choiceIds = question.choices.map((choice) => String(choice.id));
  const correctIds = (question.correctChoiceIds ?? []).map(String);
  const areChoices = correctIds.every((id) => choiceIds.includes(id)) && !hasDuplicates(correctIds);
  switch (question.type) {
    case 'single':
      return areChoices && correctIds.length === 1 ? [] : [['correctChoiceIds', '正解の選択肢を1つ選んでください。']];
    case 'multiple':
      return areChoices && correctIds.length > 0 ? [] : [['correctChoiceIds', '正解の選択肢を選んでください。']];
    case 'text':
      return (question.acceptedAnswers ?? []).some((text) => normaliseText(text) !== '')
        ? []
        : [['acceptedAnswers', '正解を入力してください。']];
    case 'order': {
      const order = (question.correctOrder ?? []).map(String);
      const isWhole = order.length === choiceIds.length && choiceIds.every((id) => order.includes(id));
      return isWhole ? [] : [['correctOrder', 'すべての選択肢を正しい順に並べてください。']];
    }
  }
}

/** Checks one question; returns the fields with errors. */
export function findFaults(question: NewQuestion): Finding[] {
  return [...checkChoices(question), ...checkAnswer(question)];
}

/** Returns the indexes of questions whose id an earlier question has. */
export function findRepeatedIds(questions: readonly { id: NewQuestion['id'] }[]): number[] {
  const seen = new Set<string>();
  return questions.flatMap(({ id }, index) => {
    const isRepeated = seen.has(String(id));
    seen.add(String(id));
    return isRepeated ? index : [];
  });
}

export const REPEATED_ID = '問題のIDが重なっています。';

/** Checks all questions of a set; paths are as in the server's field errors, e.g. `questions.2.choices`. */
export function findQuestionFaults(questions: readonly NewQuestion[]): FieldError[] {
  const repeated = findRepeatedIds(questions);
  return questions.flatMap((question, index): FieldError[] => {
    const findings: Finding[] = repeated.includes(index) ? [['id', REPEATED_ID]] : [];
    findings.push(...findFaults(question));
    return findings.map(([field, message]) => ({ path: `questions.${index}.${field}`, message }));
  });
}
