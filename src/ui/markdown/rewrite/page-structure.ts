/** Adapts the tree to the page: heading levels and ids, and block positions for images and formulas. */
import type { Heading, Nodes, Paragraph, PhrasingContent, Root, RootContent } from 'mdast';
import type { InlineMath, Math } from 'mdast-util-math';

import type { SourceHeading, SourceHeadings } from '@/ui/markdown/cut/outline';

import { rewriteTree } from './rewrite-tree';

function isImage({ type }: Nodes): boolean {
  return type === 'image' || type === 'imageReference';
}

function holdsImage(node: Nodes): boolean {
  return isImage(node) || ('children' in node && node.children.some(holdsImage));
}

/** Returns whether an inline formula is written as `$$…$$` in the source. */
function isDisplayed({ value, position }: InlineMath): boolean {
  if (position?.start.line !== position?.end.line) return false;
  return (position?.end.column ?? 0) - (position?.start.column ?? 0) >= value.length + 4;
}

/** Splits a paragraph at displayed formulas that are alone on their lines. */
function splitAtFormulas(paragraph: Paragraph): (Paragraph | Math)[] {
  const { children } = paragraph;
  const parts: (Paragraph | Math)[] = [];
  let words: PhrasingContent[] = [];
  const endWords = () => {
    if (words.length > 0) parts.push({ ...paragraph, children: words });
    words = [];
  };
  for (const [index, node] of children.entries()) {
    const [before, after] = [children[index - 1], children[index + 1]];
    const isFirst = !before || (before.type === 'text' && /\n\s*$/.test(before.value));
    const isLast = !after || (after.type === 'text' && /^\s*\n/.test(after.value));
    if (node.type === 'inlineMath' && isFirst && isLast && isDisplayed(node)) {
      endWords();
      parts.push({ ...node, type: 'math' });
    } else words.push(node);
  }
  endWords();
  return parts;
}

/** Unwraps paragraphs: a figure must not be inside a paragraph, and a displayed formula is not a paragraph. */
function freeBlocks(node: RootContent): RootContent[] {
  if (node.type !== 'paragraph') return [node];
  return splitAtFormulas(node).map((part) =>
    part.type === 'paragraph' && holdsImage(part) ? { ...part, data: { ...part.data, isBlock: true } } : part,
  );
}

/** Replaces an image in a heading by its alternative text. */
function imagesToWords(node: RootContent): RootContent {
  if (node.type === 'image' || node.type === 'imageReference') return { type: 'text', value: node.alt ?? '' };
  return node;
}

function setLevel(node: Heading, known: SourceHeading | undefined, shift: number, hasIds: boolean): void {
  const shown = known?.depth ?? Math.max(2, node.depth + shift);
  node.depth = Math.min(6, shown) as Heading['depth'];
  if (hasIds && known?.id !== undefined) node.data = { ...node.data, id: known.id };
}

/**
 * Sets heading levels and ids, and moves images and formulas to block positions.
 *
 * @param line the number of lines of the text before this tree.
 */
export function placeHeadings(tree: Root, { shift, byLine }: SourceHeadings, line: number, hasIds: boolean): void {
  rewriteTree(tree, (siblings, parent) => {
    if (parent.type === 'heading') return siblings.map(imagesToWords);
    for (const node of siblings) {
      const known = parent.type === 'root' ? byLine.get(line + (node.position?.start.line ?? 0)) : undefined;
      if (node.type === 'heading') setLevel(node, known, shift, hasIds);
    }
    return siblings.flatMap(freeBlocks);
  });
}
