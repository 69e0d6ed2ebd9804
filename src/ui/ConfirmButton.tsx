/** A button with a confirmation in place, red where the action loses something for good. */
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';

import { focusOnMount } from './form-focus';

export interface ConfirmButtonProps {
  /** The action, e.g. 「"安全の基本"を削除」. */
  label: string;
  /** The action in the confirmation, if other than `label`. */
  confirmLabel?: string;
  /** The confirmation: what is deleted, and what with it. */
  question: string;
  onConfirm: () => void;
  /** True while the action is running: the button shows a loader and is disabled. */
  isBusy?: boolean;
  /** True while another action is running. */
  isDisabled?: boolean;
  /** False for an action that deletes and overwrites nothing: the button is then not red. */
  isLoss?: boolean;
}

export function ConfirmButton(props: ConfirmButtonProps) {
  const { label, confirmLabel = label, question, onConfirm, isBusy = false, isDisabled, isLoss = true } = props;
  const [isAsking, setAsking] = useState<boolean>();
  if (!isAsking) {
    return (
      <Button
        variant={isLoss ? 'light' : 'default'}
        color={isLoss ? 'red' : undefined}
        disabled={isDisabled}
        ref={isAsking === false ? focusOnMount : undefined}
        onClick={() => setAsking(true)}
      >
        {label}
      </Button>
    );
  }
  return (
    <Group gap="xs" role="group" aria-label={question}>
      <Text size="sm">{question}</Text>
      <Button
        variant={isLoss ? 'filled' : 'light'}
        color={isLoss ? 'red' : undefined}
        loading={isBusy}
        disabled={isDisabled}
        onClick={onConfirm}
      >
        {confirmLabel}
      </Button>
      <Button variant="default" ref={focusOnMount} disabled={isBusy || isDisabled} onClick={() => setAsking(false)}>
        キャンセル
      </Button>
    </Group>
  );
}
