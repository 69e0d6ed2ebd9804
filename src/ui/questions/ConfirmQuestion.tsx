/** The inline confirmation of a ConfirmButton without the button, for actions chosen elsewhere, such as in a menu. */
import { Button, Group, Text } from '@mantine/core';

import { focusOnMount } from '@/ui/keys/form-focus';

export interface ConfirmQuestionProps {
  /** The action, e.g. 「「安全の基本」を削除」. */
  label: string;
  /** The question of the confirmation: which item is deleted, and what is deleted with it. */
  question: string;
  /** False for an action that can be undone: the confirming button is then not red. */
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
