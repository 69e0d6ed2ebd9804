/** Deletes something after a confirmation, and offers an undo: before the deletion is sent, or afterwards, if the server can restore it. */
import { Button, Group, Text } from '@mantine/core';

import { ActionError } from './ActionError';
import { ConfirmButton } from './ConfirmButton';
import { focusOnMount } from './form-focus';
import { showUndo } from './undo-toast';
import { useAction } from './use-action';

/** A deletion, as `useDeletion` returns it. */
export interface Deletion {
  run: () => Promise<boolean>;
  takeBack?: (() => void) | undefined;
  undo?: (() => Promise<void>) | undefined;
}

export interface DeleteButtonProps {
  title: string;
  question: string;
  deletion: Deletion;
  describeError: (error: unknown) => string;
  onDeleted?: () => void;
}

/** A notice that a deletion waits, with a button that cancels it. */
export function WaitingDeletion({ title, onTakeBack }: { title: string; onTakeBack: () => void }) {
  return (
    <Group gap="xs" role="group" aria-label={`「${title}」の削除`}>
      <Text size="sm" role="status">
        まもなく「{title}」を削除します。
      </Text>
      <Button variant="default" ref={focusOnMount} onClick={onTakeBack}>
        元に戻す
      </Button>
    </Group>
  );
}

/** Runs a deletion, and shows a toast with 元に戻す after it. @returns its state for a button. */
export function useDelete({ title, deletion, describeError, onDeleted }: Omit<DeleteButtonProps, 'question'>) {
  const { run, isRunning, error } = useAction(async () => {
    if (!(await deletion.run())) return;
    if (deletion.undo) showUndo(`「${title}」を削除しました。`, deletion.undo, describeError);
    onDeleted?.();
  });
  return { run, isRunning, message: error ? describeError(error) : undefined };
}

export function DeleteButton({ question, ...props }: DeleteButtonProps) {
  const { title, deletion } = props;
  const { run, isRunning, message } = useDelete(props);
  if (deletion.takeBack) return <WaitingDeletion title={title} onTakeBack={deletion.takeBack} />;
  return (
    <>
      <ActionError message={message} />
      <ConfirmButton label={`「${title}」を削除`} question={question} isBusy={isRunning} onConfirm={() => void run()} />
    </>
  );
}
