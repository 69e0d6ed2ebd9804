/** Scores answers against the current version of a question set, and grades submits again after its key was corrected. */
import { type AnswerKey, gradeAnswer, type GradedSubmit, regrade } from '@/api/grading';
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

/** Grades a stored submit by the present key. */
export function rescoreAnswers(questions: readonly NewQuestion[], submit: GradedSubmit) {
  return regrade(new Map(questions.map((question) => [String(question.id), toKey(question)])), submit);
}
