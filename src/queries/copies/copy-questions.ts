/** Copies the questions of a set with new ids for questions and choices, and with the answer keys that refer to them. */
import type { NewQuestion } from '@/api/question-set-edits';
import type { Explanation, QuestionSet } from '@/api/question-sets';
import { createId } from '@/storage/unique-id';

/** Copies questions. @param hasShuffle true if the server has the capability `shuffle`. */
export function copyQuestions(set: QuestionSet, explanation: Explanation, hasShuffle: boolean): NewQuestion[] {
  const answers = new Map(explanation.questions.map((answer) => [answer.questionId, answer]));
  return set.questions.map(({ id, type, body, choices, shuffle }) => {
    const answer = answers.get(id);
    const newIds = new Map(choices.map((choice) => [choice.id, createId()]));
    const idsOf = (ids: readonly string[] = []) => ids.flatMap((old) => newIds.get(old) ?? []);
    const copied = choices.map((choice) => ({ id: newIds.get(choice.id) ?? createId(), body: choice.body }));
    const question = { id: createId(), type, body, explanation: answer?.explanation ?? '' };
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
