/** Which footnotes a text calls, in the order of their first calls; what is never called is never shown. */
import type { FootnoteDefinition, FootnoteReference, Nodes, Root } from 'mdast';

export interface Footnote {
  /** From 1. */
  number: number;
  definition: FootnoteDefinition;
  /** How often it is called. */
  calls: number;
}

/** One call of a footnote: the footnote, and the how manyth call of it this is, from 1. */
export interface FootnoteCall {
  footnote: Footnote;
  turn: number;
}

export interface Footnotes {
  list: Footnote[];
  calls: Map<FootnoteReference, FootnoteCall>;
}

function readDefinitions({ children }: { children: Nodes[] }, found = new Map<string, FootnoteDefinition>()) {
  for (const node of children) {
    if (node.type === 'footnoteDefinition' && !found.has(node.identifier)) found.set(node.identifier, node);
    if ('children' in node) readDefinitions(node, found);
  }
  return found;
}

/** Reads the footnotes of a text: those called in its body first, then those that only footnotes call. */
export function readFootnotes(tree: Root): Footnotes {
  const definitions = readDefinitions(tree);
  const byId = new Map<string, Footnote>();
  const calls: Footnotes['calls'] = new Map();

  function call(reference: FootnoteReference): void {
    const definition = definitions.get(reference.identifier);
    if (!definition) return;
    const footnote = byId.get(reference.identifier) ?? { number: byId.size + 1, definition, calls: 0 };
    byId.set(reference.identifier, footnote);
    footnote.calls += 1;
    calls.set(reference, { footnote, turn: footnote.calls });
  }
  function visit(node: Nodes): void {
    if (node.type === 'footnoteReference') call(node);
    if ('children' in node) for (const child of node.children) if (child.type !== 'footnoteDefinition') visit(child);
  }
  visit(tree);
  // Footnotes may call further ones: the map grows while it is walked, and is walked to its end.
  for (const { definition } of byId.values()) visit(definition);
  return { list: [...byId.values()], calls };
}
