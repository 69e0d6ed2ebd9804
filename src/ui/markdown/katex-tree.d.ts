/* What KaTeX exports beside its documented functions: the typeset formula before it becomes elements. */
import 'katex';

declare module 'katex' {
  /** A string of the formula has no children. */
  export interface VirtualNode {
    children?: readonly VirtualNode[];
    attributes?: Readonly<Record<string, string>>;
    toNode: () => Node;
  }
  /** A macro that is a function gets the expander, and answers what it expands to. */
  interface TreeOptions extends Omit<KatexOptions, 'macros'> {
    macros?: Record<string, (expander: object) => string>;
  }
  export function __renderToDomTree(tex: string, options: TreeOptions): VirtualNode;
  export function __parse(tex: string, options: TreeOptions): unknown;
}
