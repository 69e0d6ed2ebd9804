/** The results of question sets, out of the progress in detail. */
import type { OwnProgress, OwnQuestionSetProgress } from '@/study/unconfirmed';

/** A question set's last result that has a score. */
export interface Result {
  questionSetId: string;
  title: string;
  score: number;
  maxScore: number;
  /** Undefined while the server has graded none with as many questions. */
  bestScore: number | undefined;
  pending: OwnQuestionSetProgress['pending'];
  /** ISO 8601. */
  submittedAt: string;
}

function toResult(set: OwnQuestionSetProgress): Result | undefined {
  const { questionSetId, title, lastScore, bestScore, maxScore, lastSubmittedAt, pending } = set;
  if (lastScore === undefined || lastSubmittedAt === undefined || maxScore === 0) return undefined;
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

/** The last result of each question set, oldest first: the server tells no earlier ones. */
export function lastResults({ courses, unplacedQuestionSets }: OwnProgress): Result[] {
  return [...courses.flatMap(({ questionSets }) => questionSets), ...unplacedQuestionSets]
    .flatMap((set) => toResult(set) ?? [])
    .toSorted((a, b) => Date.parse(a.submittedAt) - Date.parse(b.submittedAt));
}

/** How often anything was submitted, what waits included (docs/offline.md, law 1: never a summary plus a count). */
export function countSubmits({ courses, unplacedQuestionSets }: OwnProgress): number {
  const sets = [...courses.flatMap(({ questionSets }) => questionSets), ...unplacedQuestionSets];
  return sets.reduce((sum, { submitCount }) => sum + submitCount, 0);
}
