/**
 * Furigana in lessons: `{漢字|かんじ}` (also in full width), `{漢字|かん|じ}`, `｜漢字《かんじ》` and `漢字《かんじ》`, shown above the words or
 * left out.
 */
import type { Root, RootContent } from 'mdast';

import { rewriteTree } from './rewrite-tree';

const braces = /[{｛]([^{}｛｝|｜\n]{1,40})((?:[|｜][^{}｛｝|｜\n]{0,60}){1,40})[}｝]/u;
const marked = /[|｜]([^｜|《》\n]{1,40})《([^《》\n]{1,60})》/u;
/**
 * The notation of 青空文庫 (Aozora Bunko): kanji, then kana in 《》. Anything else in these brackets is a title,
 * 「小説《Rashomon》」.
 */
const unmarked = /([\p{Script=Han}々〆〇ヶヵ]{1,40})《([ぁ-ゖァ-ヺーゝゞヽヾ]{1,60})》/u;
// Bounded lengths: a text full of braces must not make the search slow.
const pattern = new RegExp([braces, marked, unmarked].map(({ source }) => source).join('|'), 'gu');
const isAscii = /^[\x20-\x7e]*$/;

interface Piece {
  text: string;
  reading?: string;
}

/** Gives each letter its own reading if there are as many readings as letters; else the whole word has one reading. */
function readWord(base: string, readings: readonly string[]): Piece[] {
  const letters = Array.from(base);
  if (readings.length !== letters.length || readings.every((reading) => reading === ''))
    return [{ text: base, reading: readings.join('') }];
  return letters.map((text, index) => ({ text, ...(readings[index] && { reading: readings[index] }) }));
}

/** Splits a text into parts with and without a reading. */
function splitFurigana(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    const base = match[1] ?? match[3] ?? match[5] ?? '';
    const readings = match[2]?.slice(1).split(/[|｜]/) ?? [match[4] ?? match[6] ?? ''];
    // "{a|b}" in a technical text is not furigana.
    const isWord = !isAscii.test(base + readings.join('')) && readings.some((reading) => reading.trim() !== '');
    if (!isWord) continue;
    if (match.index > end) pieces.push({ text: text.slice(end, match.index) });
    pieces.push(...readWord(base, readings));
    end = match.index + match[0].length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end) });
  return pieces;
}

/** Returns the text without readings. */
export function plainFurigana(text: string): string {
  return splitFurigana(text)
    .map((piece) => piece.text)
    .join('');
}

/** Returns the text with its readings instead of the words. */
function spokenFurigana(text: string): string {
  return splitFurigana(text)
    .map((piece) => piece.reading ?? piece.text)
    .join('');
}

function rubyNode({ text, reading }: Piece): RootContent {
  if (reading === undefined) return { type: 'text', value: text };
  return { type: 'emphasis', children: [{ type: 'text', value: text }], data: { reading } };
}

function showFurigana(node: RootContent, isShown: boolean): RootContent[] {
  if (node.type === 'image' || node.type === 'imageReference') {
    const alt = node.alt ?? '';
    return [{ ...node, alt: plainFurigana(alt), data: { ...node.data, spoken: spokenFurigana(alt) } }];
  }
  if (node.type !== 'text' || !/[{｛《]/.test(node.value)) return [node];
  return isShown ? splitFurigana(node.value).map(rubyNode) : [{ ...node, value: plainFurigana(node.value) }];
}

/** Marks readings in a tree, or removes them; only in text nodes, so that code, formulas and URLs stay unchanged. */
export function markFurigana(tree: Root, isShown: boolean): void {
  rewriteTree(tree, (siblings) => siblings.flatMap((node) => showFurigana(node, isShown)));
}
