/** Grading of answers: the same rule on the server and on the device (docs/wire.md, "Resources"). */
import type { Explanation } from './question-sets';
import type { Answer } from './submits';

/** The correct answer to a question: its entry in the explanation. */
export type AnswerKey = Partial<
  Pick<Explanation['questions'][number], 'correctChoiceIds' | 'acceptedAnswers' | 'correctOrder'>
>;

/** Returns a text answer for comparison: NFKC (full and half width alike), trimmed, in one case. */
export function normaliseText(text: string): string {
  // Upper, then lower case: 'ß' and 'SS' become equal.
  return text.normalize('NFKC').trim().toUpperCase().toLowerCase();
}

function isSameOrder(chosen: readonly string[], correct: readonly string[]): boolean {
  return chosen.length === correct.length && chosen.every((id, index) => id === correct[index]);
}

function isSameSet(chosen: readonly string[], correct: readonly string[]): boolean {
  const chosenIds = new Set(chosen);
  const correctIds = new Set(correct);
  return chosenIds.size === correctIds.size && [...chosenIds].every((id) => correctIds.has(id));
}

/** Returns whether an answer is exactly right: the same set of choices, the same order, or one of the accepted texts. */
export function gradeAnswer(key: AnswerKey, answer: Omit<Answer, 'questionId'> | undefined): boolean {
  if (!answer) return false;
  if (key.correctOrder) return isSameOrder(answer.choiceIds ?? [], key.correctOrder);
  if (key.correctChoiceIds) return isSameSet(answer.choiceIds ?? [], key.correctChoiceIds);
  const text = normaliseText(answer.text ?? '');
  return text !== '' && (key.acceptedAnswers ?? []).some((accepted) => normaliseText(accepted) === text);
}
