/** Colours code; its own chunk, fetched with the first code that has a known language. */
import type { Root } from 'hast';
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

const lowlight = createLowlight({ bash, css, diff, javascript, json, python, sql, typescript, xml, yaml });

/** Cuts code into spans with classes like "hljs-keyword". */
export function highlight(code: string, language: string): Root {
  return lowlight.highlight(language, code);
}
