/**
 * Syntax beyond markdown: common HTML, boxes, definition lists, displayed formulas, sized pictures, includes, and info
 * strings of fences.
 */
import type { Root } from 'mdast';

import { splitLong } from '@/ui/markdown/cut/source-lines';
import { MAX_LINE_LENGTH } from '@/ui/markdown/markdown-limits';

import { quoteBoxes, readTagBoxes } from './boxes';
import { readCallouts } from './callouts';
import { readCodeInfo } from './code-info';
import { readDefinitionLists } from './definitions';
import { rewriteDisplayFormulas } from './display-formulas';
import { nameIncludes, readIncludes } from './includes';
import { readLiaScript } from './liascript';
import { readMystAndHugo } from './myst-hugo';
import { findFenced } from './prose-lines';
import { plainRuby, readRuby } from './ruby';
import { readSizes } from './sized-pictures';
import { findIds, pairHtml, readHtml } from './tags';

export { findIds, pairHtml, plainRuby };
export { showCallout, showElement } from './show-extras';

/** Rewrites other tools' syntax to the app's markdown, line by line. */
export function rewriteText(text: string): string {
  // Text beyond the size limit is shown as it is written.
  const [near, far] = splitLong(text);
  const source = readLiaScript(near).split(/\r\n|\n|\r/);
  const isCode = findFenced(source);
  const lines = readMystAndHugo(readTagBoxes(source, isCode), isCode);
  const fenced = findFenced(lines);
  const named = lines.map((line, at) =>
    fenced[at] || line.length > MAX_LINE_LENGTH ? line : readIncludes(readSizes(line)),
  );
  return quoteBoxes(rewriteDisplayFormulas(named.join('\n'))) + far;
}

/**
 * Applies the extended syntax to a tree, except for HTML elements, which `pairHtml` creates after headings are
 * processed.
 */
export function readExtras(tree: Root): void {
  readHtml(tree);
  readRuby(tree);
  readDefinitionLists(tree);
  readCallouts(tree);
  nameIncludes(tree);
  readCodeInfo(tree);
}
