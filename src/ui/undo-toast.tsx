/** A toast that reports a deletion or other action, with a button that undoes it. */
import { Button } from '@mantine/core';
import { useState } from 'react';

import { TOAST_MS } from '@/lib/constants';

import { showToast } from './toast';
import { useAction } from './use-action';

import classes from './undo-toast.module.css';

/** Time in ms for which the toast is shown; a pointer over it keeps it open. Afterwards a deleted item is still in the trash. */
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
    <span className={classes.line}>
      <span>{undo.error ? describeError(undo.error) : words}</span>
      <Button size="compact-md" variant="light" loading={undo.isRunning} onClick={() => void undo.run()}>
        元に戻す
      </Button>
    </span>
  );
}

/** Shows a toast with an undo button. */
export function showUndo(words: string, onUndo: () => Promise<void>, describeError: (error: unknown) => string): void {
  void showToast('info', words, {
    shownMs: UNDO_SHOWN_MS,
    render: (close) => <Undo words={words} onUndo={onUndo} describeError={describeError} onDone={close} />,
  });
}
