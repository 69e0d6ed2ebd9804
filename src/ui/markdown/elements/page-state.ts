/** Shared state while the elements of one text are created. */
import type { Blockquote, Definition, Nodes } from 'mdast';
import { createElement, Fragment, type ReactNode } from 'react';

import type { ElementNode } from '@/ui/markdown/extras/allowed-html';
import type { Footnotes } from '@/ui/markdown/rewrite/footnotes';

/** A formula, linked to the formula before it, because the limits apply to all formulas of a text together. */
export interface FormulaPlace {
  tex: string;
  /** True for a displayed formula (block). */
  isDisplay: boolean;
  /** True when this formula or one before it uses mhchem's commands, which are loaded separately. */
  hasChemistry?: boolean;
  before: FormulaPlace | undefined;
  /** The formula's line in the text, from 1. */
  line: number;
}

export interface PageExtras {
  showElement: (node: ElementNode, page: MarkdownPage) => ReactNode;
  showCallout: (quote: Blockquote, page: MarkdownPage) => ReactNode;
}

export interface MarkdownPage {
  footnotes: Footnotes;
  /** Link definitions by identifier; of definitions with the same name, the first counts. */
  definitions: Map<string, Definition>;
  headingIds: ReadonlySet<string>;
  /** The tag of the footnotes' title: 'p' if headings have no ids, so that it is no heading. */
  footnotesTag: 'h2' | 'p';
  /** Prefix of footnote ids, because a screen may show several texts. */
  idPrefix: string;
  /** Renders the extended syntax; undefined if the text has none or the module is not loaded yet. */
  extras: PageExtras | undefined;
  /** Returns the address to which a link's target resolves. */
  addressOf: (url: string) => string;
  onLink: ((address: string, words: string) => void) | undefined;
  onPicture: ((address: string, alt: string) => void) | undefined;
  /** Called with the line of a table row that has more cells than the table has columns. */
  onLongRow: ((line: number) => void) | undefined;
  onFormula: ((formula: FormulaPlace) => void) | undefined;
  /** Counters of the elements rendered so far, and the number of lines before the current part. */
  met: { line: number; tables: number; colouredCode: number; formula?: FormulaPlace };
  show: (node: Nodes) => ReactNode;
}

/** Creates the elements of nodes as JSX children, which need no keys. */
export function showAll(nodes: readonly Nodes[], { show }: MarkdownPage): ReactNode {
  return createElement(Fragment, null, ...nodes.map(show));
}
