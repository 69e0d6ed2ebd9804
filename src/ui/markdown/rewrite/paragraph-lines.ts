/** Rules for line breaks inside paragraphs: a break between Japanese characters is removed, or all are kept. */
import type { Root, RootContent } from 'mdast';

import { rewriteTree } from './rewrite-tree';

/** Kana, kanji and full-width characters. */
const japanese = '[\\u3000-\\u30ff\\u3400-\\u9fff\\uf900-\\ufaff\\uff00-\\uffef]';
const brokenLine = new RegExp(`(${japanese})\\n(?=${japanese})`, 'g');

/** Splits a text at its line breaks; beside a picture, which is a block, the line ends anyway. */
function breakText(value: string, isAfterBlock: boolean, isBeforeBlock: boolean): RootContent[] {
  const lines = value.split('\n');
  return lines.flatMap((line, index): RootContent[] => {
    const isAtBlock =
      (index === 1 && isAfterBlock && lines[0] === '') || (index === lines.length - 1 && isBeforeBlock && line === '');
    return [
      ...(index > 0 && !isAtBlock ? [{ type: 'break' } as const] : []),
      ...(line === '' ? [] : [{ type: 'text', value: line } as const]),
    ];
  });
}

function isPicture(node: RootContent | undefined): boolean {
  return node?.type === 'image' || node?.type === 'imageReference';
}

function breakLines(tree: Root): void {
  rewriteTree(tree, (siblings) =>
    siblings.flatMap((node, index) =>
      node.type === 'text' && node.value.includes('\n')
        ? breakText(node.value, isPicture(siblings[index - 1]), isPicture(siblings[index + 1]))
        : [node],
    ),
  );
}

/** Removes line breaks between Japanese characters from a tree. */
function joinJapaneseLines(tree: Root): void {
  rewriteTree(tree, (siblings) => {
    for (const node of siblings) if (node.type === 'text') node.value = node.value.replace(brokenLine, '$1');
    return siblings;
  });
}

/**
 * Handles line breaks, because browsers show each one as a space.
 *
 * @param hasBreaks true to show each line break of the text
 */
export function setLines(tree: Root, hasBreaks: boolean): void {
  if (hasBreaks) breakLines(tree);
  else joinJapaneseLines(tree);
}
