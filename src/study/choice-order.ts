/** Computes the order of choices if the author has chosen to shuffle them at each attempt (capability `shuffle`). */
import type { Question, QuestionSet } from '@/api/question-sets';

/**
 * Returns a 32-bit hash of a text: FNV-1a with the final mix of MurmurHash3, so that similar texts get unrelated
 * values.
 */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/**
 * Returns a question with its choices in the order of one attempt: the author's order, unless `shuffle` is on. @param
 * seed of the attempt.
 */
export function inAttemptOrder(question: Question, seed: string): Question {
  if (!question.shuffle) return question;
  const ranked = question.choices.map((choice) => ({ choice, rank: hashOf(`${seed}/${question.id}/${choice.id}`) }));
  return { ...question, choices: ranked.sort((a, b) => a.rank - b.rank).map(({ choice }) => choice) };
}

/** Returns true if the choices of any question are shuffled. */
export function isShuffled({ questions }: QuestionSet): boolean {
  return questions.some(({ shuffle }) => shuffle);
}

/** Returns a question set as one attempt shows it. @param seed of the attempt: the same seed gives the same order. */
export function setInAttemptOrder(questionSet: QuestionSet, seed: string): QuestionSet {
  if (!isShuffled(questionSet)) return questionSet;
  return { ...questionSet, questions: questionSet.questions.map((question) => inAttemptOrder(question, seed)) };
}
