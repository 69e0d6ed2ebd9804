/** Syntax highlighting; a lazy chunk, loaded with the first code that has a language. */
import type { RootContent } from 'hast';
import type { LanguageFn } from 'highlight.js';
import bash from 'highlight.js/lib/languages/bash';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import { createLowlight } from 'lowlight';
import { createElement, type ReactNode, type Ref, useMemo } from 'react';

import { createLazyModule } from '@/ui/markdown/draw/lazy-module';

import classes from './code-colours.module.css';

/**
 * Languages with syntax highlighting: common ones are in the highlighter's chunk, each other one in a separate chunk.
 */
const everydayLanguages = { bash, css, diff, javascript, json, python, sql, typescript, xml, yaml };

type Load = () => Promise<{ default: LanguageFn }>;

const others: Readonly<Record<string, Load>> = {
  c: () => import('highlight.js/lib/languages/c'),
  cpp: () => import('highlight.js/lib/languages/cpp'),
  csharp: () => import('highlight.js/lib/languages/csharp'),
  dockerfile: () => import('highlight.js/lib/languages/dockerfile'),
  go: () => import('highlight.js/lib/languages/go'),
  graphql: () => import('highlight.js/lib/languages/graphql'),
  ini: () => import('highlight.js/lib/languages/ini'),
  java: () => import('highlight.js/lib/languages/java'),
  kotlin: () => import('highlight.js/lib/languages/kotlin'),
  lua: () => import('highlight.js/lib/languages/lua'),
  makefile: () => import('highlight.js/lib/languages/makefile'),
  perl: () => import('highlight.js/lib/languages/perl'),
  php: () => import('highlight.js/lib/languages/php'),
  powershell: () => import('highlight.js/lib/languages/powershell'),
  r: () => import('highlight.js/lib/languages/r'),
  ruby: () => import('highlight.js/lib/languages/ruby'),
  rust: () => import('highlight.js/lib/languages/rust'),
  scala: () => import('highlight.js/lib/languages/scala'),
  scss: () => import('highlight.js/lib/languages/scss'),
  swift: () => import('highlight.js/lib/languages/swift'),
};

/** Aliases. */
const aliases: Readonly<Record<string, string>> = {
  shell: 'bash',
  console: 'bash',
  sh: 'bash',
  zsh: 'bash',
  shellsession: 'bash',
  py: 'python',
  js: 'javascript',
  jsx: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  jsonc: 'json',
  json5: 'json',
  ts: 'typescript',
  tsx: 'typescript',
  mts: 'typescript',
  cts: 'typescript',
  patch: 'diff',
  yml: 'yaml',
  html: 'xml',
  svg: 'xml',
  vue: 'xml',
  'vue-html': 'xml',
  'angular-html': 'xml',
  'angular-ts': 'typescript',
  svelte: 'xml',
  h: 'c',
  'c++': 'cpp',
  cc: 'cpp',
  hpp: 'cpp',
  cs: 'csharp',
  'c#': 'csharp',
  docker: 'dockerfile',
  golang: 'go',
  gql: 'graphql',
  toml: 'ini',
  kt: 'kotlin',
  make: 'makefile',
  pl: 'perl',
  ps1: 'powershell',
  pwsh: 'powershell',
  ps: 'powershell',
  rb: 'ruby',
  rs: 'rust',
  sass: 'scss',
  less: 'scss',
};

/** Returns the highlighter's name of a language; undefined for an unknown one. */
function nameLanguage(written: string): string | undefined {
  const key = written.toLowerCase();
  const name = Object.hasOwn(aliases, key) ? aliases[key] : key;
  const isKnown = name !== undefined && (Object.hasOwn(everydayLanguages, name) || Object.hasOwn(others, name));
  return isKnown ? name : undefined;
}

/** Returns the import of a language's module; undefined when the highlighter's chunk already contains it. */
function languageLoader(name: string): Load | undefined {
  return Object.hasOwn(others, name) ? others[name] : undefined;
}

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
