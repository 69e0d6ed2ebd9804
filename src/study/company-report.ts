/**
 * Computes a report on learners, course by course: who has completed it, with dates, scores, and the titles of unread
 * lessons.
 */
import type { Assignment } from '@/api/assignments';
import type { Course, OutlineLesson } from '@/api/courses';
import type { CourseProgress, ProgressDetail, QuestionSetProgress } from '@/api/progress';
import type { User } from '@/api/users';

import { isCompleted } from './completed';
import { courseProgressOf, courseStudyOf, isBegun } from './next-course';
import { requiredCoursesOf } from './people/behind-reason';
import { isLate } from './people/required-status';

/** A learner with the facts that the report shows. */
export interface ReportPerson {
  user: User;
  progress: ProgressDetail;
}

export interface ReportSource {
  people: readonly ReportPerson[];
  /** The published courses with lessons. */
  courses: readonly Course[];
  /** The lessons of the courses that occur in the report, in reading order. */
  lessons: ReadonlyMap<string, readonly OutlineLesson[]>;
  assignments: readonly Assignment[];
}

export type ReportState = 'late' | 'finished' | 'begun' | 'unstarted';

export const reportStateNames: Readonly<Record<ReportState, string>> = {
  late: '遅れ',
  finished: '修了',
  begun: '学習中',
  unstarted: '未開始',
};

export interface ReportRow {
  user: User;
  /** Undefined if the server does not send enough to know. */
  state: ReportState | undefined;
  /** The date of the required course, ISO 8601; undefined where it is not required. */
  dueAt: string | undefined;
  readCount: number | undefined;
  lessonCount: number | undefined;
  /** The day of study on which the course was completed, ISO 8601. */
  finishedAt: string | undefined;
  /** The sum of the last scores of all solved sets; undefined where no set is solved. */
  score: { points: number; max: number } | undefined;
  /** Titles of unread lessons, in reading order. */
  unread: readonly string[];
  unsolved: readonly string[];
}

export interface ReportCourse {
  course: Course;
  /** The people for whom the course is required, and those who have begun it. */
  rows: readonly ReportRow[];
}

/** Returns the courses of the report that are required of a person. */
function requiredOf({ user, progress }: ReportPerson, courses: readonly Course[], assignments: readonly Assignment[]) {
  const shares = courses.map((course) => {
    const { lessonCount: total, readCount: read, ...days } = courseStudyOf(progress, course);
    return { ...days, courseId: course.id, total, read };
  });
  return requiredCoursesOf({ ...user, courses: shares }, assignments);
}

function scoreOf(done: CourseProgress | undefined): ReportRow['score'] {
  // A score without the number of questions is left out.
  const isScored = ({ lastScore, maxScore }: QuestionSetProgress) => lastScore !== undefined && maxScore !== undefined;
  const solved = done?.questionSets?.filter(isScored) ?? [];
  if (solved.length === 0) return undefined;
  const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
  return {
    points: sum(solved.map(({ lastScore = 0 }) => lastScore)),
    max: sum(solved.map(({ maxScore = 0 }) => maxScore)),
  };
}

function toRow(
  person: ReportPerson,
  course: Course,
  { lessons, assignments, courses }: ReportSource,
  nowMs: number,
): ReportRow | undefined {
  const { user, progress } = person;
  const done = courseProgressOf(progress, course.id);
  const [required] = requiredOf(person, courses, assignments).filter(({ courseId }) => courseId === course.id);
  const hasBegun = done ? isBegun(done) : false;
  const study = courseStudyOf(progress, course);
  if (!required && !hasBegun && study.completedAt === undefined) return undefined;
  const isFinished = isCompleted(study);
  const isBehind = required !== undefined && isLate(required, user.createdAt, nowMs);
  const { readLessons } = done ?? { readLessons: [] };
  const read = readLessons && new Set(readLessons.map(({ lessonId }) => lessonId));
  const started = hasBegun === undefined ? undefined : hasBegun ? 'begun' : 'unstarted';
  return {
    user,
    state: isBehind ? 'late' : isFinished ? 'finished' : started,
    dueAt: required?.dueAt,
    readCount: study.readCount,
    lessonCount: study.lessonCount,
    finishedAt: isFinished ? (study.completedAt ?? study.lastReadAt) : undefined,
    score: scoreOf(done),
    unread: (lessons.get(course.id) ?? []).filter(({ id }) => read && !read.has(id)).map(({ title }) => title),
    unsolved:
      done?.questionSets?.filter(({ submitCount }) => submitCount === 0).map(({ title }) => title || '問題') ?? [],
  };
}

/** Returns the courses that at least one of these people must take or has begun; required ones come first. */
export function toReport(source: ReportSource, nowMs: number): ReportCourse[] {
  const reported = source.courses.flatMap((course) => {
    const rows = source.people.flatMap((person) => toRow(person, course, source, nowMs) ?? []);
    return rows.length > 0 ? [{ course, rows }] : [];
  });
  const isRequired = ({ rows }: ReportCourse) => rows.some(({ dueAt }) => dueAt !== undefined);
  return [...reported.filter(isRequired), ...reported.filter((each) => !isRequired(each))];
}

/** Returns the ids of the courses whose lessons the report names. */
export function coursesToName({ people, courses, assignments }: Omit<ReportSource, 'lessons'>): string[] {
  const isNamed = (course: Course) =>
    people.some((person) => {
      const done = courseProgressOf(person.progress, course.id);
      const isRequired = requiredOf(person, courses, assignments).some(({ courseId }) => courseId === course.id);
      return isRequired || (done !== undefined && isBegun(done));
    });
  return courses.filter(isNamed).map(({ id }) => id);
}
