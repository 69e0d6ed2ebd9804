/** Describes a person's study in one course in Japanese, the same on every screen. */
import { dayWordsInJapan } from '@/lib/japan-time';

import { type CourseStudy, countNewLessons } from './completed';

/**
 * Returns a completion as text, e.g. 「修了（2026年11月26日）」 ("completed") or 「修了（2026年11月26日）・新しいレッスン 1」; undefined
 * without a recorded completion.
 */
export function completionWords(study: CourseStudy): string | undefined {
  if (study.completedAt === undefined) return undefined;
  const added = countNewLessons(study);
  return `修了（${dayWordsInJapan(study.completedAt)}）${added > 0 ? `・新しいレッスン ${added}` : ''}`;
}

/** Returns the numbers of read and of all lessons, as far as known: 「3 / 8 レッスン」, 「3 レッスン」, 「全8レッスン」, or ''. */
export function lessonWords({ readCount, lessonCount }: Pick<CourseStudy, 'readCount' | 'lessonCount'>): string {
  if (readCount === undefined) return lessonCount === undefined ? '' : `全${lessonCount}レッスン`;
  return `${[readCount, ...(lessonCount === undefined ? [] : [lessonCount])].join(' / ')} レッスン`;
}

/** Returns {@link lessonWords} of read lessons, e.g. 「3 / 8 レッスン読了」; without their number 「全8レッスン」 or ''. */
export function readWords(study: Pick<CourseStudy, 'readCount' | 'lessonCount'>): string {
  return `${lessonWords(study)}${study.readCount === undefined ? '' : '読了'}`;
}

/** Returns the text of a course's completion, or else of the progress, e.g. 「3 / 8 レッスン」 or 「3 レッスン読了」. */
export function courseStudyWords(study: CourseStudy): string {
  return completionWords(study) ?? (study.lessonCount === undefined ? readWords(study) : lessonWords(study));
}
