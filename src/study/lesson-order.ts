/** In which order lessons are read. */
import type { OutlineChapter, OutlineLesson } from '@/api/courses';

/** A course's lessons in reading order. */
export function lessonsOf(outline: { chapters: readonly OutlineChapter[] }[]): OutlineLesson[] {
  return outline.flatMap((section) => section.chapters.flatMap((chapter) => chapter.lessons));
}

/**
 * The lesson before (-1) or after (1) another one; where not all can be opened now, the nearest that can.
 *
 * @param openable left out while all can.
 */
export function neighbourOf(
  lessons: readonly OutlineLesson[],
  lessonId: string,
  step: -1 | 1,
  openable: ReadonlySet<string> | undefined,
): OutlineLesson | undefined {
  const at = lessons.findIndex(({ id }) => id === lessonId);
  const further = step === 1 ? lessons.slice(at + 1) : lessons.slice(0, Math.max(at, 0)).toReversed();
  return further.find(({ id }) => !openable || openable.has(id)) ?? further[0];
}
