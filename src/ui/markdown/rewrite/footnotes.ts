/** Collects the referenced footnotes in the order of their first reference; unreferenced ones are not shown. */
import type { FootnoteDefinition, FootnoteReference, Nodes, Root } from 'mdast';

export interface Footnote {
  identifier: string;
  /** The footnote's number, counted from 1. */
  number: number;
  /** The number of references to the footnote. */
  calls: number;
}

/** One reference: the footnote, and the index of this reference among those to the same footnote, from 1. */
export interface FootnoteCall {
  footnote: Footnote;
  turn: number;
}

export interface Footnotes {
  calls: Map<FootnoteReference, FootnoteCall>;
  /** Reads the next part of the text. */
  read: (tree: Root) => void;
  /** The footnotes with their content: first those referenced in the body, then those referenced only by footnotes. */
  list: () => { footnote: Footnote; definition: FootnoteDefinition }[];
}

export function createFootnotes(): Footnotes {
  const definitions = new Map<string, FootnoteDefinition>();
  const byId = new Map<string, Footnote>();
  const calls: Footnotes['calls'] = new Map();

  function call(reference: FootnoteReference): void {
    const { identifier } = reference;
    const footnote = byId.get(identifier) ?? { identifier, number: byId.size + 1, calls: 0 };
    byId.set(identifier, footnote);
    footnote.calls += 1;
    calls.set(reference, { footnote, turn: footnote.calls });
  }
  function visit(node: Nodes): void {
    if (node.type === 'footnoteReference') call(node);
    if ('children' in node) for (const child of node.children) if (child.type !== 'footnoteDefinition') visit(child);
  }
  function define(node: Nodes): void {
    if (node.type === 'footnoteDefinition' && !definitions.has(node.identifier)) definitions.set(node.identifier, node);
    if ('children' in node) node.children.forEach(define);
  }
  return {
    calls,
    read: (tree) => {
      define(tree);
      visit(tree);
    },
    list: () => {
      const list: ReturnType<Footnotes['list']> = [];
      // Footnotes may reference further footnotes: the map grows during the iteration.
      for (const footnote of byId.values()) {
        const definition = definitions.get(footnote.identifier);
        if (!definition) continue;
        visit(definition);
        list.push({ footnote, definition });
      }
      return list;
    },
  };
}
