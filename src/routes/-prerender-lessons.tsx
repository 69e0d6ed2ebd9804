/** Starts the prerendering of lessons; loaded once the page is idle (docs/decisions/0043). */
import type { QueryClient } from '@tanstack/react-query';
import type { RegisteredRouter } from '@tanstack/react-router';

import type { NotPrerenderedLesson } from '@/device/prerendered-lessons';
import { UnreadLesson } from '@/features/lessons/UnreadLesson';
import { prerenderLessons } from '@/features/prerender/prerender-lessons';
import { LessonEditLinks } from '@/features/shell/PreviewFrame';

function Unread({ unread, onDrawn }: { unread: NotPrerenderedLesson; onDrawn: () => void }) {
  return <UnreadLesson unread={unread} actions={<LessonEditLinks lessonId={unread.lesson.id} />} onDrawn={onDrawn} />;
}

/** Prerenders lessons from now on. */
export function startPainting(queryClient: QueryClient, router: RegisteredRouter): void {
  prerenderLessons(queryClient, router, Unread);
}
