/** A toast that says what was done, with a button that takes it back. */
import { Button } from '@mantine/core';
import { useState } from 'react';

import { TOAST_MS } from '@/lib/constants';

import { showToast } from './toast';
import { useAction } from './use-action';

import classes from './undo-toast.module.css';

/** How long it is shown; a pointer over it holds it. The trash still has it afterwards. */
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

/** Shows the toast. */
export function showUndo(words: string, onUndo: () => Promise<void>, describeError: (error: unknown) => string): void {
  void showToast('info', words, {
    shownMs: UNDO_SHOWN_MS,
    render: (close) => <Undo words={words} onUndo={onUndo} describeError={describeError} onDone={close} />,
  });
}
