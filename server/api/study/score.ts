/** Scores answers against the current version of a question set, and re-marks submits after its key was corrected. */
import { type AnswerKey, gradeAnswer } from '@/api/grading';
import type { NewQuestion } from '@/api/question-set-edits';
import type { Answer, Submit } from '@/api/submits';

function toKey({ correctChoiceIds, acceptedAnswers, correctOrder }: NewQuestion): AnswerKey {
  return { correctChoiceIds: correctChoiceIds?.map(String), acceptedAnswers, correctOrder: correctOrder?.map(String) };
}

/** Returns one result per question. Answers to deleted questions are wrong and do not count in `maxScore`. */
export function scoreAnswers(questions: readonly NewQuestion[], answers: readonly Answer[]) {
  const answerTo = new Map(answers.map((answer) => [answer.questionId, answer]));
  const results: Submit['results'] = questions.map((question) => {
    const questionId = String(question.id);
    const correct = gradeAnswer(toKey(question), answerTo.get(questionId));
    answerTo.delete(questionId);
    return { questionId, correct };
  });
  const score = results.filter((result) => result.correct).length;
  for (const questionId of answerTo.keys()) results.push({ questionId, correct: false });
  return { results, score, maxScore: questions.length };
}

/** A stored submit, as far as its score depends on it. */
export interface ScoredSubmit {
  answers: readonly Answer[];
  results: Submit['results'];
  score: number;
  maxScore: number;
}

/** Returns true if the answer is one to a question of this type: a question that changed its type is another one. */
function isAnswerTo({ type }: NewQuestion, answer: Answer | undefined): boolean {
  return !answer || (type === 'text' ? answer.choiceIds === undefined : answer.text === undefined);
}

/**
 * Judges a submit by the key of now: only questions that it was scored on and that the set still has. Results of the others and
 * `maxScore` stay.
 */
export function rescoreAnswers(questions: readonly NewQuestion[], { answers, results, score, maxScore }: ScoredSubmit) {
  const questionOf = new Map(questions.map((question) => [String(question.id), question]));
  const answerTo = new Map(answers.map((answer) => [String(answer.questionId), answer]));
  let change = 0;
  const judged = results.map((result, index) => {
    const question = questionOf.get(result.questionId);
    const answer = answerTo.get(result.questionId);
    // Results beyond maxScore are of answers to questions that had been deleted.
    if (index >= maxScore || !question || !isAnswerTo(question, answer)) return result;
    const correct = gradeAnswer(toKey(question), answer);
    change += Number(correct) - Number(result.correct);
    return { ...result, correct };
  });
  const isChanged = judged.some(({ correct }, index) => correct !== results[index]?.correct);
  return { results: judged, score: score + change, isChanged };
}
