/** A block of code: its language, a button that copies it, and the code, plain until the colours have arrived. */
import type { RootContent } from 'hast';
import { type ReactNode, useMemo, useRef } from 'react';

import { readLanguage } from './code-languages';
import { CodeCopyButton } from './CodeCopyButton';
import { createLazyModule } from './markdown-lazy';

import classes from './code.module.css';

const useHighlighter = createLazyModule(() => import('./code-highlighter'));

function showTokens(nodes: RootContent[]): ReactNode[] {
  return nodes.map((node, index) => {
    if (node.type === 'text') return node.value;
    if (node.type !== 'element') return null;
    const className = [node.properties.className].flat().join(' ');
    return (
      <span key={index} className={className}>
        {showTokens(node.children)}
      </span>
    );
  });
}

/** The code in colours; undefined while it must stay plain. */
function useColours({ code, languageName, isColoured }: CodeBlockProps): ReactNode[] | undefined {
  const language = isColoured ? readLanguage(languageName) : undefined;
  const highlighter = useHighlighter(language !== undefined);
  return useMemo(() => {
    if (!highlighter || language === undefined) return undefined;
    try {
      return showTokens(highlighter.highlight(code, language).children);
    } catch {
      // A grammar that stumbles over odd code must not take the code away.
      return undefined;
    }
  }, [highlighter, code, language]);
}

export interface CodeBlockProps {
  code: string;
  /** What the author wrote behind the fence; may be empty. */
  languageName: string;
  /** False where colours would cost too much. */
  isColoured: boolean;
}

export function CodeBlock(props: CodeBlockProps) {
  const { code, languageName } = props;
  const codeRef = useRef<HTMLElement>(null);
  const colours = useColours(props);
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
        <code ref={codeRef}>{colours ?? code}</code>
      </pre>
    </div>
  );
}
