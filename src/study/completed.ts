/**
 * Decides when a course counts as completed (修了): by the server's record of the completion, or because every lesson is
 * read. The server has the same rule in SQL (server/api/completions, server/api/people/learner-status.ts), with the
 * same test cases.
 */

/** A person's study in one course. */
export interface CourseStudy {
  /** The number of lessons that the course has now; undefined if the server does not send it. */
  lessonCount: number | undefined;
  /** The number of its lessons that are read; undefined if the server does not send them. */
  readCount: number | undefined;
  /** The day of the recorded completion, ISO 8601; undefined without one. */
  completedAt?: string | undefined;
  /**
   * The day of the last reading, ISO 8601: of a course whose lessons are all read, the day of a completion that is not
   * recorded.
   */
  lastReadAt?: string | undefined;
}

/**
 * Returns whether a course is completed, undefined if a number that decides it is unknown; a course without lessons is
 * completed only by a recorded completion.
 */
export function knownCompletion({ lessonCount, readCount, completedAt }: CourseStudy): boolean | undefined {
  if (completedAt !== undefined) return true;
  if (lessonCount === 0 || readCount === 0) return false;
  return lessonCount === undefined || readCount === undefined ? undefined : readCount >= lessonCount;
}

/** Returns true if a course is known to be completed. */
export function isCompleted(study: CourseStudy): boolean {
  return knownCompletion(study) ?? false;
}

/** Counts the completed courses; undefined if it is unknown of a course whether it is completed. */
export function countCompletions(studies: readonly CourseStudy[]): number | undefined {
  const known = studies.map(knownCompletion);
  return known.includes(undefined) ? undefined : known.filter(Boolean).length;
}

/**
 * Returns true if a course counts for a learner: it has lessons, as far as known, or was completed before its lessons
 * were deleted.
 */
export function counts({ lessonCount, completedAt }: CourseStudy): boolean {
  return lessonCount !== 0 || completedAt !== undefined;
}

/** Counts the unread lessons of a course; undefined if a number is unknown. */
export function countUnread({ lessonCount, readCount }: Pick<CourseStudy, 'lessonCount' | 'readCount'>) {
  return lessonCount === undefined || readCount === undefined ? undefined : Math.max(0, lessonCount - readCount);
}

/**
 * Counts the unread lessons that were added to a course after its completion; 0 if it is not completed, or nothing is
 * known.
 */
export function countNewLessons(study: CourseStudy): number {
  return study.completedAt === undefined ? 0 : (countUnread(study) ?? 0);
}
