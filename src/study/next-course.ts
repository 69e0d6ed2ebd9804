/** The courses in progress, and the next course. */
import type { Course } from '@/api/courses';
import type { CourseProgress, ProgressDetail } from '@/api/progress';

/** Returns one course's progress; undefined before any study. */
export function courseProgressOf(progress: ProgressDetail, courseId: string): CourseProgress | undefined {
  return progress.courses.find((course) => course.courseId === courseId);
}

/** Returns whether anything was read or answered in a course. */
export function isBegun({ readLessons, questionSets }: CourseProgress): boolean {
  return readLessons.length > 0 || questionSets.some(({ submitCount }) => submitCount > 0);
}

/** Returns the time of the last study in a course, ISO 8601; '' for never. */
function lastStudiedAt(course: CourseProgress): string {
  const times = [
    ...course.readLessons.map((read) => read.readAt),
    ...course.questionSets.map((set) => set.lastSubmittedAt ?? ''),
  ];
  return times.reduce((last, time) => (time > last ? time : last), '');
}

/** Returns the courses that are begun and not finished, most recently studied first. */
export function coursesUnderWay(
  courses: readonly Course[],
  progress: ProgressDetail,
): { course: Course; readCount: number }[] {
  return courses
    .flatMap((course) => {
      const done = courseProgressOf(progress, course.id);
      if (!done || !isBegun(done)) return [];
      return [{ course, readCount: done.readLessons.length, lastAt: lastStudiedAt(done) }];
    })
    .filter(({ course, readCount }) => readCount < course.lessonCount)
    .sort((a, b) => (a.lastAt < b.lastAt ? 1 : -1));
}

/** Returns the course to continue with: the most recently studied unfinished one, else the first unfinished one. */
export function nextCourse(courses: readonly Course[], progress: ProgressDetail): Course | undefined {
  const isUnfinished = ({ id, lessonCount }: Course) =>
    (courseProgressOf(progress, id)?.readLessons.length ?? 0) < lessonCount;
  return coursesUnderWay(courses, progress)[0]?.course ?? courses.find(isUnfinished) ?? courses[0];
}
