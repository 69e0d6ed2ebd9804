/** The confirmation of a ConfirmButton without its button, for actions chosen elsewhere, such as in a menu. */
import { Button, Group, Text } from '@mantine/core';

import { focusOnMount } from './form-focus';

export interface ConfirmQuestionProps {
  /** The action, e.g. 「「安全の基本」を削除」. */
  label: string;
  /** The confirmation: what is deleted, and what with it. */
  question: string;
  /** False for an action that can be taken back: it is not red. */
  isLoss?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

export function ConfirmQuestion({ label, question, isLoss = true, onConfirm, onCancel }: ConfirmQuestionProps) {
  return (
    <Group gap="xs" role="group" aria-label={question}>
      <Text size="sm">{question}</Text>
      <Button variant={isLoss ? 'filled' : 'light'} color={isLoss ? 'red' : undefined} onClick={onConfirm}>
        {label}
      </Button>
      <Button variant="default" ref={focusOnMount} onClick={onCancel}>
        キャンセル
      </Button>
    </Group>
  );
}
