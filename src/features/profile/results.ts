/** Picks the results of question sets from the progress of all courses. */
import type { OwnProgress, OwnQuestionSetProgress } from '@/study/unconfirmed';

/** The last scored result of a question set. */
export interface Result {
  questionSetId: string;
  title: string;
  score: number;
  maxScore: number;
  /** The score; undefined until the server has graded a submit with the current number of questions. */
  bestScore: number | undefined;
  pending: OwnQuestionSetProgress['pending'];
  /** ISO 8601. */
  submittedAt: string;
}

function toResult(set: OwnQuestionSetProgress): Result | undefined {
  const { questionSetId, title, lastScore, bestScore, maxScore, lastSubmittedAt, pending } = set;
  if (lastScore === undefined || lastSubmittedAt === undefined || !maxScore) return undefined;
  return {
    questionSetId,
    title: title || '問題',
    score: lastScore,
    maxScore,
    bestScore: bestScore ?? (pending ? undefined : lastScore),
    pending,
    submittedAt: lastSubmittedAt,
  };
}

/** Returns the last result of each question set, oldest first. The progress from the server has no earlier results. */
export function lastResults({ courses, unplacedQuestionSets }: OwnProgress): Result[] {
  return [...courses.flatMap(({ questionSets = [] }) => questionSets), ...unplacedQuestionSets]
    .flatMap((set) => toResult(set) ?? [])
    .sort((a, b) => Date.parse(a.submittedAt) - Date.parse(b.submittedAt));
}
