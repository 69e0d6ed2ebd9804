/** Prepares a learner who has questions to review, because earlier answers were wrong. */
import type { NetworkStub } from './network-stub';

/** The demo question set to which student2 has submitted answers once. */
export const WRONG_SET = 'statistics-q-summary';

/**
 * Stubs the server's progress so that some answers of a set were wrong.
 *
 * @param numbers the questions that were wrong, counted from 1.
 */
export function answeredWrongAt(network: NetworkStub, lastSubmittedAt: string, ...numbers: number[]): void {
  const lastAnswers = [1, 2, 3].map((number) => ({
    questionId: `${WRONG_SET}-${number}`,
    correct: !numbers.includes(number),
  }));
  const set = {
    questionSetId: WRONG_SET,
    lessonId: 'statistics-spread',
    title: '確認問題',
    submitCount: 1,
    maxScore: 6,
  };
  const questionSets = [{ ...set, lastScore: 5, lastSubmittedAt, lastAnswers }];
  const course = {
    courseId: 'statistics',
    courseTitle: 'はじめての統計',
    lessonCount: 13,
    readLessons: [],
    questionSets,
  };
  network.answer('GET /progress/detail/user-student2', 200, { userId: 'user-student2', courses: [course] });
}
