/** A button for an irreversible action, with a confirmation in place. */
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';

import { focusOnMount } from './form-focus';

export interface ConfirmButtonProps {
  /** The action, e.g. 「"安全の基本"を削除」. */
  label: string;
  /** The confirmation: what is deleted, and what with it. */
  question: string;
  onConfirm: () => void;
  /** The action is running: the button shows a loader and is disabled. */
  isBusy?: boolean;
  /** Another action is running. */
  isDisabled?: boolean;
}

export function ConfirmButton({ label, question, onConfirm, isBusy = false, isDisabled }: ConfirmButtonProps) {
  const [isAsking, setAsking] = useState<boolean>();
  if (!isAsking) {
    return (
      <Button
        variant="light"
        color="red"
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
      <Button color="red" loading={isBusy} disabled={isDisabled} onClick={onConfirm}>
        {label}
      </Button>
      <Button variant="default" ref={focusOnMount} disabled={isBusy || isDisabled} onClick={() => setAsking(false)}>
        やめる
      </Button>
    </Group>
  );
}
