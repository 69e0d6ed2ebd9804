/** Loader of the lesson editor: the lesson, or for a deleted lesson the draft that the device holds. */
import type { QueryClient } from '@tanstack/react-query';

import { isMissing } from '@/api/network/errors';
import { formDraftKey, readDrafts } from '@/device/drafts/form-draft-records';
import { courseQueries } from '@/queries/curriculum/courses';
import { readLessonToEdit } from '@/queries/curriculum/lesson-to-edit';
import type { PlacedLesson } from '@/queries/curriculum/lessons';
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

/**
 * Loads the lesson with its course; if the lesson was deleted but has a draft, loads the courses that a new lesson may
 * go to. @throws the errors of these requests.
 */
export async function loadLessonToEdit(
  { queryClient, session }: Context,
  lessonId: string,
): Promise<{ lesson?: PlacedLesson; text: string }> {
  try {
    const { lesson, text } = await readLessonToEdit(queryClient, lessonId);
    await loadQuery(queryClient, courseQueries.detail(lesson.courseId));
    return { lesson, text };
  } catch (error) {
    const isGone = isMissing(error);
    if (!isGone || !(await hasDraft(session, lessonId))) throw error;
    await loadQuery(queryClient, courseQueries.list());
    return { text: '' };
  }
}
