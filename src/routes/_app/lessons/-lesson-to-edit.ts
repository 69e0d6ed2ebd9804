/** What the editor of a lesson opens with: the lesson; of one that somebody deleted, its draft, if the device holds one. */
import type { QueryClient } from '@tanstack/react-query';

import { ApiError } from '@/api/errors';
import type { Lesson } from '@/api/lessons';
import { formDraftKey, readDrafts } from '@/device/drafts/form-draft-records';
import { courseQueries } from '@/queries/courses';
import { readLessonToEdit } from '@/queries/lesson-to-edit';
import { loadQuery } from '@/queries/load-query';
import { ownerKey, type Session } from '@/session/session';

interface Context {
  queryClient: QueryClient;
  session?: Session;
}

async function hasDraft(session: Session | undefined, lessonId: string): Promise<boolean> {
  if (!session) return false;
  const drafts = await readDrafts(ownerKey(session.owner), formDraftKey('lesson', lessonId));
  return drafts.length > 0;
}

/** Loads the lesson with its course; in a deleted one's place the courses that a new one may go to. @throws as the reads do. */
export async function loadLessonToEdit(
  { queryClient, session }: Context,
  lessonId: string,
): Promise<{ lesson?: Lesson; text: string }> {
  try {
    const { lesson, text } = await readLessonToEdit(queryClient, lessonId);
    await loadQuery(queryClient, courseQueries.detail(lesson.courseId));
    return { lesson, text };
  } catch (error) {
    const isGone = error instanceof ApiError && error.status === 404;
    if (!isGone || !(await hasDraft(session, lessonId))) throw error;
    await loadQuery(queryClient, courseQueries.list());
    return { text: '' };
  }
}
