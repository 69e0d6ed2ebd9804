/** When a course counts as finished (修了). */

/** Returns whether every lesson is read; a course without lessons is never finished. */
export function isCompleted(lessonCount: number, readCount: number): boolean {
  return lessonCount > 0 && readCount >= lessonCount;
}
