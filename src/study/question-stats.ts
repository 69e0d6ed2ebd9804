/**
 * Computes the question statistics (問題の分析) from the last answers in people's progress, for servers without the
 * capability `question-stats`. The same rule in SQL: server/api/study/question-stats.ts; one test compares both.
 */
import { isAnswerTo } from '@/api/grading';
import type { QuestionSetProgress } from '@/api/progress';
import type { Explanation, Question, QuestionSet } from '@/api/question-sets';
import { commonestTexts, type QuestionStats, type SetStats, type WrittenText } from '@/api/question-stats';

type LastAnswers = Pick<QuestionSetProgress, 'lastAnswers' | 'maxScore'>;
type LastAnswer = NonNullable<QuestionSetProgress['lastAnswers']>[number];
/** One person's answer to a question, and how many of the other questions they had right, 0 to 1. */
interface Scored {
  answer: LastAnswer;
  others: number;
}

/** Returns the correlation of two series, -1 to 1; undefined where one of them does not vary. */
function correlationOf(pairs: readonly (readonly [number, number])[]): number | undefined {
  const mean = (side: 0 | 1) => pairs.reduce((sum, pair) => sum + pair[side], 0) / pairs.length;
  const [meanX, meanY] = [mean(0), mean(1)];
  let [xy, xx, yy] = [0, 0, 0];
  for (const [x, y] of pairs) {
    xy += (x - meanX) * (y - meanY);
    xx += (x - meanX) ** 2;
    yy += (y - meanY) ** 2;
  }
  return xx === 0 || yy === 0 ? undefined : xy / Math.sqrt(xx * yy);
}

/**
 * Returns the last answers to one question. Answers beyond `maxScore` are left out, because their questions were
 * deleted; so are answers of which the server does not send whether they are right.
 */
function scoredOn(questionId: string, people: readonly LastAnswers[]): Scored[] {
  return people.flatMap(({ lastAnswers = [], maxScore = lastAnswers.length }) => {
    const counted = lastAnswers.slice(0, maxScore);
    const answer = counted.find((one) => one.questionId === questionId);
    if (answer?.correct === undefined) return [];
    const rightOthers = counted.filter((one) => one !== answer && one.correct).length;
    const unknownCount = counted.filter(({ correct }) => correct === undefined).length;
    return [{ answer, others: rightOthers / Math.max(maxScore - unknownCount - 1, 1) }];
  });
}

function countTexts(answers: readonly LastAnswer[]): WrittenText[] {
  const counts = new Map<string, number>();
  for (const { text = '', correct } of answers) {
    if (text !== '' && correct === false) counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const texts = [...counts].map(([text, count]) => ({ text, count }));
  return texts.sort((a, b) => b.count - a.count || (a.text < b.text ? -1 : 1));
}

interface Counting {
  explanation: Explanation;
  people: readonly LastAnswers[];
  /** Minimum number of people who must have written the same wrong text before it is listed. */
  minWriters: number;
}

function countQuestion({ id, type, body, choices }: Question, counting: Counting): QuestionStats {
  const { explanation, people, minWriters } = counting;
  const scored = scoredOn(id, people);
  const answers = scored.map(({ answer }) => answer);
  const key = explanation.questions.find(({ questionId }) => questionId === id);
  const chosen = people
    .map(({ lastAnswers }) => lastAnswers?.find(({ questionId }) => questionId === id))
    .filter((answer) => isAnswerTo({ type, correctChoiceIds: [] }, answer))
    .map((answer) => answer?.choiceIds);
  const hasChoices = type === 'single' || type === 'multiple';
  return {
    questionId: id,
    type,
    body,
    peopleCount: scored.length,
    rightCount: answers.filter(({ correct }) => correct).length,
    discrimination: correlationOf(scored.map(({ answer, others }) => [answer.correct ? 1 : 0, others] as const)),
    choices: (hasChoices ? choices : []).map((choice) => ({
      ...choice,
      isCorrect: key?.correctChoiceIds?.includes(choice.id) ?? false,
      count: chosen.filter((choiceIds) => choiceIds?.includes(choice.id)).length,
    })),
    wrongTexts: type === 'text' ? commonestTexts(countTexts(answers), minWriters, key?.lenient) : [],
  };
}

/** Returns the statistics of a set. @param people the last answers of those who submitted it, one per person. */
export function countStats(set: QuestionSet & { lessonId: string }, counting: Counting): SetStats {
  const { id, lessonId, title, updatedAt, questions } = set;
  return {
    questionSetId: id,
    lessonId,
    title,
    updatedAt,
    peopleCount: counting.people.length,
    questions: questions.map((question) => countQuestion(question, counting)),
  };
}
