/** Whether an answer is right: the same rule on the server and on the device (docs/wire.md, "Resources"). */
import type { Explanation } from './question-sets';
import type { Answer } from './submits';

/** What makes a question's answer right: its entry in the explanation. */
export type AnswerKey = Partial<
  Pick<Explanation['questions'][number], 'correctChoiceIds' | 'acceptedAnswers' | 'correctOrder'>
>;

/** A text answer as it is compared: full and half width alike, without outer space, upper and lower case alike. */
export function normaliseText(text: string): string {
  // Up, then down: 'ß' and 'SS' fold to the same.
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

/** Whether an answer is exactly right: the whole set, the whole order, or one of the accepted texts. */
export function gradeAnswer(key: AnswerKey, answer: Omit<Answer, 'questionId'> | undefined): boolean {
  if (!answer) return false;
  if (key.correctOrder) return isSameOrder(answer.choiceIds ?? [], key.correctOrder);
  if (key.correctChoiceIds) return isSameSet(answer.choiceIds ?? [], key.correctChoiceIds);
  const text = normaliseText(answer.text ?? '');
  return text !== '' && (key.acceptedAnswers ?? []).some((accepted) => normaliseText(accepted) === text);
}
