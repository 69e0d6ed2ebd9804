/** The dialog for a file that is ready: its button opens the share sheet (device/download.ts). */
import { Button, Group, Modal, Stack, Text } from '@mantine/core';

import type { FilePrompt } from '@/device/file-prompt';

import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Overlay.layer.css';

export function FilePromptDialog({ fileName, share, cancel }: FilePrompt) {
  return (
    <Modal
      opened
      onClose={cancel}
      title="ファイルの用意ができました"
      closeButtonProps={{ 'aria-label': '閉じる' }}
      centered
    >
      <Stack gap="md">
        <Text>{fileName}</Text>
        <Text size="sm">「共有」を押し、「“ファイル”に保存」や送り先を選んでください。</Text>
        <Group>
          <Button onClick={share} data-autofocus>
            共有
          </Button>
          <Button variant="default" onClick={cancel}>
            キャンセル
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
