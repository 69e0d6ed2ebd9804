/** Walking over a parsed markdown text. */
import type { Parents, Root, RootContent } from 'mdast';

/** Replaces the children of every node that has some, innermost first. */
export function rewriteTree(
  parent: Parents,
  rewrite: (siblings: RootContent[], parent: Parents) => RootContent[],
): void {
  for (const child of parent.children) if ('children' in child) rewriteTree(child, rewrite);
  // Every rewrite puts content where content of the same kind was; the types cannot follow that.
  (parent as Root).children = rewrite(parent.children, parent);
}
