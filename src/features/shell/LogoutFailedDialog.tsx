/** Shown when a sign-out failed on this device: the session is still valid, so the dialog offers to retry. */
import { Button, Modal, Stack, Text } from '@mantine/core';

import { useOneAtATime } from '@/ui/questions/use-action';

import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Overlay.layer.css';

export interface LogoutFailedDialogProps {
  /** Retries the sign-out; resolves only if it failed again. */
  onRetry: () => Promise<void>;
  onCancel: () => void;
}

export function LogoutFailedDialog({ onRetry, onCancel }: LogoutFailedDialogProps) {
  const { isRunning, run } = useOneAtATime();
  return (
    <Modal opened onClose={onCancel} closeButtonProps={{ 'aria-label': '閉じる' }} title="ログアウトできませんでした">
      <Stack>
        <Text>
          この端末の保存領域を使えなかったため、<strong>ログインしたままになっている</strong>
          可能性があります。ほかの人に端末を渡す前に、もう一度ログアウトしてください。続くときは、ブラウザを閉じて開き直してください。
        </Text>
        <Button data-autofocus loading={isRunning} onClick={() => void run(onRetry)}>
          もう一度ログアウト
        </Button>
      </Stack>
    </Modal>
  );
}
