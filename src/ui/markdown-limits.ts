/** What a parsed text may hold at most; beyond, building it would freeze the page. */
import type { Nodes, Root } from 'mdast';

const MAX_NODES = 20_000;
const MAX_DEPTH = 100;
const MAX_FORMULAS = 500;

/** Walks without recursion, because depth is what it looks for. @throws {RangeError} beyond a limit. */
export function checkLimits(tree: Root): void {
  const waiting: { node: Nodes; depth: number }[] = [{ node: tree, depth: 0 }];
  let nodes = 0;
  let formulas = 0;
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, depth } = next;
    nodes += 1;
    if (node.type === 'math' || node.type === 'inlineMath') formulas += 1;
    if (nodes > MAX_NODES || depth > MAX_DEPTH || formulas > MAX_FORMULAS) throw new RangeError('Markdown too complex');
    if ('children' in node) for (const child of node.children) waiting.push({ node: child, depth: depth + 1 });
  }
}
