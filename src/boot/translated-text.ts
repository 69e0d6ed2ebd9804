/**
 * Keeps React working while the browser translates the page (docs/decisions/0072-translated-pages.md).
 *
 * A translator replaces text nodes by `<font>` elements. React still holds the text nodes: it would throw when it
 * removes one or inserts beside one, and it would update one that is no longer shown (facebook/react#11538).
 */

/** Maps a text node, or an earlier replacement of it, to the element that the translator shows in its place. */
const replacements = new WeakMap<Node, ChildNode>();
/** The elements that are values of `replacements`; each replaces exactly one node. */
const used = new WeakSet<Node>();

const observer = new MutationObserver(readMutations);

function readMutations(records: MutationRecord[]): void {
  for (const { target, addedNodes, removedNodes, previousSibling, nextSibling } of records) {
    // React changed a text node that the translator has replaced: show the text node again, and the translator
    // translates the new text.
    if (target.nodeType === target.TEXT_NODE && !target.isConnected) findShown(target)?.replaceWith(target);
    for (const node of addedNodes) {
      const shown = findShown(node);
      // React moved the text node, or the text node is shown again: remove the translation that replaced it.
      if (shown && !shown.contains(node)) {
        shown.remove();
        replacements.delete(node);
      }
    }
    for (const node of removedNodes) {
      const replacement = [addedNodes[0], previousSibling, nextSibling].find(
        (each) => each?.nodeName === 'FONT' && !used.has(each),
      );
      if (replacement) {
        replacements.set(node, replacement as HTMLElement);
        used.add(replacement);
        observer.observe(node, { characterData: true });
      }
    }
  }
}

/**
 * Returns the node that is shown in place of a text node: in this parent or, if no parent is given, anywhere in the
 * document; undefined if there is none.
 */
function findShown(node: Node, parent?: Node): ChildNode | undefined {
  let shown = replacements.get(node);
  while (shown && (parent ? shown.parentNode !== parent : !shown.isConnected)) shown = replacements.get(shown);
  return shown;
}

/** Starts the guard against translated text; call it before the first render. */
export function guardTranslatedText(): void {
  // Both functions are called below with the node as `this`, which the lint rule cannot see.
  // oxlint-disable-next-line typescript/unbound-method
  const { insertBefore, removeChild } = Node.prototype;
  const isMissing = (parent: Node, node: Node | null): node is Text =>
    node?.nodeType === Node.TEXT_NODE && node.parentNode !== parent;

  Node.prototype.insertBefore = function insert<T extends Node>(this: Node, node: T, before: Node | null): T {
    if (!isMissing(this, before)) return insertBefore.call(this, node, before) as T;
    readMutations(observer.takeRecords());
    return insertBefore.call(this, node, findShown(before, this) ?? null) as T;
  };
  Node.prototype.removeChild = function remove<T extends Node>(this: Node, node: T): T {
    if (!isMissing(this, node)) return removeChild.call(this, node) as T;
    readMutations(observer.takeRecords());
    findShown(node, this)?.remove();
    return node;
  };
  observer.observe(document.body, { childList: true, characterData: true, subtree: true });
}
