/** /continue: the shortcut 続きから of the installed app; leads to the next unread lesson, or home where there is none. */
import { createFileRoute, redirect } from '@tanstack/react-router';

import type { OwnerKey } from '@/session/session';

export const Route = createFileRoute('/_app/continue')({
  beforeLoad: async ({ context: { queryClient, me } }) => {
    // Home says what the device holds, where the outline cannot be had.
    // Few come this way, so it is not in the first load.
    const [{ findNextLesson }, { readOpenableLessons }] = await Promise.all([
      import('@/queries/next-lesson'),
      import('@/device/openable-lessons'),
    ]);
    const readOpenable = (owner: OwnerKey) => readOpenableLessons(queryClient, owner);
    const lessonId = await findNextLesson(queryClient, me.id, readOpenable).catch(() => undefined);
    if (lessonId) throw redirect({ to: '/lessons/$lessonId', params: { lessonId }, replace: true });
    throw redirect({ to: '/', replace: true });
  },
});
