/** Asked at sign-out while something is unsent: send it, keep it on the device, or throw it away (decisions §3). */
import { Button, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';

import type { Leaving } from '@/queries/session';

import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Overlay.layer.css';

export interface LogoutDialogProps {
  unsentCount: number;
  onLeave: (leaving: Leaving) => Promise<void>;
  onCancel: () => void;
}

export function LogoutDialog({ unsentCount, onLeave, onCancel }: LogoutDialogProps) {
  const [chosen, setChosen] = useState<Leaving>();
  const choose = (leaving: Leaving) => {
    setChosen(leaving);
    void onLeave(leaving);
  };
  const button = (leaving: Leaving) => ({
    onClick: () => choose(leaving),
    loading: chosen === leaving,
    disabled: chosen !== undefined && chosen !== leaving,
  });
  return (
    <Modal
      opened
      onClose={onCancel}
      title="まだ送信していない学習があります"
      closeButtonProps={{ 'aria-label': '閉じる' }}
    >
      <Stack>
        <Text>
          {unsentCount}
          件がこの端末に残っています。端末に残すと、次に同じ人がログインしたときに送信されます。ほかの人には見えず、送られることもありません。
        </Text>
        <Button data-autofocus {...button('send')}>
          送信してログアウト
        </Button>
        <Button variant="default" {...button('keep')}>
          端末に残してログアウト
        </Button>
        <Button variant="light" color="red" {...button('discard')}>
          {unsentCount}件を破棄してログアウト
        </Button>
      </Stack>
    </Modal>
  );
}
