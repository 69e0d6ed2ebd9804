/** Who sees what on a screen that has an editor: the editor, the learner's view, or that under a banner. */
import { Group } from '@mantine/core';
import { lazy, type ReactNode, Suspense } from 'react';

import { useCan } from '@/queries/me';
import { LinkButton } from '@/ui/LinkButton';
import { ScreenSkeleton } from '@/ui/ScreenSkeleton';

// Learners never see it.
const PreviewBanner = lazy(() =>
  import('@/ui/PreviewBanner').then(({ PreviewBanner: component }) => ({ default: component })),
);

/** Whether an editor looks at what learners see. @param asked what the URL says. */
export function useIsPreview({ preview }: { preview?: true }): boolean {
  return useCan('course.edit') && preview === true;
}

export interface EditorOrLearnerProps {
  /** The URL asks for what learners see. */
  isPreview: boolean;
  /** Loaded only for those who edit. */
  editor: ReactNode;
  /** The learner's view. */
  children: ReactNode;
}

export function EditorOrLearner({ isPreview, editor, children }: EditorOrLearnerProps) {
  const canEdit = useCan('course.edit');
  if (canEdit && !isPreview) return <Suspense fallback={<ScreenSkeleton />}>{editor}</Suspense>;
  return <PreviewFrame isShown={canEdit}>{children}</PreviewFrame>;
}

interface PreviewFrameProps {
  isShown: boolean;
  /** Where it is edited, when not in place. */
  editor?: string;
  children: ReactNode;
}

/** The learner's view; to an editor who asked for it with a banner that says so, and the way back to editing. */
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

/** The ways from a lesson to its editor and its preview, for whoever may edit it. */
export function LessonEditLinks({ lessonId }: { lessonId: string }) {
  if (!useCan('course.edit')) return null;
  return (
    <Group gap="xs">
      <LinkButton to="/lessons/$lessonId" params={{ lessonId }} search={{ preview: true }} variant="default">
        受講者の見え方
      </LinkButton>
      <LinkButton to="/lessons/edit/$lessonId" params={{ lessonId }}>
        レッスンを編集
      </LinkButton>
    </Group>
  );
}
