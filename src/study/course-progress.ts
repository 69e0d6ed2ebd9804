/** Combines a course's outline with the progress: read lessons, counts, scores, and the next lesson. */
import type { Course, CourseDetail, OutlineLesson } from '@/api/courses';
import { allLessonsOf, lessonsOf } from '@/api/outline';
import type { ProgressDetail } from '@/api/progress';

import { countCompletions } from './completed';
import { courseProgressOf, courseStudyOf } from './next-course';
import type { OwnProgress, OwnQuestionSetProgress } from './unconfirmed';

type OwnReads = Pick<OwnProgress, 'courses' | 'unplacedReads'>;

/** Returns the ids of the lessons read in any course. */
export function readLessonIds({ courses, unplacedReads }: OwnReads): ReadonlySet<string> {
  return new Set([
    ...courses.flatMap(({ readLessons = [] }) => readLessons.map((read) => read.lessonId)),
    ...unplacedReads,
  ]);
}

/**
 * Counts the lessons read in all courses, of at most `all`; undefined if the server leaves out a course's read lessons.
 */
export function countAllRead(progress: OwnReads, all = Infinity): number | undefined {
  if (progress.courses.some(({ readLessons }) => readLessons === undefined)) return undefined;
  return Math.min(readLessonIds(progress).size, all);
}

/**
 * Counts all submits, including queued ones, from the merged progress (docs/offline.md, law 1: never add a count to a
 * summary); undefined if the server leaves out a number or a list.
 */
export function countSubmits({
  courses,
  unplacedQuestionSets,
}: Pick<OwnProgress, 'courses' | 'unplacedQuestionSets'>): number | undefined {
  const sets = [...courses.flatMap(({ questionSets }) => questionSets ?? [undefined]), ...unplacedQuestionSets];
  const counts = sets.flatMap((set) => set?.submitCount ?? []);
  return counts.length < sets.length ? undefined : counts.reduce((sum, count) => sum + count, 0);
}

/** A number of read lessons or completed courses, and of all; undefined if the server does not send it. */
export interface ReadCount {
  done: number | undefined;
  all: number | undefined;
}

/**
 * Counts how many lessons of a course, or of a part of it, are read.
 *
 * @param outline undefined if the server does not send it.
 */
export function countRead(
  outline: Parameters<typeof lessonsOf>[0],
  progress: OwnProgress,
  courseId: string,
): ReadCount {
  const lessons = allLessonsOf(outline);
  if (!lessons) return { done: undefined, all: undefined };
  const course = courseProgressOf(progress, courseId);
  const read = course && !course.readLessons ? undefined : readLessonIds(progress);
  return { done: read && lessons.filter((lesson) => read.has(lesson.id)).length, all: lessons.length };
}

/**
 * Returns the lesson to continue with: the first unread lesson after the one that was read last, else the first unread
 * lesson of the course.
 *
 * @param openable the lessons that can be opened now, which are preferred; omitted while all can.
 */
export function nextUnreadLesson(
  course: CourseDetail,
  progress: OwnProgress,
  openable?: ReadonlySet<string>,
): OutlineLesson | undefined {
  const lessons = lessonsOf(course.sections);
  const read = readLessonIds(progress);
  const reads = courseProgressOf(progress, course.id)?.readLessons ?? [];
  const lastRead = reads.reduce(
    (last, next) => (last === undefined || (next.readAt ?? '') > (last.readAt ?? '') ? next : last),
    reads[0],
  );
  const lastIndex = lessons.findIndex((lesson) => lesson.id === lastRead?.lessonId);
  const unread = [...lessons.slice(lastIndex + 1), ...lessons].filter((lesson) => !read.has(lesson.id));
  return unread.find(({ id }) => !openable || openable.has(id)) ?? unread[0];
}

/** Returns a score as text, e.g. 「4/5」, marked when it is provisional. */
export function scoreWords(score: number, { maxScore, pending }: Pick<OwnQuestionSetProgress, 'maxScore' | 'pending'>) {
  return `${score}/${maxScore ?? '–'}${pending === 'provisional' ? '（仮採点）' : ''}`;
}

/** Returns the last score of a question set as text; undefined without a submit. */
function lastScoreWords(set: OwnQuestionSetProgress): string | undefined {
  if (set.pending === 'unscored') return '送信待ち';
  return set.lastScore === undefined ? undefined : scoreWords(set.lastScore, set);
}

/**
 * Returns a map from lesson id to the last scores of its question sets, e.g. 「4/5」, without lessons that have no
 * submit.
 */
export function lessonScores(progress: {
  courses: readonly { questionSets?: readonly OwnQuestionSetProgress[] | undefined }[];
}): ReadonlyMap<string, string> {
  const scores = new Map<string, string>();
  for (const questionSet of progress.courses.flatMap(({ questionSets = [] }) => questionSets)) {
    const score = lastScoreWords(questionSet);
    const { lessonId } = questionSet;
    if (score === undefined || lessonId === undefined) continue;
    const earlier = scores.get(lessonId);
    scores.set(lessonId, earlier ? `${earlier}・${score}` : score);
  }
  return scores;
}

/** Counts the completed courses, and all courses. */
export function countCompleted(courses: readonly Course[], progress: ProgressDetail): ReadCount {
  return { done: countCompletions(courses.map((course) => courseStudyOf(progress, course))), all: courses.length };
}
