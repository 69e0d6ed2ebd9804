/**
 * Chooses what a screen with an editor shows: the editor, the learner's view, or the learner's view under a preview
 * banner.
 */
import { Group } from '@mantine/core';
import { lazy, type ReactNode, Suspense } from 'react';

import { useCan } from '@/queries/me';
import { LinkButton } from '@/ui/LinkButton';
import { ScreenSkeleton } from '@/ui/ScreenSkeleton';

// Loaded lazily, because learners never see this banner.
const PreviewBanner = lazy(() =>
  import('@/ui/notices/PreviewBanner').then(({ PreviewBanner: component }) => ({ default: component })),
);

/** Returns true if the user may edit and the URL asks for the learner's view. */
export function useIsPreview({ preview }: { preview?: true }): boolean {
  return useCan('course.edit') && preview === true;
}

export interface EditorOrLearnerProps {
  /** True if the URL asks for the learner's view. */
  isPreview: boolean;
  /** The editor; loaded and rendered only for users who may edit. */
  editor: ReactNode;
  /** The screen as learners see it. */
  children: ReactNode;
}

export function EditorOrLearner({ isPreview, editor, children }: EditorOrLearnerProps) {
  const canEdit = useCan('course.edit');
  if (canEdit && !isPreview) return <Suspense fallback={<ScreenSkeleton />}>{editor}</Suspense>;
  return <PreviewFrame isShown={canEdit}>{children}</PreviewFrame>;
}

interface PreviewFrameProps {
  isShown: boolean;
  /** The URL of the editor, if the editor is another screen. */
  editor?: string;
  children: ReactNode;
}

/** The learner's view; for an editor's preview, under a banner with a link back to the editor. */
export function PreviewFrame({ isShown, editor = '.', children }: PreviewFrameProps) {
  if (!isShown) return children;
  return (
    <Suspense fallback={<ScreenSkeleton />}>
      <div>
        <PreviewBanner>
          <LinkButton to={editor} search={{ preview: undefined } as never} size="sm" variant="default">
            編集に戻る
          </LinkButton>
        </PreviewBanner>
        {children}
      </div>
    </Suspense>
  );
}

/** Links from a lesson to its editor and its preview; rendered only for users who may edit. */
export function LessonEditLinks({ lessonId }: { lessonId: string }) {
  if (!useCan('course.edit')) return null;
  return (
    <Group gap="xs">
      <LinkButton to="/lessons/$lessonId" params={{ lessonId }} search={{ preview: true }} variant="default">
        受講者の見え方
      </LinkButton>
      <LinkButton to="/lessons/edit/$lessonId" params={{ lessonId }} variant="default">
        レッスンを編集
      </LinkButton>
    </Group>
  );
}
