/** Finds the courses in progress, and the next course. */
import type { Course } from '@/api/courses';
import type { CourseProgress, ProgressDetail, QuestionSetProgress } from '@/api/progress';

import { type CourseStudy, countUnread, isCompleted } from './completed';

/** Returns one course's progress; undefined before any study. */
export function courseProgressOf(progress: ProgressDetail, courseId: string): CourseProgress | undefined {
  return progress.courses.find((course) => course.courseId === courseId);
}

/** Returns the figures that decide whether a course is completed. */
export function courseStudyOf(
  progress: ProgressDetail,
  { id, lessonCount }: Pick<Course, 'id' | 'lessonCount'>,
): CourseStudy {
  const { completedAt } = progress.completions?.find(({ courseId }) => courseId === id) ?? {};
  const done = courseProgressOf(progress, id);
  const { readLessons } = done ?? { readLessons: [] };
  const readTimes = readLessons?.map(({ readAt = '' }) => readAt) ?? [];
  return {
    lessonCount: lessonCount ?? done?.lessonCount,
    readCount: readLessons?.length,
    completedAt,
    lastReadAt: [...readTimes].sort().at(-1) || undefined,
  };
}

/**
 * Returns true if a question set was answered: by the number of submits, or by a result on a server that does not send
 * the number.
 */
export function isAnswered({
  submitCount,
  lastScore,
  bestScore,
  lastSubmittedAt,
}: Partial<QuestionSetProgress>): boolean {
  return submitCount === undefined
    ? [lastScore, bestScore, lastSubmittedAt].some((one) => one !== undefined)
    : submitCount > 0;
}

/**
 * Returns true if any lesson was read or any question answered in a course; undefined if the server does not send
 * enough to know.
 */
export function isBegun({ readLessons, questionSets }: CourseProgress): boolean | undefined {
  if (readLessons?.length || questionSets?.some(isAnswered)) return true;
  return readLessons && questionSets ? false : undefined;
}

/** Returns the time of the last study in a course, ISO 8601; '' for never. */
function lastStudiedAt({ readLessons = [], questionSets = [] }: CourseProgress): string {
  const times = [
    ...readLessons.map(({ readAt = '' }) => readAt),
    ...questionSets.map((set) => set.lastSubmittedAt ?? ''),
  ];
  return times.reduce((last, time) => (time > last ? time : last), '');
}

/**
 * Returns the courses that the learner has begun and that have unread lessons, most recently studied first; completed
 * courses with new lessons come last.
 */
export function coursesUnderWay(
  courses: readonly Course[],
  progress: ProgressDetail,
): { course: Course; study: CourseStudy }[] {
  return courses
    .flatMap((course) => {
      const done = courseProgressOf(progress, course.id);
      if (!done || !isBegun(done)) return [];
      const study = courseStudyOf(progress, course);
      return [{ course, study, isNew: !isCompleted(study), lastAt: lastStudiedAt(done) }];
    })
    .filter(({ study }) => countUnread(study) !== 0)
    .sort((a, b) => Number(b.isNew) - Number(a.isNew) || (a.lastAt < b.lastAt ? 1 : -1));
}

/** Returns the course to continue with: the first of {@link coursesUnderWay}, else the first that is not completed. */
export function nextCourse(courses: readonly Course[], progress: ProgressDetail): Course | undefined {
  const [underWay] = coursesUnderWay(courses, progress);
  const isOpen = (course: Course) => course.lessonCount !== 0 && !isCompleted(courseStudyOf(progress, course));
  if (underWay && isOpen(underWay.course)) return underWay.course;
  return courses.find(isOpen) ?? underWay?.course ?? courses[0];
}
