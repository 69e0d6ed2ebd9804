/** Finds a lesson's neighbours in the reading order. */
import type { OutlineLesson } from '@/api/courses';

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
