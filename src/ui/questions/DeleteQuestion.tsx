/**
 * Asks for confirmation of a deletion, and offers to take it back: before it is sent to the server, or afterwards where
 * the server allows that.
 */
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';

import { TOAST_MS } from '@/lib/constants';
import { focusOnMount } from '@/ui/keys/form-focus';
import { ActionError } from '@/ui/notices/ActionError';
import { showToast } from '@/ui/notices/toast';

import { ConfirmQuestion } from './ConfirmQuestion';
import { useAction } from './use-action';

import classes from '@/ui/notices/undo-toast.module.css';

/**
 * Time in ms for which the toast is shown; a pointer over it keeps it open. Afterwards a deleted item is still in the
 * trash.
 */
const UNDO_SHOWN_MS = 12_000;

interface UndoProps {
  words: string;
  onUndo: () => Promise<void>;
  describeError: (error: unknown) => string;
  onDone: () => void;
}

function Undo({ words, onUndo, describeError, onDone }: UndoProps) {
  const [isDone, setDone] = useState(false);
  const undo = useAction(async () => {
    await onUndo();
    setDone(true);
    setTimeout(onDone, TOAST_MS);
  });
  if (isDone) return <span>元に戻しました</span>;
  return (
    <span className={`${classes.line} row wrap justify-between gap-8`}>
      <span>{undo.error ? describeError(undo.error) : words}</span>
      <Button size="compact-md" variant="light" loading={undo.isRunning} onClick={() => void undo.run()}>
        元に戻す
      </Button>
    </span>
  );
}

/** Shows a toast with an undo button. */
function showUndo(words: string, onUndo: () => Promise<void>, describeError: (error: unknown) => string): void {
  void showToast('info', words, {
    shownMs: UNDO_SHOWN_MS,
    render: (close) => <Undo words={words} onUndo={onUndo} describeError={describeError} onDone={close} />,
  });
}

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

/**
 * Runs a deletion and reports it in a toast, with an undo button (元に戻す) where the server allows it.
 *
 * @returns its state for a button.
 */
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
