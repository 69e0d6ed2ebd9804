/** A button for what cannot be undone: asks once, in place, before it does it. */
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';

import classes from './ConfirmButton.module.css';

const wrapping = { root: classes.button, label: classes.label };

export interface ConfirmButtonProps {
  /** What it does, e.g. 「"安全の基本"を削除」. */
  label: string;
  /** What goes, and what goes with it. */
  question: string;
  onConfirm: () => void;
  /** It is being done: the button waits, and cannot be pressed again. */
  isBusy?: boolean;
}

/** The safe answer has the focus. */
function focusOnMount(button: HTMLButtonElement | null): void {
  button?.focus();
}

export function ConfirmButton({ label, question, onConfirm, isBusy = false }: ConfirmButtonProps) {
  const [isAsking, setAsking] = useState(false);
  if (!isAsking) {
    return (
      <Button variant="light" color="red" classNames={wrapping} onClick={() => setAsking(true)}>
        {label}
      </Button>
    );
  }
  return (
    <Group gap="xs" role="group" aria-label={question}>
      <Text size="sm">{question}</Text>
      <Button color="red" classNames={wrapping} loading={isBusy} onClick={onConfirm}>
        {label}
      </Button>
      <Button variant="default" ref={focusOnMount} disabled={isBusy} onClick={() => setAsking(false)}>
        やめる
      </Button>
    </Group>
  );
}
