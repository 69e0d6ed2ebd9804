/** Definition lists: a line with the term, then, also after a blank line, lines starting with `: `. */
import type { Paragraph, PhrasingContent, Root, RootContent } from 'mdast';

import { rewriteTree } from '@/ui/markdown/rewrite/rewrite-tree';

import type { ElementNode } from './allowed-html';

const sign = /^: +/;

function linesOf({ children }: Paragraph): PhrasingContent[][] {
  const lines: PhrasingContent[][] = [[]];
  for (const node of children) {
    const [first = '', ...others] = node.type === 'text' ? node.value.split('\n') : [];
    if (node.type !== 'text') lines.at(-1)?.push(node);
    else lines.at(-1)?.push({ ...node, value: first });
    for (const value of others) lines.push([{ ...node, type: 'text', value } as PhrasingContent]);
  }
  return lines;
}

function isDefinition([first]: readonly PhrasingContent[] = []): boolean {
  return first?.type === 'text' && sign.test(first.value);
}

function withoutSign([first, ...rest]: readonly PhrasingContent[]): PhrasingContent[] {
  return first?.type === 'text' ? [{ ...first, value: first.value.replace(sign, '') }, ...rest] : [];
}

function element(tagName: 'dl' | 'dt' | 'dd', children: RootContent[]): ElementNode {
  return { type: 'element', tagName, attributes: {}, children };
}

/** Returns alternating terms and definitions, each as a paragraph; a line followed by a definition is a term. */
function readEntries(lines: readonly PhrasingContent[][]): ElementNode[] {
  const entries: { tagName: 'dt' | 'dd'; children: PhrasingContent[] }[] = [];
  for (const [index, line] of lines.entries()) {
    const last = entries.at(-1);
    if (isDefinition(line)) entries.push({ tagName: 'dd', children: withoutSign(line) });
    else if (last?.tagName === 'dd' && !isDefinition(lines[index + 1]))
      last.children.push({ type: 'text', value: '\n' }, ...line);
    else entries.push({ tagName: 'dt', children: line });
  }
  return entries.map(({ tagName, children }) => element(tagName, [{ type: 'paragraph', children }]));
}

/** Converts paragraphs in definition syntax to definition lists. */
export function readDefinitionLists(tree: Root): void {
  rewriteTree(tree, (siblings) => {
    const done: RootContent[] = [];
    for (const node of siblings) {
      const lines = node.type === 'paragraph' ? linesOf(node) : [];
      const last = done.at(-1);
      const isFirst = isDefinition(lines[0]);
      const word = isFirst && last?.type === 'paragraph' ? linesOf(last) : undefined;
      const list = last?.type === 'element' && last.tagName === 'dl' ? last : undefined;
      if (isFirst ? !list && word?.length !== 1 : !lines.some(isDefinition)) done.push(node);
      else if (word) done.splice(-1, 1, element('dl', readEntries([...word, ...lines])));
      else if (list) list.children.push(...readEntries(lines));
      else done.push(element('dl', readEntries(lines)));
    }
    return done;
  });
}
