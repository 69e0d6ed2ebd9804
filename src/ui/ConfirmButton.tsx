/** A button for what cannot be undone: asks once, in place, before it does it. */
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';

export interface ConfirmButtonProps {
  /** What it does, e.g. 「"安全の基本"を削除」. */
  label: string;
  /** What goes, and what goes with it. */
  question: string;
  onConfirm: () => void;
}

/** The safe answer has the focus. */
function focusOnMount(button: HTMLButtonElement | null): void {
  button?.focus();
}

export function ConfirmButton({ label, question, onConfirm }: ConfirmButtonProps) {
  const [isAsking, setAsking] = useState(false);
  if (!isAsking) {
    return (
      <Button variant="light" color="red" onClick={() => setAsking(true)}>
        {label}
      </Button>
    );
  }
  return (
    <Group gap="xs" role="group" aria-label={question}>
      <Text size="sm">{question}</Text>
      <Button color="red" onClick={onConfirm}>
        {label}
      </Button>
      <Button variant="default" ref={focusOnMount} onClick={() => setAsking(false)}>
        やめる
      </Button>
    </Group>
  );
}
