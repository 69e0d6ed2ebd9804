/**
 * Languages with syntax highlighting: common ones are in the highlighter's chunk, each other one in a chunk of its own.
 */
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

export const everydayLanguages = { bash, css, diff, javascript, json, python, sql, typescript, xml, yaml };

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
export function nameLanguage(written: string): string | undefined {
  const key = written.toLowerCase();
  const name = Object.hasOwn(aliases, key) ? aliases[key] : key;
  const isKnown = name !== undefined && (Object.hasOwn(everydayLanguages, name) || Object.hasOwn(others, name));
  return isKnown ? name : undefined;
}

/** Returns the import of a language's module; undefined when the highlighter's chunk already contains it. */
export function languageLoader(name: string): Load | undefined {
  return Object.hasOwn(others, name) ? others[name] : undefined;
}
