/**
 * The button that opens the saved versions of a lesson's text; a restored version is put into the editor, and is saved
 * like any other change.
 */
import { Button } from '@mantine/core';
import { startTransition, Suspense, useRef, useState } from 'react';

import { useReturnFocus } from '@/ui/keys/use-return-focus';
import { lazyAsked } from '@/ui/lazy-asked';

import classes from './VersionsButton.module.css';

const VersionsDialog = lazyAsked(() => import('./VersionsDialog').then((module) => module.VersionsDialog));

/** The text whose versions are shown. */
export interface VersionedText {
  lessonId: string;
  /** True if the editor's text is not saved yet and restoring would lose it. */
  isUnsaved: boolean;
}

export interface VersionsButtonProps extends VersionedText {
  /** The text in the editor. */
  text: string;
  onChange: (text: string) => void;
}

export function VersionsButton({ text, onChange, ...versioned }: VersionsButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useReturnFocus(isOpen);
  const close = () => setOpen(false);
  const putBack = (version: string) => {
    close();
    onChange(version);
    button.current?.form?.requestSubmit();
  };
  return (
    <>
      <Button
        ref={button}
        variant="subtle"
        className={classes.open}
        onClick={() => startTransition(() => setOpen(true))}
      >
        版の履歴
      </Button>
      <Suspense>
        {isOpen && <VersionsDialog {...versioned} text={text} onPutBack={putBack} onClose={close} onMissing={close} />}
      </Suspense>
    </>
  );
}
