/** Syntax highlighting; a lazy chunk, loaded with the first code that has a language. */
import type { RootContent } from 'hast';
import { createLowlight } from 'lowlight';
import { createElement, type ReactNode, type Ref, useMemo } from 'react';

import { everydayLanguages, languageLoader, nameLanguage } from './code-languages';
import { createLazyModule } from './markdown-lazy';

import classes from './code-colours.module.css';

const lowlight = createLowlight(everydayLanguages);

function showTokens(nodes: RootContent[]): ReactNode[] {
  return nodes.map((node, index) => {
    if (node.type === 'text') return node.value;
    if (node.type !== 'element') return null;
    const className = [node.properties.className].flat().join(' ');
    return createElement('span', { key: index, className }, showTokens(node.children));
  });
}

/** Returns code as spans with classes like "hljs-keyword"; undefined when it stays plain. */
function colour(code: string, language: string): ReactNode[] | undefined {
  try {
    return showTokens(lowlight.highlight(language, code).children);
  } catch {
    // After an error in a grammar the code must still be shown.
    return undefined;
  }
}

type UseLanguage = (isWanted: boolean) => true | undefined;
const hooks = new Map<string, UseLanguage>();

/** Creates the hook that returns whether a language's highlighter is loaded. */
function hookOf(language: string): UseLanguage {
  const load = languageLoader(language);
  const known = hooks.get(language);
  const use =
    known ??
    createLazyModule(async () => {
      if (load) lowlight.register(language, (await load()).default);
      return true as const;
    }).useModule;
  hooks.set(language, use);
  return use;
}

export interface ColouredCodeProps {
  code: string;
  /** The language after the fence. */
  language: string;
  ref: Ref<HTMLElement>;
}

interface KnownCodeProps extends ColouredCodeProps {
  useLanguage: UseLanguage;
}

function KnownCode({ code, language, ref, useLanguage }: KnownCodeProps) {
  const isHere = useLanguage(languageLoader(language) !== undefined) ?? languageLoader(language) === undefined;
  const colours = useMemo(() => (isHere ? colour(code, language) : undefined), [isHere, code, language]);
  // The key makes React mount new spans: updating the plain text to thousands of spans would take seconds.
  return (
    <code key={colours ? 'coloured' : 'plain'} ref={ref} className={classes.coloured}>
      {colours ?? code}
    </code>
  );
}

/** Shows highlighted code if its language is known, once the language's module is loaded. */
export function ColouredCode({ code, language: written, ref }: ColouredCodeProps) {
  const language = nameLanguage(written);
  if (language === undefined) return <code ref={ref}>{code}</code>;
  return <KnownCode key={language} code={code} language={language} ref={ref} useLanguage={hookOf(language)} />;
}
