/** The solution of a question, shown after it was answered: verdict, right answer and explanation. */
import type { Explanation, Question } from '@/api/question-sets';
import type { AnswerValue } from '@/study/answer-sheet';

export interface QuestionSolution {
  /** True if the answer is right; undefined before it is graded. */
  correct?: boolean;
  /** True if the attempt is graded: a verdict that is missing then is one that the server does not send. */
  isGraded?: boolean;
  /** True if the server does not send the learner's answer. */
  isAnswerUnknown?: boolean;
  /** The verdict by the current solution, if it differs from `correct`; otherwise undefined. */
  correctToday?: boolean;
  /** The right answer with its explanation; undefined if the explanation is not on this device. */
  key?: Explanation['questions'][number];
}

export interface SolutionProps {
  question: Question;
  answer: AnswerValue | undefined;
  solution: QuestionSolution;
}
