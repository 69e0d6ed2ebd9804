/**
 * Walks a course's outline. A server may leave out each of its lists (docs/wire.md); a missing list is unknown, not
 * empty.
 */
import type { OutlineChapter, OutlineLesson } from './courses';

type Outline = readonly { chapters?: readonly OutlineChapter[] }[];

/** Returns a course's chapters in reading order, as far as the server sends them. */
export function chaptersOf(outline: Outline = []): OutlineChapter[] {
  return outline.flatMap(({ chapters = [] }) => chapters);
}

/** Returns a course's lessons in reading order, as far as the server sends them. */
export function lessonsOf(outline?: Outline): OutlineLesson[] {
  return chaptersOf(outline).flatMap(({ lessons = [] }) => lessons);
}

/** Returns a course's lessons in reading order; undefined if a list is missing, so that some lessons may be unknown. */
export function allLessonsOf(outline?: Outline): OutlineLesson[] | undefined {
  const isWhole = outline?.every(({ chapters }) => chapters?.every(({ lessons }) => lessons));
  return isWhole ? lessonsOf(outline) : undefined;
}
