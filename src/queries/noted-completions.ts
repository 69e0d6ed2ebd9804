/**
 * Stores completed courses as this device has noted them, for servers that do not record completions: a course stays completed on this
 * device when a teacher adds a lesson later. A sign-out does not delete these notes (docs/offline.md, "Sign-out").
 */
import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';

import type { Completion } from '@/api/completions';
import type { CourseProgress, ProgressDetail } from '@/api/progress';
import { idSchema, timestampSchema } from '@/api/shapes';
import type { OwnerKey } from '@/session/session';
import { keepOwned, listOwned } from '@/storage/owned-store';
import { isCompleted } from '@/study/completed';

/** The schema of a stored note; its key is the course's id. */
const noteSchema = z.object({
  version: z.literal(1),
  lessonIds: z.array(idSchema),
  /** The day on which the last lesson was read. */
  completedAt: timestampSchema,
});
type Note = z.output<typeof noteSchema>;

async function readNotes(owner: OwnerKey): Promise<Map<string, Note>> {
  const stored = await listOwned('completions', owner).catch(() => []);
  return new Map(
    stored.flatMap(([courseId, value]) => {
      const { data } = z.safeParse(noteSchema, value);
      return data ? [[courseId, data] as const] : [];
    }),
  );
}

function noteOf({ lessonCount, readLessons = [] }: CourseProgress): Note | undefined {
  if (!isCompleted({ lessonCount, readCount: readLessons.length })) return undefined;
  const days = readLessons.map(({ readAt = '' }) => readAt).sort();
  return { version: 1, lessonIds: readLessons.map(({ lessonId }) => lessonId), completedAt: days.at(-1) ?? '' };
}

/**
 * Stores a note for each course that is completed now, and returns all notes; if the device's storage fails, only those for the courses
 * completed now.
 */
async function noteCompletions(owner: OwnerKey, { courses }: ProgressDetail): Promise<Completion[]> {
  const notes = await readNotes(owner);
  for (const course of courses) {
    const note = notes.has(course.courseId) ? undefined : noteOf(course);
    if (!note) continue;
    notes.set(course.courseId, note);
    await keepOwned('completions', owner, course.courseId, note).catch(() => false);
  }
  return courses.flatMap(({ courseId, courseTitle = '' }) => {
    const note = notes.get(courseId);
    return note ? [{ courseId, courseTitle, lessonCount: note.lessonIds.length, completedAt: note.completedAt }] : [];
  });
}

/** The query of the noted completions. @param progress the server's, without completions. @param toldAt when it was sent, ms since 1970. */
export const notedCompletionsQuery = (owner: OwnerKey, progress: ProgressDetail, toldAt: number) =>
  queryOptions({
    queryKey: ['noted-completions', owner, toldAt],
    queryFn: () => noteCompletions(owner, progress),
    enabled: progress.completions === undefined,
    networkMode: 'always',
    staleTime: Infinity,
    gcTime: 0,
  });
