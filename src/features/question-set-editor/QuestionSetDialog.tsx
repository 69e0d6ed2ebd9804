/**
 * The editor of one question set, over the whole window or in place of the lesson's form, which is hidden but keeps its
 * values.
 */
import { Button, CloseButton, Modal, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';

import { questionSetEditQueries } from '@/queries/curriculum/question-set-writes';
import { EmptyState } from '@/ui/EmptyState';
import type { NextStep } from '@/ui/forms/form-frame-types';
import { hasUnsavedWork } from '@/ui/forms/unsaved-work';
import { useBackCloses } from '@/ui/keys/use-back-closes';
import { useOpenAgain } from '@/ui/open-again';
import { PageTitle } from '@/ui/PageTitle';
import { ScreenSkeleton } from '@/ui/ScreenSkeleton';

import type { RenderPictures } from './MarkdownField';
import { describeOpenError } from './question-set-errors';
import { QuestionSetEditor, type QuestionSetEditorProps } from './QuestionSetEditor';
import type { RenderPreview } from './QuestionSetPreview';

import classes from './QuestionSetDialog.module.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Overlay.layer.css';

export interface QuestionSetDialogProps {
  lessonId: string;
  /** The id of the set; undefined for a new one. */
  questionSetId: string | undefined;
  renderPreview: RenderPreview;
  renderPictures?: RenderPictures;
  /** True beside the outline, where the editor replaces the lesson's form instead of covering the whole window. */
  isBesideOutline: boolean;
  /** The step to the next lesson, taken once the question set is saved and closed. */
  next?: NextStep;
  onClose: () => void;
}

/** Loads the question set from the server, then shows its editor. */
function LoadedEditor({ questionSetId, ...props }: Omit<QuestionSetEditorProps, 'loaded'> & { questionSetId: string }) {
  const { data, error, refetch, isFetching } = useQuery(questionSetEditQueries.whole(questionSetId));
  if (data) return <QuestionSetEditor {...props} loaded={data} />;
  if (!error || isFetching) return <ScreenSkeleton shape="form" />;
  return (
    <div role="alert">
      <EmptyState title="問題集を開けませんでした">
        <Text>{describeOpenError(error)}</Text>
        <Button onClick={() => void refetch()}>もう一度</Button>
      </EmptyState>
    </div>
  );
}

interface SetFrameProps {
  title: string;
  isBesideOutline: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** Sets the initial focus: for a new set the first field, for an existing set the title. */
function focusStart(element: HTMLElement | null): void {
  const find = (selector: string) => element?.querySelector<HTMLElement>(selector);
  (find('[data-autofocus]') ?? find('h1'))?.focus({ preventScroll: true });
}

function SetFrame({ title, onClose, children, ...props }: SetFrameProps) {
  // Keep the initial frame while the editor is open, because changing it would remount the form and lose unsaved input.
  const [isBesideOutline] = useState(props.isBesideOutline);
  const closes = { 'aria-label': '問題集の編集を閉じる', size: 44 };
  const section = useRef<HTMLElement>(null);
  useEffect(() => focusStart(section.current), []);
  if (isBesideOutline) {
    return (
      <section ref={section} aria-label={title}>
        <Stack gap="md">
          <PageTitle actions={<CloseButton {...closes} onClick={onClose} />}>{title}</PageTitle>
          {/* The dialog's title is an h2, and the questions' are h3. */}
          <VisuallyHidden component="h2">問題集の内容</VisuallyHidden>
          {children}
        </Stack>
      </section>
    );
  }
  return (
    <Modal
      opened
      fullScreen
      // Escape also ends an IME composition or a drag, so it must not close the editor.
      closeOnEscape={false}
      onClose={onClose}
      title={title}
      closeButtonProps={closes}
      transitionProps={{ duration: 0 }}
      classNames={{ content: 'bg-page', header: classes.header, title: 'text-xl bold', body: classes.body }}
    >
      {children}
    </Modal>
  );
}

export function QuestionSetDialog(props: QuestionSetDialogProps) {
  const { questionSetId, isBesideOutline, next, onClose, ...rest } = props;
  const isDirty = useRef(() => false);
  const [isAsking, setAsking] = useState(false);
  const handleClose = () => (isDirty.current() ? setAsking(true) : onClose());
  useOpenAgain(handleClose);
  useBackCloses(() => (isAsking ? setAsking(false) : handleClose()));
  // Read the lesson's unsaved state only once: it cannot change behind the open editor.
  const [isLessonUnsaved] = useState(hasUnsavedWork);
  const saveLabel = next?.note === undefined ? '保存して次のレッスンへ' : next.saveLabel;
  const editor = {
    ...rest,
    dirtyRef: isDirty,
    onBack: handleClose,
    next: next && {
      ...next,
      saveLabel,
      label: isLessonUnsaved ? saveLabel : next.label,
      note: undefined,
      go: () => {
        onClose();
        next.go();
      },
    },
  };
  return (
    <>
      <SetFrame
        title={questionSetId === undefined ? '問題集を追加' : '問題集を編集'}
        isBesideOutline={isBesideOutline}
        onClose={handleClose}
      >
        {questionSetId === undefined ? (
          <QuestionSetEditor {...editor} />
        ) : (
          <LoadedEditor {...editor} questionSetId={questionSetId} />
        )}
      </SetFrame>
      <Modal
        opened={isAsking}
        onClose={() => setAsking(false)}
        title="保存していない変更があります"
        closeButtonProps={{ 'aria-label': '閉じる' }}
        centered
      >
        <Stack>
          <Text>書きかけはこの端末に残り、次に開いたときに復元できます。</Text>
          <Button data-autofocus variant="default" onClick={() => setAsking(false)}>
            キャンセル
          </Button>
          <Button variant="light" onClick={onClose}>
            保存せずに閉じる
          </Button>
        </Stack>
      </Modal>
    </>
  );
}
