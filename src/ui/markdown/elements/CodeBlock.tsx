/** A code block with its language, a copy button, and highlighting once the highlighter is loaded. */
import { type ReactNode, useRef, type RefObject, useEffect, useState } from 'react';

import { writeClipboard } from '@/ui/copy-text';
import { createLazyModule } from '@/ui/markdown/draw/lazy-module';

import classes from './code.module.css';

const CONFIRMATION_MS = 2000;

/** Copies code, or selects it where the clipboard is not accessible. */
interface CodeCopyButtonProps {
  code: string;
  /** The element that shows the code to be copied. */
  codeRef: RefObject<HTMLElement | null>;
}

function select(element: HTMLElement | null): void {
  if (element) window.getSelection()?.selectAllChildren(element);
}

function CodeCopyButton({ code, codeRef }: CodeCopyButtonProps) {
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
      <button type="button" className={`${classes.copy} no-print`} onClick={() => void handleClick()}>
        {done ?? 'コピー'}
      </button>
      <span role="status" aria-live="polite" className="visually-hidden">
        {done}
      </span>
    </>
  );
}

const plainNames = /^(?:te?xt|plain.*|)$/i;
const { useModule: useHighlighter } = createLazyModule(() => import('./code-highlighter'));

export interface CodeBlockProps {
  code: string;
  /** The language after the fence; '' when unknown or when highlighting would exceed a limit. */
  language: string;
  /** The title of a code block: the file's name or the language. */
  name: string;
  /** The overlay that marks lines of code. */
  marks?: ReactNode;
}

export function CodeBlock({ code, language, name, marks }: CodeBlockProps) {
  const codeRef = useRef<HTMLElement>(null);
  const Coloured = useHighlighter(!plainNames.test(language))?.ColouredCode;
  // Focusable, so that long lines can be scrolled with the keyboard.
  const scroll = { role: 'group', tabIndex: 0, 'aria-label': name === '' ? 'コード' : `コード（${name}）` };
  return (
    <div className={classes.code}>
      <div className={classes.codeBar}>
        <span className={classes.codeLanguage} translate="no">
          {name}
        </span>
        {/* Before the copy button, which must not move when a button appears here. */}
        <span data-code-tools />
        <CodeCopyButton code={code} codeRef={codeRef} />
      </div>
      <pre className={classes.codeText} translate="no" data-wide {...scroll}>
        {marks}
        {Coloured ? <Coloured code={code} language={language} ref={codeRef} /> : <code ref={codeRef}>{code}</code>}
      </pre>
    </div>
  );
}
