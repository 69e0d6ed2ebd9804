/** Copies the questions of a set with new ids for questions and choices, and with the answer keys that refer to them. */
import type { NewQuestion } from '@/api/question-set-edits';
import type { Explanation, QuestionSet } from '@/api/question-sets';

/**
 * Copies questions.
 *
 * @param key a UUID, the start of all new ids: the same questions and key give the same copy.
 * @param hasShuffle true if the server has the capability `shuffle`.
 */
export function copyQuestions(
  set: QuestionSet,
  explanation: Explanation,
  key: string,
  hasShuffle: boolean,
): NewQuestion[] {
  const answers = new Map(explanation.questions.map((answer) => [answer.questionId, answer]));
  return set.questions.map(({ id: oldId, type, body, choices, shuffle }, number) => {
    const answer = answers.get(oldId);
    const id = `${key}-${number}`;
    const newIds = new Map(choices.map((choice, at) => [choice.id, `${id}-${at}`]));
    const idsOf = (ids: readonly string[] = []) => ids.flatMap((old) => newIds.get(old) ?? []);
    const copied = choices.map((choice, at) => ({ id: `${id}-${at}`, body: choice.body }));
    const question = { id, type, body, explanation: answer?.explanation ?? '' };
    if (type === 'text') return { ...question, choices: [], acceptedAnswers: answer?.acceptedAnswers ?? [] };
    if (type === 'order') return { ...question, choices: copied, correctOrder: idsOf(answer?.correctOrder) };
    return {
      ...question,
      choices: copied,
      correctChoiceIds: idsOf(answer?.correctChoiceIds),
      ...(hasShuffle && { shuffle: shuffle ?? false }),
    };
  });
}
