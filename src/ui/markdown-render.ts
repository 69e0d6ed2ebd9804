/** From markdown to React elements, never by way of markup strings. */
import type { Definition, Nodes, Root } from 'mdast';
import type { ReactNode } from 'react';

import { markFurigana } from './furigana';
import { readFootnotes } from './markdown-footnotes';
import { isTooComplex } from './markdown-guard';
import { replaceHtml } from './markdown-html';
import { checkLimits } from './markdown-limits';
import { showPage } from './markdown-nodes';
import { readHeadings } from './markdown-outline';
import { placeHeadings } from './markdown-structure';
import { parseMarkdown } from './markdown-syntax';
import { joinJapaneseLines } from './markdown-text';

export interface RenderOptions {
  isFuriganaShown: boolean;
  /** Headings get the ids of the outline. */
  hasHeadingIds: boolean;
  /** Unique on the screen. */
  idPrefix: string;
}

/** The addresses that `[words][name]` refers to; the first of a name counts. */
function readDefinitions({ children }: { children: Nodes[] }, found = new Map<string, Definition>()) {
  for (const node of children) {
    if (node.type === 'definition' && !found.has(node.identifier)) found.set(node.identifier, node);
    if ('children' in node) readDefinitions(node, found);
  }
  return found;
}

function build(text: string, { isFuriganaShown, hasHeadingIds, idPrefix }: RenderOptions): ReactNode {
  const headings = readHeadings(text);
  const tree: Root = parseMarkdown(text);
  checkLimits(tree);
  replaceHtml(tree);
  joinJapaneseLines(tree);
  markFurigana(tree, isFuriganaShown);
  placeHeadings(tree, headings, hasHeadingIds);
  const ids = hasHeadingIds ? [...headings.byLine.values()].flatMap(({ id }) => id ?? []) : [];
  return showPage(tree, {
    footnotes: readFootnotes(tree),
    definitions: readDefinitions(tree),
    headingIds: new Set(ids),
    footnotesTag: hasHeadingIds ? 'h2' : 'p',
    idPrefix,
  });
}

/** Builds the elements of a text; `undefined` when it is too long, too deep or too tangled for that. */
export function renderMarkdown(text: string, options: RenderOptions): ReactNode {
  if (isTooComplex(text)) return undefined;
  try {
    return build(text, options);
  } catch (error) {
    // Our own limits, or the stack's; what else may go wrong is the boundary's to catch and to report.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
