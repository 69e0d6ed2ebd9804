/** Extracts a lesson's text for the search: by heading and block, without markup, with the readings of furigana. */
import type { Nodes } from 'mdast';

import { definitionLines, cutText } from './cut/pieces';
import { plainFormula } from './formulas/plain-formula';
import { extrasOf, rulesOf } from './load-extras';
import { MAX_TEX } from './markdown-limits';
import { type DefinedNames, parseMarkdown } from './parse/parse-markdown';
import { createFootnotes } from './rewrite/footnotes';
import { markFurigana } from './rewrite/furigana';
import { setLines } from './rewrite/paragraph-lines';

export interface WordBlock {
  text: string;
  /** True if the block is a heading. */
  isHeading: boolean;
  /** The text of the heading above; '' before the first heading. */
  heading: string;
}

export interface MarkdownWords {
  blocks: WordBlock[];
  /** Words with their readings; adjacent words are also listed as one word. */
  readings: [word: string, reading: string][];
}

/** Node types that are separate blocks of the search text. */
const blockTypes = new Set<Nodes['type']>(['paragraph', 'heading', 'code', 'math', 'tableCell', 'html']);

function inlineWords(node: Nodes): string {
  if (node.type === 'break') return ' ';
  if (node.type === 'image' || node.type === 'imageReference') return node.alt ?? '';
  if (node.type === 'element' && /^r[tp]$/.test(node.tagName)) return '';
  if ('children' in node) return node.children.map(inlineWords).join('');
  if (node.type === 'inlineMath' || node.type === 'math')
    // A formula beyond the limit is shown as plain text on the page, too.
    return node.value.length > MAX_TEX ? node.value : plainFormula(node.value);
  if (node.type === 'html') return node.value.replace(/<[^<>]*>/g, '');
  return 'value' in node ? node.value : '';
}

/** Returns the readings of furigana, and of ruby in HTML. */
function readingOf(node: Nodes): string | undefined {
  if (node.type === 'emphasis') return node.data?.reading;
  if (node.type !== 'element' || node.tagName !== 'ruby') return undefined;
  const readings = node.children.filter((child) => child.type === 'element' && child.tagName === 'rt');
  return readings.flatMap((rt) => ('children' in rt ? rt.children.map(inlineWords) : [])).join('') || undefined;
}

/** Adjacent readings also form one word: `{情報|じょうほう}{量|りょう}` is 情報, 量 and 情報量. */
function collectReadings(siblings: readonly Nodes[], found: MarkdownWords['readings']): void {
  let before: [string, string] | undefined;
  for (const node of siblings) {
    const reading = readingOf(node);
    const own: [string, string] | undefined = reading === undefined ? undefined : [inlineWords(node), reading];
    if (own) found.push(own);
    before = own && before ? [before[0] + own[0], before[1] + own[1]] : own;
    if (before && before !== own) found.push(before);
    if (!own && 'children' in node) collectReadings(node.children, found);
  }
}

/**
 * Returns the children drawn in place: footnotes are drawn at the end, and rows have as many cells as the table has
 * columns.
 */
function drawnChildren(node: Nodes): readonly Nodes[] {
  if (!('children' in node) || node.type === 'footnoteDefinition') return [];
  if (node.type !== 'table' || !node.align) return node.children;
  const { length } = node.align;
  return node.children.flatMap((row) => row.children.slice(0, length));
}

function collectBlocks(node: Nodes, heading: string, blocks: WordBlock[]): void {
  const title = node.type === 'code' ? node.data?.title : undefined;
  if (title) blocks.push({ text: title, heading, isHeading: false });
  if (!blockTypes.has(node.type)) {
    for (const child of drawnChildren(node)) collectBlocks(child, heading, blocks);
    return;
  }
  const text = inlineWords(node).replace(/\s+/g, ' ').trim();
  if (text) blocks.push({ text, heading, isHeading: node.type === 'heading' });
}

/**
 * Extracts the text part by part, because a long text takes time.
 *
 * @param text as shown, see `withoutPreamble`; extended syntax is read only after `fetchExtras` has resolved.
 * @param hasBreaks see `readBreaks`.
 * @returns a generator that yields after each part and finally returns the result.
 */
export function* readWords(text: string, hasBreaks = false): Generator<undefined, MarkdownWords> {
  const words: MarkdownWords = { blocks: [], readings: [] };
  const extras = extrasOf(text);
  const rules = rulesOf(text);
  let heading = '';
  const pieces = cutText(extras?.rewriteText(text) ?? text);
  const names: DefinedNames = { definitions: [], footnotes: [] };
  const footnotes = createFootnotes();
  for (const lines of pieces.length > 1 ? definitionLines(pieces) : []) {
    parseMarkdown(lines, names, rules);
    yield;
  }
  for (const piece of pieces) {
    if (piece.isRefused) words.blocks.push({ text: piece.text.replace(/\s+/g, ' '), heading, isHeading: false });
    else {
      const tree = parseMarkdown((piece.head ?? '') + piece.text, names, rules);
      extras?.readExtras(tree);
      setLines(tree, hasBreaks);
      markFurigana(tree, true);
      extras?.pairHtml(tree);
      const [table] = tree.children;
      // A later piece of a long table repeats the table's header: this header is not a row.
      if (piece.head && table?.type === 'table') table.children.shift();
      footnotes.read(tree);
      collectReadings([tree], words.readings);
      for (const node of tree.children) {
        if (node.type === 'heading') heading = inlineWords(node).trim();
        collectBlocks(node, heading, words.blocks);
      }
    }
    yield;
  }
  // Unreferenced footnotes are not shown.
  for (const { definition } of footnotes.list())
    for (const node of definition.children) collectBlocks(node, heading, words.blocks);
  return words;
}
