/** What documents hold beyond markdown: everyday HTML, callouts, definition lists, and what stands behind fences. */
import type { Root } from 'mdast';

import { quoteContainers, readCallouts } from './callouts';
import { readCodeInfo } from './code-info';
import { readDefinitionLists } from './definitions';
import { findIds, pairHtml, readHtml } from './tags';

export { findIds, pairHtml, quoteContainers };
export { showCallout, showElement } from './show-extras';

/** Reads the extras of a tree but for elements, which `pairHtml` makes once headings are in their places. */
export function readExtras(tree: Root): void {
  readHtml(tree);
  readDefinitionLists(tree);
  readCallouts(tree);
  readCodeInfo(tree);
}
