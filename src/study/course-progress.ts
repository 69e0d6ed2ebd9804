/** What the outline and the progress say together: what is read, how far, and what comes next. */
import type { Course, CourseDetail, OutlineLesson } from '@/api/courses';
import type { ProgressDetail } from '@/api/progress';

import { lessonsOf } from './lesson-order';
import { courseProgressOf } from './next-course';
import type { OwnProgress, OwnQuestionSetProgress } from './unconfirmed';

/** The ids of the lessons read in any course. */
export function readLessonIds({ courses, unplacedReads }: OwnProgress): ReadonlySet<string> {
  return new Set([...courses.flatMap(({ readLessons }) => readLessons.map((read) => read.lessonId)), ...unplacedReads]);
}

/** How many of these lessons are read, and of how many. */
export function countRead(lessons: readonly OutlineLesson[], read: ReadonlySet<string>): { done: number; all: number } {
  return { done: lessons.filter((lesson) => read.has(lesson.id)).length, all: lessons.length };
}

/**
 * Where a learner goes on: the first unread lesson after the one read last, else the first unread of all.
 *
 * @param openable the lessons that can be opened now, which come first; left out while all can.
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
    (last, next) => (last === undefined || next.readAt > last.readAt ? next : last),
    reads[0],
  );
  const lastIndex = lessons.findIndex((lesson) => lesson.id === lastRead?.lessonId);
  const unread = [...lessons.slice(lastIndex + 1), ...lessons].filter((lesson) => !read.has(lesson.id));
  return unread.find(({ id }) => !openable || openable.has(id)) ?? unread[0];
}

/** The last score of a question set, e.g. 「4/5」, marked where it is not the server's. */
export function scoreWords(score: number, { maxScore, pending }: Pick<OwnQuestionSetProgress, 'maxScore' | 'pending'>) {
  return pending === 'provisional' ? `${score}/${maxScore}（仮採点）` : `${score}/${maxScore}`;
}

/** The same; undefined while there is none. */
function lastScoreWords(set: OwnQuestionSetProgress): string | undefined {
  if (set.pending === 'unscored') return '送信待ち';
  return set.lastScore === undefined ? undefined : scoreWords(set.lastScore, set);
}

/** Lesson id → the last scores of its question sets, e.g. 「4/5」; lessons without a submit are not in it. */
export function lessonScores(progress: {
  courses: readonly { questionSets: readonly OwnQuestionSetProgress[] }[];
}): ReadonlyMap<string, string> {
  const scores = new Map<string, string>();
  for (const questionSet of progress.courses.flatMap((course) => course.questionSets)) {
    const score = lastScoreWords(questionSet);
    if (score === undefined) continue;
    const earlier = scores.get(questionSet.lessonId);
    scores.set(questionSet.lessonId, earlier ? `${earlier}・${score}` : score);
  }
  return scores;
}

/** How many courses are read to the end, and of how many. */
export function countCompleted(courses: readonly Course[], progress: ProgressDetail): { done: number; all: number } {
  const isDone = ({ id, lessonCount }: Course) =>
    lessonCount > 0 && (courseProgressOf(progress, id)?.readLessons.length ?? 0) >= lessonCount;
  return { done: courses.filter(isDone).length, all: courses.length };
}
