/** Walking over a parsed markdown text, and what is noted on its nodes before they become elements. */
import type { Nodes, Parents, Root, RootContent } from 'mdast';

declare module 'mdast' {
  interface Data {
    /** Of an emphasis: furigana above its word. */
    reading?: string;
    /** Of a paragraph: it holds figures, which no paragraph may. */
    isBlock?: true;
    /** Of a heading. */
    id?: string;
  }
}

/** The words of a node without markup, readings and images. */
export function wordsOf(node: Nodes): string {
  if ('children' in node) return node.children.map(wordsOf).join('').trim();
  const isShownAsWords = node.type === 'text' || node.type === 'inlineCode' || node.type === 'inlineMath';
  return isShownAsWords ? node.value : '';
}

/** Replaces the children of every node that has some, innermost first. */
export function rewriteTree(
  parent: Parents,
  rewrite: (siblings: RootContent[], parent: Parents) => RootContent[],
): void {
  for (const child of parent.children) if ('children' in child) rewriteTree(child, rewrite);
  // Every rewrite puts content where content of the same kind was; the types cannot follow that.
  (parent as Root).children = rewrite(parent.children, parent);
}
