/** Converts pasted HTML tables to a form that markdown allows: a header row, and cells of one paragraph. */
import type { Element, ElementContent } from 'hast';

const blocks = /^(?:p|div|h[1-6]|ul|ol|li|blockquote|pre|dl|dt|dd|section|article|figure|figcaption)$/;
const lineEnd = (): Element => ({ type: 'element', tagName: 'br', properties: {}, children: [] });

const isBlank = (node: ElementContent) => node.type === 'text' && node.value.trim() === '';
const isBreak = (node: ElementContent | undefined) => node?.type === 'element' && node.tagName === 'br';

/** Writes blocks of a cell one below the other with line breaks; list items get a dot. */
function flatten(nodes: readonly ElementContent[]): ElementContent[] {
  const lines: ElementContent[] = [];
  let isOpen = false;
  for (const node of nodes) {
    const isBlock = node.type === 'element' && blocks.test(node.tagName);
    if (isBlank(node) && lines.length === 0) continue;
    if (lines.length > 0 && (isBlock || isOpen) && !isBlank(node) && !isBreak(lines.at(-1))) lines.push(lineEnd());
    if (!isBlank(node)) isOpen = isBlock;
    if (!isBlock) lines.push(node);
    else {
      if (node.tagName === 'li') lines.push({ type: 'text', value: '・' });
      lines.push(...flatten(node.children));
    }
  }
  while (isBreak(lines.at(-1)) || (lines.at(-1) && isBlank(lines.at(-1) as ElementContent))) lines.pop();
  return lines;
}

function isElement(node: ElementContent, names: RegExp): node is Element {
  return node.type === 'element' && names.test(node.tagName);
}

/** Returns the rows of a table, without those of tables nested in it. */
export function rowsOf(table: Element): Element[] {
  return table.children.flatMap((child) => {
    if (isElement(child, /^tr$/)) return [child];
    return isElement(child, /^t(?:head|body|foot)$/) ? rowsOf(child) : [];
  });
}

export function cellsOf(row: Element): Element[] {
  return row.children.filter((child): child is Element => isElement(child, /^t[hd]$/));
}

/** Makes a table's first row the header that markdown demands, and removes blocks from its cells. */
export function flattenCells(table: Element): Element {
  const rows = rowsOf(table);
  for (const cell of rows.flatMap(cellsOf)) cell.children = flatten(cell.children);
  for (const cell of rows[0] ? cellsOf(rows[0]) : []) cell.tagName = 'th';
  return { ...table, children: rows };
}
