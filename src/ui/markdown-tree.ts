/** Walking over a parsed markdown text. */
import type { Parents, Root, RootContent } from 'mdast';

/** Replaces nodes, children first; `rewrite` answers undefined where a node stays. */
export function rewriteTree(
  parent: Parents,
  rewrite: (node: RootContent, parent: Parents) => RootContent[] | undefined,
): void {
  const children = parent.children.flatMap((child: RootContent) => {
    if ('children' in child) rewriteTree(child, rewrite);
    return rewrite(child, parent) ?? [child];
  });
  // Every rewrite puts content where content of the same kind was; the types cannot follow that.
  (parent as Root).children = children;
}

/** The words of a node, without its markup. */
export function textOf(node: RootContent): string {
  if ('value' in node) return node.value;
  return 'children' in node ? node.children.map(textOf).join('') : '';
}
