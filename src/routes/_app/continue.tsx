/**
 * /continue: the shortcut 続きから ("continue") of the installed app; redirects to the next unread lesson, or to home if
 * there is none.
 */
import { createFileRoute, redirect } from '@tanstack/react-router';

import type { OwnerKey } from '@/session/session';

export const Route = createFileRoute('/_app/continue')({
  beforeLoad: async ({ context: { queryClient, me } }) => {
    // If the outline cannot be loaded, home opens and shows what the device holds.
    // Import this rarely used code lazily, so that it is not in the first load.
    const [{ findNextLesson }, { readOpenableLessons }] = await Promise.all([
      import('@/queries/curriculum/next-lesson'),
      import('@/device/openable-lessons'),
    ]);
    const readOpenable = (owner: OwnerKey) => readOpenableLessons(queryClient, owner);
    const lessonId = await findNextLesson(queryClient, me.id, readOpenable).catch(() => undefined);
    if (lessonId) throw redirect({ to: '/lessons/$lessonId', params: { lessonId }, replace: true });
    throw redirect({ to: '/', replace: true });
  },
});
