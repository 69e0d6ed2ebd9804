/** Furigana in lessons: `{漢字|かんじ}` and `｜漢字《かんじ》`, shown above the words or left out. */
import type { Root, RootContent } from 'mdast';

import { rewriteTree } from './markdown-tree';

// Bounded lengths: a text full of braces must not make the search slow.
const pattern = /\{([^{}|｜\n]{1,40})\|([^{}|\n]{1,60})\}|[｜|]([^｜|《》\n]{1,40})《([^《》\n]{1,60})》/g;
const isAscii = /^[\x20-\x7e]*$/;

interface Piece {
  text: string;
  reading?: string;
}

/** Splits a text into parts with and without a reading. */
function splitFurigana(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    const base = match[1] ?? match[3] ?? '';
    const reading = match[2] ?? match[4] ?? '';
    // "{a|b}" in a technical text is not furigana.
    if (isAscii.test(base) && isAscii.test(reading)) continue;
    if (match.index > end) pieces.push({ text: text.slice(end, match.index) });
    pieces.push({ text: base, reading });
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

function rubyNode({ text, reading }: Piece): RootContent {
  if (reading === undefined) return { type: 'text', value: text };
  return { type: 'emphasis', children: [{ type: 'text', value: text }], data: { reading } };
}

function showFurigana(node: RootContent, isShown: boolean): RootContent[] {
  if (node.type === 'image' || node.type === 'imageReference') return [{ ...node, alt: plainFurigana(node.alt ?? '') }];
  if (node.type !== 'text' || !/[{《]/.test(node.value)) return [node];
  return isShown ? splitFurigana(node.value).map(rubyNode) : [{ ...node, value: plainFurigana(node.value) }];
}

/** Marks readings in a tree, or removes them; only in text nodes, so that code, formulas and URLs stay unchanged. */
export function markFurigana(tree: Root, isShown: boolean): void {
  rewriteTree(tree, (siblings) => siblings.flatMap((node) => showFurigana(node, isShown)));
}
