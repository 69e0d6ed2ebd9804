/** What the elements of one text have in common while they are made. */
import type { Blockquote, Definition, Nodes } from 'mdast';
import { createElement, Fragment, type ReactNode } from 'react';

import type { ElementNode } from './extras/element';
import type { Footnotes } from './markdown-footnotes';

/** A formula, and through those before it its place in the text: bounds hold for all of them together. */
export interface FormulaPlace {
  tex: string;
  /** On lines of its own. */
  isDisplay: boolean;
  before: FormulaPlace | undefined;
  /** Of the text, from 1. */
  line: number;
}

export interface PageExtras {
  showElement: (node: ElementNode, page: MarkdownPage) => ReactNode;
  showCallout: (quote: Blockquote, page: MarkdownPage) => ReactNode;
}

export interface MarkdownPage {
  footnotes: Footnotes;
  /** The addresses that `[words][name]` refers to, by identifier; the first of a name counts. */
  definitions: Map<string, Definition>;
  headingIds: ReadonlySet<string>;
  /** In a text whose headings have no ids, the footnotes' heading is none either. */
  footnotesTag: 'h2' | 'p';
  /** Before the ids of footnotes, of which the screen may hold several texts' worth. */
  idPrefix: string;
  /** What shows what is no markdown; undefined in a text without, and until it is here. */
  extras: PageExtras | undefined;
  /** Where a link of the text leads. */
  addressOf: (url: string) => string;
  onLink: ((address: string, words: string) => void) | undefined;
  onFormula: ((formula: FormulaPlace) => void) | undefined;
  /** What was met so far, and how many lines stand before the part that is drawn. */
  met: { line: number; tables: number; colouredCode: number; formula?: FormulaPlace };
  show: (node: Nodes) => ReactNode;
}

/** The elements of nodes, given as children are in JSX, so that they need no keys. */
export function showAll(nodes: readonly Nodes[], { show }: MarkdownPage): ReactNode {
  return createElement(Fragment, null, ...nodes.map(show));
}
