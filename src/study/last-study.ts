/** Computes the time of the last study. */
import type { OwnProgress } from './unconfirmed';

/**
 * Returns the latest known time of study, ISO 8601; undefined if the learner has never studied.
 *
 * @param told times from the server, possibly outdated.
 */
export function lastStudyOf(
  told: readonly (string | undefined)[],
  { courses, fresh }: OwnProgress,
): string | undefined {
  const times = [
    ...told,
    ...(fresh?.reads ?? []),
    ...(fresh?.submits ?? []),
    ...courses.flatMap(({ readLessons = [] }) => readLessons.map(({ readAt }) => readAt)),
    ...courses.flatMap(({ questionSets = [] }) => questionSets.map(({ lastSubmittedAt }) => lastSubmittedAt)),
  ];
  const latest = Math.max(...times.map((time) => Date.parse(time ?? '') || 0));
  return latest > 0 ? new Date(latest).toISOString() : undefined;
}
