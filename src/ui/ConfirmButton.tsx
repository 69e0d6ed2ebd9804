/** A button for what cannot be undone: asks once, in place, before it does it. */
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';

import { focusOnMount } from './form-focus';

export interface ConfirmButtonProps {
  /** What it does, e.g. 「"安全の基本"を削除」. */
  label: string;
  /** What goes, and what goes with it. */
  question: string;
  onConfirm: () => void;
  /** It is being done: the button waits, and cannot be pressed again. */
  isBusy?: boolean;
  /** Something else is being done. */
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
