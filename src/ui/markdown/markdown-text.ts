/** Joins lines of Japanese: browsers would show a markdown line break as a space. */
import type { Root } from 'mdast';

import { rewriteTree } from './markdown-tree';

/** Kana, kanji and full-width characters. */
const japanese = '[\\u3000-\\u30ff\\u3400-\\u9fff\\uf900-\\ufaff\\uff00-\\uffef]';
const brokenLine = new RegExp(`(${japanese})\\n(?=${japanese})`, 'g');

/** Removes line breaks between Japanese characters from a tree. */
export function joinJapaneseLines(tree: Root): void {
  rewriteTree(tree, (siblings) => {
    for (const node of siblings) if (node.type === 'text') node.value = node.value.replace(brokenLine, '$1');
    return siblings;
  });
}
