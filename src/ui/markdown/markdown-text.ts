/** Joins Japanese lines: markdown, made for languages with spaces, leaves a line break that browsers show as one. */
import type { Root } from 'mdast';

import { rewriteTree } from './markdown-tree';

/** Kana, kanji and full-width signs. */
const japanese = '[\\u3000-\\u30ff\\u3400-\\u9fff\\uf900-\\ufaff\\uff00-\\uffef]';
const brokenLine = new RegExp(`(${japanese})\\n(?=${japanese})`, 'g');

/** Takes the line breaks between Japanese characters out of a tree. */
export function joinJapaneseLines(tree: Root): void {
  rewriteTree(tree, (siblings) => {
    for (const node of siblings) if (node.type === 'text') node.value = node.value.replace(brokenLine, '$1');
    return siblings;
  });
}
