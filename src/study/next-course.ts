/** Which courses are under way, and which comes next. */
import type { Course } from '@/api/courses';
import type { CourseProgress, ProgressDetail } from '@/api/progress';

/** One course's part of the progress; undefined while nothing was done in it. */
export function courseProgressOf(progress: ProgressDetail, courseId: string): CourseProgress | undefined {
  return progress.courses.find((course) => course.courseId === courseId);
}

/** Whether anything was read or answered in a course. */
export function isBegun({ readLessons, questionSets }: CourseProgress): boolean {
  return readLessons.length > 0 || questionSets.some(({ submitCount }) => submitCount > 0);
}

/** When something was last done in a course, ISO 8601; '' for never. */
function lastStudiedAt(course: CourseProgress): string {
  const times = [
    ...course.readLessons.map((read) => read.readAt),
    ...course.questionSets.map((set) => set.lastSubmittedAt ?? ''),
  ];
  return times.reduce((last, time) => (time > last ? time : last), '');
}

/** The courses that were begun and are not finished, the one studied last first. */
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

/** The course a learner goes on with: the one studied last, else the first that is not finished. */
export function nextCourse(courses: readonly Course[], progress: ProgressDetail): Course | undefined {
  const isUnfinished = ({ id, lessonCount }: Course) =>
    (courseProgressOf(progress, id)?.readLessons.length ?? 0) < lessonCount;
  return coursesUnderWay(courses, progress)[0]?.course ?? courses.find(isUnfinished) ?? courses[0];
}
