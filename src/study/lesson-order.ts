/** Computes the reading order of lessons. */
import type { OutlineChapter, OutlineLesson } from '@/api/courses';

/** Returns a course's lessons in reading order, as far as the server sends them. */
export function lessonsOf(outline: readonly { chapters?: readonly OutlineChapter[] }[] = []): OutlineLesson[] {
  return outline.flatMap(({ chapters = [] }) => chapters.flatMap((chapter) => chapter.lessons));
}

/**
 * Returns the lesson before (-1) or after (1) another one; if some cannot be opened now, the nearest one that can.
 *
 * @param openable the lessons that can be opened now; undefined while all can.
 */
export function neighbourOf(
  lessons: readonly OutlineLesson[],
  lessonId: string,
  step: -1 | 1,
  openable: ReadonlySet<string> | undefined,
): OutlineLesson | undefined {
  const at = lessons.findIndex(({ id }) => id === lessonId);
  const further = step === 1 ? lessons.slice(at + 1) : lessons.slice(0, Math.max(at, 0)).reverse();
  return further.find(({ id }) => !openable || openable.has(id)) ?? further[0];
}
