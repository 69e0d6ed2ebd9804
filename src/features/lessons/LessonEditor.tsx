/** The lesson editor's screen, for a new or an existing lesson; other roles see that they cannot edit. */
import { Alert, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

import type { Lesson } from '@/api/lessons';
import { useCan } from '@/queries/me';
import { screens } from '@/session/screens';
import { EmptyState } from '@/ui/EmptyState';
import { formatDateTime } from '@/ui/formats';
import { LinkButton } from '@/ui/LinkButton';
import { PageTitle } from '@/ui/PageTitle';

import { LessonForm, type LessonFormProps } from './LessonForm';

import '@mantine/core/styles/Alert.layer.css';

export interface LessonEditorProps extends LessonFormProps {
  /** The editor of the lesson's question sets, below the text. */
  questionSets?: ReactNode;
  /** True while a question set is open in place of the lesson's form, which keeps its values. */
  isCovered?: boolean;
}

/** Links to the preview of the lesson as last saved. */
function PreviewLink({ lessonId }: { lessonId: string }) {
  return (
    <LinkButton
      to="/lessons/$lessonId"
      params={{ lessonId }}
      target="_blank"
      variant="default"
      aria-label="プレビュー（新しいタブで受講者の画面を開く）"
    >
      プレビュー
    </LinkButton>
  );
}

function Notices({ lesson, isDraftOfGone }: { lesson: Lesson | undefined; isDraftOfGone: boolean }) {
  return (
    <>
      {lesson?.cachedAt && (
        <Alert color="yellow" role="status">
          サーバーにつながらないため、端末の保存（{formatDateTime(lesson.cachedAt)}）を開いています。
        </Alert>
      )}
      {isDraftOfGone && (
        <Alert color="yellow" role="status">
          編集していたレッスンは、ほかの人が削除しました。書きかけを復元すると、新しいレッスンとして保存できます。
        </Alert>
      )}
    </>
  );
}

export function LessonEditor({ questionSets, isCovered, ...form }: LessonEditorProps) {
  const { lesson } = form;
  const title = screens[lesson ? '/_app/lessons/edit/$lessonId' : '/_app/lessons/new'].title;
  if (!useCan('course.edit')) {
    return (
      <Stack gap="md">
        <PageTitle>{title}</PageTitle>
        <EmptyState title="この画面は、コースを編集する人のためのものです">
          {lesson && (
            <LinkButton to="/lessons/$lessonId" params={{ lessonId: lesson.id }} variant="light">
              レッスンを読む
            </LinkButton>
          )}
        </EmptyState>
      </Stack>
    );
  }
  return (
    <Stack gap="lg">
      <div hidden={isCovered}>
        <Stack gap="lg">
          <PageTitle actions={lesson && <PreviewLink lessonId={lesson.id} />}>{title}</PageTitle>
          <Notices lesson={lesson} isDraftOfGone={form.draftOf !== undefined} />
          <LessonForm {...form} />
        </Stack>
      </div>
      {lesson ? (
        questionSets
      ) : (
        <Text size="sm" c="dimmed">
          問題集は、レッスンを保存したあとに追加できます。
        </Text>
      )}
    </Stack>
  );
}
