/** Asks for confirmation before unsaved changes are lost: by navigation, the Back button, or closing the tab. */
import { Button, Modal, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';

import { mayHoldPage, useUnsavedWork } from './unsaved-work';

import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Overlay.layer.css';

/** Returns whether the unsaved values stay on the screen at another path. */
export type IsKeptAt = (pathname: string) => boolean;

export interface LeaveGuardProps {
  /** Called at the moment of leaving. */
  isDirty: () => boolean;
  /** The consequence of leaving, e.g. that a draft stays on the device. */
  consequence?: string;
  /** False if leaving loses nothing that was typed: the button is then not red. */
  isLoss?: boolean;
  /** True to guard changes of the search parameters (?by=), too. */
  coversSearch?: boolean;
  isKeptAt?: IsKeptAt;
}

interface Place {
  pathname: string;
  search: object;
}

/** Returns whether a navigation leaves the form: another path, a switch to the preview, or, with `coversSearch`, other search parameters. */
function isLeft(current: Place, next: Place, coversSearch: boolean): boolean {
  if (current.pathname !== next.pathname || 'preview' in current.search !== 'preview' in next.search) return true;
  return coversSearch && JSON.stringify(current.search) !== JSON.stringify(next.search);
}

export function LeaveGuard(props: LeaveGuardProps) {
  const { isDirty, consequence = '保存していない変更は失われます。', isLoss = true } = props;
  const { coversSearch = false, isKeptAt } = props;
  useUnsavedWork(isDirty());
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isLeft(current, next, coversSearch) && !isKeptAt?.(next.pathname) && isDirty(),
    enableBeforeUnload: () => mayHoldPage() && isDirty(),
    withResolver: true,
  });
  return (
    <Modal
      opened={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      title="保存していない変更があります"
      closeButtonProps={{ 'aria-label': '閉じる' }}
      centered
    >
      <Stack>
        <Text>{consequence}</Text>
        <Button data-autofocus variant="default" onClick={() => blocker.reset?.()}>
          キャンセル
        </Button>
        <Button variant="light" color={isLoss ? 'red' : undefined} onClick={() => blocker.proceed?.()}>
          保存せずに移動
        </Button>
      </Stack>
    </Modal>
  );
}
