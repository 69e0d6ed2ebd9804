/** Helpers for syntax trees, and the data that transforms attach to nodes. */
import type { Nodes, Parents, Root, RootContent } from 'mdast';

declare module 'mdast' {
  interface Data {
    /** Furigana of an emphasis node. */
    reading?: string;
    /** The description of an image node as it is read aloud. */
    spoken?: string;
    /** The tag of a strong node whose signs are `~~`, `==` or `++`. */
    tag?: 'del' | 'mark' | 'ins';
    /** On a paragraph: it contains figures, so it must not be rendered as <p>. */
    isBlock?: true;
    /** On a link: its address is written in the text without brackets. */
    isBare?: true;
    /** The id of a heading. */
    id?: string;
  }
}

/** Returns the text of a node without markup, readings and images. */
export function wordsOf(node: Nodes): string {
  if ('children' in node) return node.children.map(wordsOf).join('').trim();
  const isShownAsWords = node.type === 'text' || node.type === 'inlineCode' || node.type === 'inlineMath';
  return isShownAsWords ? node.value : '';
}

/** Replaces the children of every parent node, innermost first. */
export function rewriteTree(
  parent: Parents,
  rewrite: (siblings: RootContent[], parent: Parents) => RootContent[],
): void {
  for (const child of parent.children) if ('children' in child) rewriteTree(child, rewrite);
  // Each rewrite keeps the kind of content, which TypeScript cannot express.
  (parent as Root).children = rewrite(parent.children, parent);
}
