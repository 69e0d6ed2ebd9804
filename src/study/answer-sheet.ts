/** The answers to one question set while it is being solved, as pure functions for screens, drafts and tests. */
import type { Question } from '@/api/question-sets';
import type { Answer } from '@/api/submits';

/** An answer without its question's id. */
export type AnswerValue = Omit<Answer, 'questionId'>;

export interface AnswerSheet {
  answers: readonly Answer[];
  /** The ids of questions marked あとで見る ("look at later"). */
  flagged: readonly string[];
}

export const emptySheet: AnswerSheet = { answers: [], flagged: [] };

/** Returns true if an answer has content; an empty text or selection has none. */
export function isAnswer(answer: AnswerValue | undefined): boolean {
  return (answer?.choiceIds?.length ?? 0) > 0 || (answer?.text ?? '').trim() !== '';
}

/** Returns the answer to one question; undefined without one. */
export function answerTo(sheet: AnswerSheet, questionId: string): AnswerValue | undefined {
  return sheet.answers.find((answer) => answer.questionId === questionId);
}

/** Returns the answer sheet with one answer changed. */
export function withAnswer(sheet: AnswerSheet, questionId: string, { choiceIds, text }: AnswerValue): AnswerSheet {
  const others = sheet.answers.filter((answer) => answer.questionId !== questionId);
  const answer: Answer = {
    questionId,
    ...(choiceIds && { choiceIds: [...choiceIds] }),
    ...(text !== undefined && { text }),
  };
  return { ...sheet, answers: [...others, answer] };
}

/** Returns the answer sheet with a question's mark あとで見る ("look at later") toggled. */
export function withFlag(sheet: AnswerSheet, questionId: string): AnswerSheet {
  const { flagged } = sheet;
  const isFlagged = flagged.includes(questionId);
  return { ...sheet, flagged: isFlagged ? flagged.filter((id) => id !== questionId) : [...flagged, questionId] };
}

function sameAnswer(one: AnswerValue = {}, other: AnswerValue = {}): boolean {
  const words = ({ choiceIds = [], text = '' }: AnswerValue) => JSON.stringify([choiceIds, text]);
  return words(one) === words(other);
}

/**
 * Merges two sheets that were changed at the same time, question by question (three-way merge): changes of `mine`,
 * including removed answers and marks, replace those of `there`.
 *
 * @param before the common ancestor of `mine` and `there`.
 */
export function mergeSheets(before: AnswerSheet, mine: AnswerSheet, there: AnswerSheet): AnswerSheet {
  const isAnsweredHere = ({ questionId }: Answer) =>
    !sameAnswer(answerTo(before, questionId), answerTo(mine, questionId));
  const isFlaggedHere = (id: string) => before.flagged.includes(id) !== mine.flagged.includes(id);
  return {
    answers: [...there.answers.filter((each) => !isAnsweredHere(each)), ...mine.answers.filter(isAnsweredHere)],
    flagged: [...there.flagged.filter((id) => !isFlaggedHere(id)), ...mine.flagged.filter(isFlaggedHere)],
  };
}

/** Returns true if both answer sheets have the same answers and marks. */
export function isSameSheet(one: AnswerSheet, other: AnswerSheet): boolean {
  const ids = [...one.answers, ...other.answers].map(({ questionId }) => questionId);
  const isFlaggedOnce = (id: string) => one.flagged.includes(id) !== other.flagged.includes(id);
  return (
    ids.every((id) => sameAnswer(answerTo(one, id), answerTo(other, id))) &&
    ![...one.flagged, ...other.flagged].some(isFlaggedOnce)
  );
}

/** Returns the answers to submit: those with content, in the order of the questions. */
export function answersGiven(sheet: AnswerSheet, questions: readonly Question[]): Answer[] {
  return questions.flatMap(({ id }) => sheet.answers.filter((answer) => answer.questionId === id && isAnswer(answer)));
}

/** Returns true if no question is answered and no question is marked. */
export function isEmptySheet(sheet: AnswerSheet): boolean {
  return sheet.flagged.length === 0 && !sheet.answers.some(isAnswer);
}

function carryAnswer(answer: Answer, question: Question): Answer[] {
  const { choiceIds = [], text } = answer;
  if (question.type === 'text') return text === undefined ? [] : [{ questionId: question.id, text }];
  const known = new Set(question.choices.map(({ id }) => id));
  const kept = choiceIds.filter((id) => known.has(id));
  if (kept.length === 0) return [];
  if (question.type === 'single') return kept.length === 1 ? [{ questionId: question.id, choiceIds: kept }] : [];
  if (question.type === 'multiple') return [{ questionId: question.id, choiceIds: kept }];
  // An answer that orders choices stays valid only if the set of choices is unchanged.
  const isSame = kept.length === choiceIds.length && kept.length === known.size;
  return isSame ? [{ questionId: question.id, choiceIds: kept }] : [];
}

/** Returns the answers and marks that are still valid in another version of the question set. */
export function carryOver(sheet: AnswerSheet, questions: readonly Question[]): AnswerSheet {
  const questionOf = new Map(questions.map((question) => [question.id, question]));
  return {
    answers: sheet.answers.flatMap((answer) => {
      const question = questionOf.get(answer.questionId);
      return question ? carryAnswer(answer, question) : [];
    }),
    flagged: sheet.flagged.filter((id) => questionOf.has(id)),
  };
}
