/** Copies code, or selects it where the clipboard is not accessible. */
import { type RefObject, useEffect, useState } from 'react';

import { writeClipboard } from '@/ui/copy-text';

import classes from './code.module.css';
import textClasses from './markdown.module.css';

const CONFIRMATION_MS = 2000;

export interface CodeCopyButtonProps {
  code: string;
  /** The element that shows the code to be copied. */
  codeRef: RefObject<HTMLElement | null>;
}

function select(element: HTMLElement | null): void {
  if (element) window.getSelection()?.selectAllChildren(element);
}

export function CodeCopyButton({ code, codeRef }: CodeCopyButtonProps) {
  const [done, setDone] = useState<string>();

  useEffect(() => {
    if (done === undefined) return undefined;
    const timer = setTimeout(() => setDone(undefined), CONFIRMATION_MS);
    return () => clearTimeout(timer);
  }, [done]);

  async function handleClick() {
    const isCopied = await writeClipboard(code);
    if (!isCopied) select(codeRef.current);
    setDone(isCopied ? 'コピーしました' : '選択しました');
  }

  return (
    <>
      <button type="button" className={classes.copy} onClick={() => void handleClick()}>
        {done ?? 'コピー'}
      </button>
      <span role="status" aria-live="polite" className={textClasses.hidden}>
        {done}
      </span>
    </>
  );
}
