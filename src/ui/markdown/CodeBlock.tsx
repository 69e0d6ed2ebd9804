/** A block of code: its language, a button that copies it, and the code, plain until the colours have arrived. */
import { type ReactNode, useRef } from 'react';

import { CodeCopyButton } from './CodeCopyButton';
import { createLazyModule } from './markdown-lazy';

import classes from './code.module.css';

const plainNames = /^(?:te?xt|plain.*|)$/i;
const { useModule: useHighlighter } = createLazyModule(() => import('./code-highlighter'));

export interface CodeBlockProps {
  code: string;
  /** What the author wrote behind the fence; '' where it is not known, or colours would cost too much. */
  language: string;
  /** What stands above: the file's name or the language. */
  name: string;
  /** What lies over the marked lines. */
  marks?: ReactNode;
}

export function CodeBlock({ code, language, name, marks }: CodeBlockProps) {
  const codeRef = useRef<HTMLElement>(null);
  const Coloured = useHighlighter(!plainNames.test(language))?.ColouredCode;
  // Long lines scroll sideways, which the keyboard must be able to do as well.
  const scroll = { role: 'group', tabIndex: 0, 'aria-label': name === '' ? 'コード' : `コード（${name}）` };
  return (
    <div className={classes.code}>
      <div className={classes.codeBar}>
        <span className={classes.codeLanguage}>{name}</span>
        <CodeCopyButton code={code} codeRef={codeRef} />
      </div>
      <pre className={classes.codeText} {...scroll}>
        {marks}
        {Coloured ? <Coloured code={code} language={language} ref={codeRef} /> : <code ref={codeRef}>{code}</code>}
      </pre>
    </div>
  );
}
