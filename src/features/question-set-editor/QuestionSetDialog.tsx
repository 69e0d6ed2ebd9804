/** The editor of one question set, over the whole window: the lesson's own form stays as it is behind it. */
import { Button, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import { questionSetEditQueries } from '@/queries/question-set-writes';
import { EmptyState } from '@/ui/EmptyState';
import { ScreenSkeleton } from '@/ui/ScreenSkeleton';
import { useBackCloses } from '@/ui/use-back-closes';

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
  /** Undefined for a new set. */
  questionSetId: string | undefined;
  renderPreview: RenderPreview;
  renderPictures?: RenderPictures;
  onClose: () => void;
}

/** Asks the server for the set, then lets it be written. */
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

export function QuestionSetDialog({ questionSetId, onClose, ...props }: QuestionSetDialogProps) {
  const isDirty = useRef(() => false);
  const [isAsking, setAsking] = useState(false);
  const handleClose = () => (isDirty.current() ? setAsking(true) : onClose());
  useBackCloses(() => (isAsking ? setAsking(false) : handleClose()));
  return (
    <>
      <Modal
        opened
        fullScreen
        // Escape ends an IME composition or a drag, so it must not close the editor.
        closeOnEscape={false}
        onClose={handleClose}
        title={questionSetId === undefined ? '問題集を追加' : '問題集を編集'}
        closeButtonProps={{ 'aria-label': '問題集の編集を閉じる', size: 44 }}
        transitionProps={{ duration: 0 }}
        classNames={{ content: classes.content, header: classes.header, title: classes.title, body: classes.body }}
      >
        {questionSetId === undefined ? (
          <QuestionSetEditor {...props} dirtyRef={isDirty} />
        ) : (
          <LoadedEditor {...props} questionSetId={questionSetId} dirtyRef={isDirty} />
        )}
      </Modal>
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
