/** The question of a ConfirmButton, for what was chosen elsewhere: in a menu, for one. */
import { Button, Group, Text } from '@mantine/core';

import { focusOnMount } from './form-focus';

export interface ConfirmQuestionProps {
  /** What it does, e.g. 「「安全の基本」を削除」. */
  label: string;
  /** What goes, and what goes with it. */
  question: string;
  onConfirm: () => void;
  onCancel: () => void;
}

export function ConfirmQuestion({ label, question, onConfirm, onCancel }: ConfirmQuestionProps) {
  return (
    <Group gap="xs" role="group" aria-label={question}>
      <Text size="sm">{question}</Text>
      <Button color="red" onClick={onConfirm}>
        {label}
      </Button>
      <Button variant="default" ref={focusOnMount} onClick={onCancel}>
        やめる
      </Button>
    </Group>
  );
}
