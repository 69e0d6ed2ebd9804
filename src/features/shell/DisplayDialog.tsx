/** The dialog with the display settings, opened from any screen. */
import { Modal } from '@mantine/core';

import { DisplayControls } from '@/ui/DisplayControls';

import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Overlay.layer.css';

export function DisplayDialog({ onClose }: { onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title="表示設定" size="md" centered closeButtonProps={{ 'aria-label': '閉じる' }}>
      <DisplayControls />
    </Modal>
  );
}
