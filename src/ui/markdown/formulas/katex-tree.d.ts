/* Types of KaTeX's undocumented exports: the typeset formula before it becomes elements. */
import 'katex';

declare module 'katex' {
  /** The children; undefined for a text node. */
  export interface VirtualNode {
    children?: readonly VirtualNode[];
    attributes?: Readonly<Record<string, string>>;
    toNode: () => Node;
  }
  /** A macro function gets the expander and returns the expansion. */
  interface TreeOptions extends Omit<KatexOptions, 'macros'> {
    macros?: Record<string, (expander: object) => string>;
  }
  export function __renderToDomTree(tex: string, options: TreeOptions): VirtualNode;
  export function __parse(tex: string, options: TreeOptions): unknown;
}
