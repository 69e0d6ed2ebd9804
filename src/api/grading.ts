/** Grading of answers: the same rule on the server and on the device (docs/wire.md, "Resources"). */
import type { Explanation } from './question-sets';
import type { Answer } from './submits';

/** The correct answer to a question: its entry in the explanation. */
export type AnswerKey = Partial<
  Pick<Explanation['questions'][number], 'correctChoiceIds' | 'acceptedAnswers' | 'correctOrder'>
>;

/**
 * Returns a text answer for comparison. Equal are: full and half width (NFKC); upper and lower case; runs of any white space;
 * dashes, hyphens and minus signs; curly and straight quotes, and primes; wave dashes. Invisible characters do not count. Input
 * methods write ー for a minus and － for a long vowel: next to a digit ー is a minus, after kana a dash is ー. Different remain ひらがな
 * and カタカナ, punctuation (。 and .), digit grouping and backquotes.
 */
export function normaliseText(text: string): string {
  return (
    text
      .replace(/(?!\s)[\p{DI}\p{Cc}]|\uFEFF/gu, '')
      // Before NFKC, which splits ´ and ˜ from a space, and ″ into two.
      .replace(/[‘-‛´ʻ-ʽ′]/g, "'")
      .replace(/[“-‟″〝-〟]/g, '"')
      .replace(/[〜∼˜〰]/g, '~')
      .normalize('NFKC')
      .replace(/[\p{Pd}−─]/gu, '-')
      .replace(/(^|[^ぁ-ヿ])ー(?=[\d.])|(\d)ー(?![ぁ-ヿ])/g, '$1$2-')
      .replace(/([ぁ-ヿ])-(?![\w.])/g, '$1ー')
      .replace(/\s+/g, ' ')
      .trim()
      // Upper, then lower case: 'ß' and 'SS' become equal.
      .toUpperCase()
      .toLowerCase()
  );
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
