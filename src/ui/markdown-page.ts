/** What the elements of one text have in common while they are made. */
import type { Definition, Nodes } from 'mdast';
import { createElement, Fragment, type ReactNode } from 'react';

import type { Footnotes } from './markdown-footnotes';

export interface MarkdownPage {
  footnotes: Footnotes;
  /** The addresses that `[words][name]` refers to, by identifier. */
  definitions: ReadonlyMap<string, Definition>;
  headingIds: ReadonlySet<string>;
  /** In a text whose headings have no ids, the footnotes' heading is none either. */
  footnotesTag: 'h2' | 'p';
  /** Before the ids of footnotes, of which the screen may hold several texts' worth. */
  idPrefix: string;
  /** Counts the tables, from 1. */
  nextTable: () => number;
  show: (node: Nodes) => ReactNode;
}

/** The elements of nodes, given as children are in JSX, so that they need no keys. */
export function showAll(nodes: readonly Nodes[], { show }: MarkdownPage): ReactNode {
  return createElement(Fragment, null, ...nodes.map(show));
}
