/** Renders markdown to React elements, never via markup strings; part by part, because a long text takes time. */
import type { Definition, Nodes, Root } from 'mdast';
import { createElement, Fragment, type ReactNode } from 'react';

import { readHeadings, type SourceHeadings } from '@/ui/markdown/cut/outline';
import { definitionLines, cutText, groupPieces, type Piece } from '@/ui/markdown/cut/pieces';
import { growNotes } from '@/ui/markdown/elements/footnote-elements';
import { frameList, showItems } from '@/ui/markdown/elements/list-elements';
import { MarkdownPlain } from '@/ui/markdown/elements/MarkdownPlain';
import { createPage } from '@/ui/markdown/elements/node-elements';
import { type FormulaPlace, type MarkdownPage, showAll } from '@/ui/markdown/elements/page-state';
import { frameTable, showRows } from '@/ui/markdown/elements/table-elements';
import { extrasOf, rulesOf } from '@/ui/markdown/load-extras';
import { MAX_DEPTH, MAX_MARKS, MAX_NODES, MAX_TEXT_NODES } from '@/ui/markdown/markdown-limits';
import { type DefinedNames, parseMarkdown } from '@/ui/markdown/parse/parse-markdown';
import { createFootnotes } from '@/ui/markdown/rewrite/footnotes';
import { markFurigana } from '@/ui/markdown/rewrite/furigana';
import { placeHeadings } from '@/ui/markdown/rewrite/page-structure';
import { setLines } from '@/ui/markdown/rewrite/paragraph-lines';

function join(...parts: ReactNode[]): ReactNode {
  return createElement(Fragment, null, ...parts);
}

/** Renders the blocks of a slice, or appends them to the table or list they continue. */
function createGrowing(page: MarkdownPage): (nodes: readonly Nodes[], isContinued: boolean) => ReactNode {
  let before: ReactNode;
  let frame: ((rows: ReactNode) => ReactNode) | undefined;
  // The same React elements are reused each time, so that React skips them.
  let rows: ReactNode[];

  return (nodes, isContinued) => {
    const last = nodes.at(-1);
    const isTable = last?.type === 'table';
    if (!isTable && last?.type !== 'list') return showAll(nodes, page);
    if (!isContinued || !frame) {
      before = showAll(nodes.slice(0, -1), page);
      frame = isTable ? frameTable(last, page) : frameList(last);
      rows = [];
    }
    rows = [...rows, isTable ? showRows(last, page) : showItems(last, page)];
    return join(before, frame(join(...rows)));
  };
}

export interface RenderOptions {
  isFuriganaShown: boolean;
  /** True if headings get the ids to which the table of contents links. */
  hasHeadingIds: boolean;
  /** A prefix that is unique on the screen. */
  idPrefix: string;
  /** True if each line break is shown, see `readBreaks`. */
  hasBreaks?: boolean;
  /** True to start a new part at the first formula, because formulas are awaited. */
  isCutAtFormula?: boolean;
  /** Called for each part shown as plain text, each formula and each link. */
  report?: DrawingReport;
}

export interface DrawingReport {
  onPlain: (line: number) => void;
  onFormula: (formula: FormulaPlace) => void;
  /** Called for each link with its URL (a known heading's id resolved) and text. */
  onLink?: (address: string, words: string) => void;
  /** Called for each picture with its URL and description. */
  onPicture?: (address: string, alt: string) => void;
  /** Called with each part's syntax tree as it is shown, and the number of lines before it. */
  onTree?: (tree: Root, line: number) => void;
  /** Called for each table row whose last cells are not shown, with its line. */
  onLongRow?: (line: number) => void;
}

/** Adds link definitions; of definitions with the same name, the first counts. */
function readDefinitions({ children }: { children: Nodes[] }, found: Map<string, Definition>): void {
  for (const node of children) {
    if (node.type === 'definition' && !found.has(node.identifier)) found.set(node.identifier, node);
    if ('children' in node) readDefinitions(node, found);
  }
}

/** Counts the nodes of a tree without recursion, because it may be very deep. @throws {RangeError} beyond a limit. */
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

/** Removes excessive combining marks, which slow down text rendering. */
const tooManyMarks = new RegExp(`(\\p{M}{${MAX_MARKS}})\\p{M}+`, 'gu');

/** Returns the ids that links of a text may target. */
function idsOf({ byLine }: SourceHeadings, places: readonly string[] = []): string[] {
  const ids = [...byLine.values()].flatMap(({ id }) => id ?? []);
  return [...ids, ...places.map((place) => `h-${place.toLowerCase()}`)];
}

export interface DrawnPart {
  turn: number;
  content: ReactNode;
  isLast: boolean;
  /** True if this part, or a part before it, has a formula. */
  hasFormula: boolean;
}

/** A text divided into parts, each of which is laid out at once. */
export interface MarkdownParts {
  count: number;
  /**
   * Yields the elements of the next part, or those of the last part again after it has grown; yields undefined while
   * definitions are read.
   */
  draw: () => Generator<DrawnPart | undefined, void>;
}

/** Prepares to draw a text part by part. */
export function drawMarkdown(source: string, options: RenderOptions): MarkdownParts {
  const extras = extrasOf(source);
  const rules = rulesOf(source);
  const text = (extras?.rewriteText(source) ?? source).replace(tooManyMarks, '$1');
  const { isFuriganaShown, hasHeadingIds, idPrefix, hasBreaks = false, isCutAtFormula = false } = options;
  const headings = readHeadings(text, extras?.plainRuby);
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
    onPicture: options.report?.onPicture,
    onLongRow: options.report?.onLongRow,
  });
  const showBlocks = createGrowing(page);
  let nodes = 0;
  let plainUpTo = -1;
  let slice: ReactNode;
  // If a part of a table or list was not drawn, the next part, which continues it, must not replace it.
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
      const tree = parseMarkdown(head + wordsOf(pieces), names, rules);
      extras?.readExtras(tree);
      setLines(tree, hasBreaks);
      markFurigana(tree, isFuriganaShown);
      placeHeadings(tree, headings, line, hasHeadingIds);
      extras?.pairHtml(tree);
      nodes += countNodes(tree);
      options.report?.onTree?.(tree, line);
      page.footnotes.read(tree);
      readDefinitions(tree, page.definitions);
      page.met.line = line;
      return showBlocks(tree.children, first.head !== undefined);
    } catch (error) {
      // Catches only the app's own limits and stack overflows; other errors are reported by the error boundary.
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
    // Reads all definitions first, because a part may reference definitions of a later part.
    for (const lines of groups.length > 1 ? definitionLines(groups.flat()) : []) {
      if (names.definitions.length + names.footnotes.length > 0) yield undefined;
      readDefinitions(parseMarkdown(lines, names, rules), page.definitions);
    }
    for (const [index, group] of groups.entries()) {
      if (group[0]?.head === undefined) turn += 1;
      slice = draw(group);
      if (index < groups.length - 1) yield toPart(null, false);
    }
    for (const { notes, isLast } of growNotes(page)) yield toPart(notes, isLast);
  }
  return { count: groups.filter(([first]) => first?.head === undefined).length, draw: drawAll };
}
