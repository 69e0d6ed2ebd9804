/** From markdown to React elements, never by way of markup strings; part by part, because a long text takes its time. */
import type { Definition, Nodes, Root } from 'mdast';
import { createElement, Fragment, type ReactNode } from 'react';

import { markFurigana } from './furigana';
import { definitionLines } from './markdown-definitions';
import { extrasOf } from './markdown-extras';
import { createFootnotes } from './markdown-footnotes';
import { createGrowing } from './markdown-growing';
import { MAX_DEPTH, MAX_MARKS, MAX_NODES, MAX_TEXT_NODES } from './markdown-limits';
import { createPage } from './markdown-nodes';
import { growNotes } from './markdown-notes';
import { readHeadings, type SourceHeadings } from './markdown-outline';
import type { FormulaPlace, MarkdownPage } from './markdown-page';
import { cutText, groupPieces, type Piece } from './markdown-pieces';
import { placeHeadings } from './markdown-structure';
import { type DefinedNames, parseMarkdown } from './markdown-syntax';
import { joinJapaneseLines } from './markdown-text';
import { MarkdownPlain } from './MarkdownPlain';

export interface RenderOptions {
  isFuriganaShown: boolean;
  /** Headings get the ids of the outline. */
  hasHeadingIds: boolean;
  /** Unique on the screen. */
  idPrefix: string;
  /** The first formula begins a part of its own, because formulas are waited for. */
  isCutAtFormula?: boolean;
  /** Told of what is shown as it is written, and of every formula. */
  report?: DrawingReport;
}

export interface DrawingReport {
  onPlain: (line: number) => void;
  onFormula: (formula: FormulaPlace) => void;
  /** Of every link: its address, with a known heading's id, and its words. */
  onLink?: (address: string, words: string) => void;
}

/** Adds the addresses that `[words][name]` refers to; the first of a name counts. */
function readDefinitions({ children }: { children: Nodes[] }, found: Map<string, Definition>): void {
  for (const node of children) {
    if (node.type === 'definition' && !found.has(node.identifier)) found.set(node.identifier, node);
    if ('children' in node) readDefinitions(node, found);
  }
}

/** How many nodes there are; walks without recursion, because depth is what it looks for. @throws {RangeError} beyond a limit. */
function countNodes(tree: Root): number {
  const waiting: { node: Nodes; depth: number }[] = [{ node: tree, depth: 0 }];
  let nodes = 0;
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, depth } = next;
    nodes += 1;
    if (nodes > MAX_NODES || depth > MAX_DEPTH) throw new RangeError('Markdown too complex');
    if ('children' in node) for (const child of node.children) waiting.push({ node: child, depth: depth + 1 });
  }
  return nodes;
}

function wordsOf(pieces: readonly Piece[]): string {
  return pieces.map(({ text }) => text).join('\n');
}

/** More marks than any script sets on one letter only stop the letters from being drawn. */
const tooManyMarks = new RegExp(`(\\p{M}{${MAX_MARKS}})\\p{M}+`, 'gu');

/** The ids that links of a text may lead to. */
function idsOf({ byLine }: SourceHeadings, places: readonly string[] = []): string[] {
  const ids = [...byLine.values()].flatMap(({ id }) => id ?? []);
  return [...ids, ...places.map((place) => `h-${place.toLowerCase()}`)];
}

export interface DrawnPart {
  turn: number;
  content: ReactNode;
  isLast: boolean;
  /** It has a formula, or a part before it has. */
  hasFormula: boolean;
}

/** A text in parts, each as much as is laid out in one go. */
export interface MarkdownParts {
  count: number;
  /** Yields the elements of the next part, or those of the last and what it has grown by; nothing while names are read. */
  draw: () => Generator<DrawnPart | undefined, void>;
}

/** Prepares to draw a text. */
export function drawMarkdown(source: string, options: RenderOptions): MarkdownParts {
  const extras = extrasOf(source);
  const text = (extras?.quoteContainers(source) ?? source).replace(tooManyMarks, '$1');
  const { isFuriganaShown, hasHeadingIds, idPrefix, isCutAtFormula = false } = options;
  const headings = readHeadings(text);
  const groups = groupPieces(cutText(text), isCutAtFormula);
  const names: DefinedNames = { definitions: [], footnotes: [] };
  const page: MarkdownPage = createPage({
    footnotes: createFootnotes(),
    definitions: new Map(),
    headingIds: new Set(hasHeadingIds ? idsOf(headings, extras?.findIds(text)) : []),
    footnotesTag: hasHeadingIds ? 'h2' : 'p',
    idPrefix,
    extras,
    onFormula: options.report?.onFormula,
    onLink: options.report?.onLink,
  });
  const showBlocks = createGrowing(page);
  let nodes = 0;
  let plainUpTo = -1;
  let slice: ReactNode;
  // What goes on with words that were not drawn would take their place.
  let isBroken = false;

  function drawPlain(pieces: readonly Piece[]): ReactNode {
    const [first] = pieces;
    if (!first) return null;
    const isContinued = first.line === plainUpTo;
    if (!isContinued) options.report?.onPlain(first.line + 1);
    const words = wordsOf(pieces);
    plainUpTo = first.line + words.split('\n').length;
    const plain = <MarkdownPlain text={words} isContinued={isContinued} />;
    return first.head === undefined ? plain : createElement(Fragment, null, slice, plain);
  }
  function draw(pieces: readonly Piece[]): ReactNode {
    const [first] = pieces;
    isBroken &&= first?.head !== undefined;
    if (!first || first.isRefused || isBroken || nodes > MAX_TEXT_NODES) return drawPlain(pieces);
    try {
      const { head = '' } = first;
      const line = first.line - (head === '' ? 0 : 2);
      const tree = parseMarkdown(head + wordsOf(pieces), names);
      extras?.readExtras(tree);
      joinJapaneseLines(tree);
      markFurigana(tree, isFuriganaShown);
      placeHeadings(tree, headings, line, hasHeadingIds);
      extras?.pairHtml(tree);
      nodes += countNodes(tree);
      page.footnotes.read(tree);
      readDefinitions(tree, page.definitions);
      page.met.line = line;
      return showBlocks(tree.children, first.head !== undefined);
    } catch (error) {
      // Our own limits, or the stack's; what else may go wrong is the boundary's to catch and to report.
      if (!(error instanceof RangeError)) throw error;
      const words =
        pieces.length > 1 ? createElement(Fragment, null, ...pieces.map((piece) => draw([piece]))) : drawPlain(pieces);
      isBroken = true;
      return words;
    }
  }
  function* drawAll(): Generator<DrawnPart | undefined, void> {
    let turn = -1;
    const toPart = (notes: ReactNode, isLast: boolean): DrawnPart => {
      const content = createElement(Fragment, null, slice, notes);
      return { turn, content, isLast, hasFormula: page.met.formula !== undefined };
    };
    // A part may call what a later one defines.
    for (const lines of groups.length > 1 ? definitionLines(groups.flat()) : []) {
      if (names.definitions.length + names.footnotes.length > 0) yield undefined;
      readDefinitions(parseMarkdown(lines, names), page.definitions);
    }
    for (const [index, group] of groups.entries()) {
      if (group[0]?.head === undefined) turn += 1;
      slice = draw(group);
      if (index < groups.length - 1) yield toPart(null, false);
    }
    for (const { notes, isLast } of growNotes(page)) yield toPart(notes, isLast);
  }
  const count = groups.filter(([first]) => first?.head === undefined).length;
  return { count, draw: drawAll };
}
