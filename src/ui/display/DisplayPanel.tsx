/**
 * The panel with the display settings: at the edge of the window, so that the text whose look changes stays in view.
 */
import { Modal } from '@mantine/core';

import { useBackCloses } from '@/ui/keys/use-back-closes';

import { DisplayControls } from './DisplayControls';

import classes from './DisplayPanel.module.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Overlay.layer.css';

export interface DisplayPanelProps {
  /** True if a text behind the panel shows the effect of the settings, instead of a sample sentence. */
  isOverText?: boolean;
  onClose: () => void;
}

export function DisplayPanel({ isOverText = false, onClose }: DisplayPanelProps) {
  useBackCloses(onClose);
  return (
    <Modal
      opened
      onClose={onClose}
      title="表示設定"
      closeButtonProps={{ 'aria-label': '閉じる' }}
      // The text behind the panel is not dimmed, and it can be scrolled.
      lockScroll={false}
      overlayProps={{ backgroundOpacity: 0 }}
      classNames={{ inner: classes.inner, content: classes.content, header: classes.header }}
    >
      <DisplayControls hasSample={!isOverText} />
    </Modal>
  );
}
