/** A button that asks for confirmation in its own place before it acts; red if the action loses data for good. */
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';

import { focusOnMount } from '@/ui/keys/form-focus';

export interface ConfirmButtonProps {
  /** The button's label, which names the action, e.g. 「"安全の基本"を削除」. */
  label: string;
  /** The label of the confirming button, if it differs from `label`. */
  confirmLabel?: string;
  /** The question of the confirmation: which item is deleted, and what is deleted with it. */
  question: string;
  onConfirm: () => void;
  /** True while the action is running: the button shows a loader and is disabled. */
  isBusy?: boolean;
  /** True while another action is running: the button is disabled. */
  isDisabled?: boolean;
  /** False for an action that neither deletes nor overwrites data: the button is then not red. */
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
