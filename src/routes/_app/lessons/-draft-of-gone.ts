/** A lesson to edit; one that somebody deleted leads to where a new one is written, if its draft is on the device. */
import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';

import { ApiError } from '@/api/errors';
import { formDraftKey, readDrafts } from '@/device/drafts/form-draft-records';
import { readLessonToEdit } from '@/queries/lesson-to-edit';
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

/** @throws a redirect; and what {@link readLessonToEdit} does. */
export async function readLessonOrDraft({ queryClient, session }: Context, lessonId: string) {
  try {
    return await readLessonToEdit(queryClient, lessonId);
  } catch (error) {
    const isGone = error instanceof ApiError && error.status === 404;
    if (!isGone || !(await hasDraft(session, lessonId))) throw error;
    throw redirect({ to: '/lessons/new', search: { draftOf: lessonId }, replace: true });
  }
}
