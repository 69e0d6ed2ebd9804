/** The dialog that asks for confirmation before a published course becomes a draft again. */
import { Button, Modal, Stack, Text } from '@mantine/core';

import type { DraftQuestionState } from './use-unpublish';

import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Overlay.layer.css';

export function DraftQuestion({ question }: { question: DraftQuestionState | undefined }) {
  return (
    <Modal
      opened={question?.isOpen ?? false}
      onClose={() => question?.answer(false)}
      title={`「${question?.title}」を下書きに戻す`}
      closeButtonProps={{ 'aria-label': '閉じる' }}
      centered
    >
      <Stack>
        <Text>{question?.words}</Text>
        <Button data-autofocus variant="default" onClick={() => question?.answer(false)}>
          キャンセル
        </Button>
        <Button onClick={() => question?.answer(true)}>下書きに戻す</Button>
      </Stack>
    </Modal>
  );
}
