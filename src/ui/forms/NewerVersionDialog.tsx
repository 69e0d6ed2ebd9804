/** The version conflict dialog: overwrite the newer version, load it, or continue editing. */
import { Button, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

import { formatRecentTime } from '@/ui/recent-time';

import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Overlay.layer.css';

export interface NewerVersionDialogProps {
  isOpen: boolean;
  /** When the newer version was saved, ISO 8601. */
  at?: string;
  /** Names of the fields that the other user changed. */
  changed?: readonly string[];
  onOverwrite: () => void;
  /** Undefined when the newer version cannot be loaded. */
  onLoad?: () => void;
  onClose: () => void;
  /** Extra content: the newer version, or a copy of the own values. */
  children?: ReactNode;
}

export function NewerVersionDialog({ isOpen, at, changed = [], ...props }: NewerVersionDialogProps) {
  const { onOverwrite, onLoad, onClose, children } = props;
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title="ほかの人が先に保存しました"
      closeButtonProps={{ 'aria-label': '閉じる' }}
      centered
    >
      <Stack>
        <Text>
          編集中に、ほかの人が{at && `${formatRecentTime(at)}に`}
          保存しました。上書きすると、その内容は失われます。
        </Text>
        {changed.length > 0 && <Text fw={700}>ほかの人が変えたところ：{changed.join('、')}</Text>}
        {children}
        <Button data-autofocus variant="default" onClick={onClose}>
          キャンセル
        </Button>
        {onLoad && (
          <Button variant="light" onClick={onLoad}>
            新しい内容を読み込む
          </Button>
        )}
        <Button variant="light" color="red" onClick={onOverwrite}>
          自分の内容で上書き
        </Button>
      </Stack>
    </Modal>
  );
}
