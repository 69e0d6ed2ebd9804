/** Colours code; its own chunk, fetched with the first code that has a known language. */
import type { RootContent } from 'hast';
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
import { createElement, type ReactNode } from 'react';

const lowlight = createLowlight({ bash, css, diff, javascript, json, python, sql, typescript, xml, yaml });
lowlight.registerAlias({ bash: ['shell', 'console'] });

function showTokens(nodes: RootContent[]): ReactNode[] {
  return nodes.map((node, index) => {
    if (node.type === 'text') return node.value;
    if (node.type !== 'element') return null;
    const className = [node.properties.className].flat().join(' ');
    return createElement('span', { key: index, className }, showTokens(node.children));
  });
}

/** Code as spans with classes like "hljs-keyword"; undefined where it must stay plain. */
export function colour(code: string, language: string): ReactNode[] | undefined {
  try {
    return showTokens(lowlight.highlight(language, code).children);
  } catch {
    // A grammar that stumbles over odd code must not take the code away.
    return undefined;
  }
}
