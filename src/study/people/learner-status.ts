/**
 * A learner's status (修了 completed, 遅れ behind, 未開始 not started, 順調 on track) if no course is required of them;
 * `required-status.ts` has the rule for required courses (必修), which comes first. The server has both in SQL:
 * server/api/people/learner-status.ts.
 */
import type { User } from '@/api/users';
import { BEHIND_MS } from '@/lib/constants';
import { isCompleted } from '@/study/completed';

/** The statuses 修了, 遅れ, 未開始, 順調. */
export type LearnerStatus = 'finished' | 'behind' | 'unstarted' | 'steady';

/** The fields of a user that decide the learner's status. */
export type LearnerFacts = Pick<User, 'role' | 'progress' | 'lastStudiedAt' | 'createdAt'>;

/** The fields of a user that decide whether they have paused. */
export type StudyTimes = Pick<LearnerFacts, 'lastStudiedAt' | 'createdAt'> & {
  progress?: { lastStudiedAt?: string | undefined } | undefined;
};

/**
 * Returns true if a person has not studied for 14 days; without any study the 14 days count from the registration, and
 * without that day nothing is known.
 *
 * @param nowMs milliseconds since 1970.
 */
export function hasPaused({ progress, lastStudiedAt, createdAt }: StudyTimes, nowMs: number): boolean {
  const last = Date.parse(progress?.lastStudiedAt ?? lastStudiedAt ?? createdAt ?? '');
  return nowMs - last >= BEHIND_MS;
}

/**
 * Returns true if a learner has completed every course that has lessons; a server without completions sends only counts
 * of lessons.
 */
function hasFinished({ progress }: LearnerFacts): boolean {
  if (!progress) return false;
  const { lessonCount, readLessonCount, courseCount, completedCourseCount } = progress;
  if (courseCount !== undefined && completedCourseCount !== undefined)
    return courseCount > 0 && completedCourseCount >= courseCount;
  if (lessonCount === undefined || readLessonCount === undefined) return false;
  return isCompleted({ lessonCount, readCount: readLessonCount });
}

/**
 * Returns a learner's status, undefined for other roles and where the server does not send the figures. Behind (遅れ)
 * means unread lessons, and no study for 14 days (docs/wire.md, "Searched lists").
 *
 * @param nowMs milliseconds since 1970.
 */
export function learnerStatusOf(user: LearnerFacts, nowMs: number): LearnerStatus | undefined {
  const { role, progress } = user;
  if (role !== 'STUDENT') return undefined;
  if (hasFinished(user)) return 'finished';
  const { lessonCount, readLessonCount } = progress ?? {};
  if (lessonCount === undefined || readLessonCount === undefined) return undefined;
  const studiedAt = progress?.lastStudiedAt ?? user.lastStudiedAt;
  if (readLessonCount > 0 && studiedAt === undefined) return undefined;
  if (readLessonCount < lessonCount && hasPaused(user, nowMs)) return 'behind';
  return studiedAt === undefined ? 'unstarted' : 'steady';
}
