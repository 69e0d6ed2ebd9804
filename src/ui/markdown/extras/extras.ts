/** Syntax beyond markdown: common HTML, callouts, definition lists, and info strings of fences. */
import type { Root } from 'mdast';

import { quoteContainers, readCallouts } from './callouts';
import { readCodeInfo } from './code-info';
import { readDefinitionLists } from './definitions';
import { findIds, pairHtml, readHtml } from './tags';

export { findIds, pairHtml, quoteContainers };
export { showCallout, showElement } from './show-extras';

/** Transforms a tree except for HTML elements, which `pairHtml` creates after headings are processed. */
export function readExtras(tree: Root): void {
  readHtml(tree);
  readDefinitionLists(tree);
  readCallouts(tree);
  readCodeInfo(tree);
}
