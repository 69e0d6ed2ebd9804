/** Syntax beyond markdown: common HTML, callouts, definition lists, and info strings of fences. */
import type { Root } from 'mdast';

import { quoteBoxes } from './boxes';
import { readCallouts } from './callouts';
import { readCodeInfo } from './code-info';
import { readDefinitionLists } from './definitions';
import { findIds, pairHtml, readHtml } from './tags';

export { findIds, pairHtml };
export { showCallout, showElement } from './show-extras';

/** Rewrites other tools' syntax to what the parser reads, line by line. */
export function rewriteText(text: string): string {
  return quoteBoxes(text);
}

/** Transforms a tree except for HTML elements, which `pairHtml` creates after headings are processed. */
export function readExtras(tree: Root): void {
  readHtml(tree);
  readDefinitionLists(tree);
  readCallouts(tree);
  readCodeInfo(tree);
}
