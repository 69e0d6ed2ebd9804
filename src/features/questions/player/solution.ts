/** A question's solution as it is shown after the answer. */
import type { Explanation, Question } from '@/api/question-sets';
import type { AnswerValue } from '@/study/answer-sheet';

export interface QuestionSolution {
  /** True if the answer is right; undefined before it is graded. */
  correct?: boolean;
  /** The verdict by the present key, where that differs from `correct`. */
  correctToday?: boolean;
  /** The right answer with its explanation; undefined where this device has no explanation. */
  key?: Explanation['questions'][number];
}

export interface SolutionProps {
  question: Question;
  answer: AnswerValue | undefined;
  solution: QuestionSolution;
}
