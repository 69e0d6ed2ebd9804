/** A block of code: its language, a button that copies it, and the code, plain until the colours have arrived. */
import { useMemo, useRef } from 'react';

import { readLanguage } from './code-languages';
import { CodeCopyButton } from './CodeCopyButton';
import { createLazyModule } from './markdown-lazy';

import classes from './code.module.css';

const useHighlighter = createLazyModule(() => import('./code-highlighter'));

export interface CodeBlockProps {
  code: string;
  /** What the author wrote behind the fence; may be empty. */
  languageName: string;
  /** False where colours would cost too much. */
  isColoured: boolean;
}

export function CodeBlock({ code, languageName, isColoured }: CodeBlockProps) {
  const codeRef = useRef<HTMLElement>(null);
  const language = isColoured ? readLanguage(languageName) : undefined;
  const highlighter = useHighlighter(language !== undefined);
  const colours = useMemo(() => language && highlighter?.colour(code, language), [highlighter, code, language]);
  const label = languageName === '' ? 'コード' : `コード（${languageName}）`;
  // Long lines scroll sideways, which the keyboard must be able to do as well.
  const scroll = { role: 'group', tabIndex: 0, 'aria-label': label };
  return (
    <div className={classes.code}>
      <div className={classes.codeBar}>
        <span className={classes.codeLanguage}>{languageName}</span>
        <CodeCopyButton code={code} codeRef={codeRef} />
      </div>
      <pre className={classes.codeText} {...scroll}>
        {/* The key: put one by one in the place of the plain text, thousands of tokens would take React seconds. */}
        <code key={colours ? 'coloured' : 'plain'} ref={codeRef}>
          {colours ?? code}
        </code>
      </pre>
    </div>
  );
}
