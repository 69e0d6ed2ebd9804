/**
 * Asks for confirmation of a deletion, and offers to take it back: before it is sent to the server, or afterwards where the server
 * allows that.
 */
import { Button, Group, Text } from '@mantine/core';

import { ActionError } from './ActionError';
import { ConfirmQuestion } from './ConfirmQuestion';
import { focusOnMount } from './form-focus';
import { showToast } from './toast';
import { showUndo } from './undo-toast';
import { useAction } from './use-action';

/** A deletion, as `useDeletion` returns it. */
export interface Deletion {
  run: () => Promise<boolean>;
  takeBack?: (() => void) | undefined;
  undo?: (() => Promise<void>) | undefined;
}

interface DeleteOptions {
  title: string;
  deletion: Deletion;
  describeError: (error: unknown) => string;
  onDeleted?: () => void;
}

/** Shows that a deletion is waiting to be sent, with a button that takes it back. */
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

/** Runs a deletion and reports it in a toast, with an undo button (元に戻す) where the server allows it. @returns its state for a button. */
export function useDelete({ title, deletion, describeError, onDeleted }: DeleteOptions) {
  const { run, error } = useAction(async () => {
    if (!(await deletion.run())) return;
    const words = `「${title}」を削除しました`;
    if (deletion.undo) showUndo(words, deletion.undo, describeError);
    else void showToast('success', words);
    onDeleted?.();
  });
  return { run, message: error ? describeError(error) : undefined };
}

export interface DeleteQuestionProps extends DeleteOptions {
  /** The question before a deletion: which item is deleted, and what is deleted with it. */
  question: string;
  onCancel: () => void;
}

export function DeleteQuestion({ question, onCancel, ...options }: DeleteQuestionProps) {
  const { title, deletion } = options;
  const { run, message } = useDelete(options);
  return (
    <>
      {deletion.takeBack ? (
        <WaitingDeletion
          title={title}
          onTakeBack={() => {
            deletion.takeBack?.();
            onCancel();
          }}
        />
      ) : (
        <ConfirmQuestion
          label={`「${title}」を削除`}
          question={question}
          isLoss={!deletion.undo}
          onConfirm={() => void run()}
          onCancel={onCancel}
        />
      )}
      <ActionError message={message} />
    </>
  );
}
