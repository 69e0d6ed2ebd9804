/** Which footnotes a text calls, in the order of their first calls; what is never called is never shown. */
import type { FootnoteDefinition, FootnoteReference, Nodes, Root } from 'mdast';

export interface Footnote {
  identifier: string;
  /** From 1. */
  number: number;
  /** How often it is called. */
  calls: number;
}

/** One call of a footnote: the footnote, and the how manyth call of it this is, from 1. */
export interface FootnoteCall {
  footnote: Footnote;
  turn: number;
}

export interface Footnotes {
  calls: Map<FootnoteReference, FootnoteCall>;
  /** Reads one part of the text after the other. */
  read: (tree: Root) => void;
  /** The footnotes with what they say: those called in the body first, then those that only footnotes call. */
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
      // Footnotes may call further ones: the map grows while it is walked, and is walked to its end.
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
