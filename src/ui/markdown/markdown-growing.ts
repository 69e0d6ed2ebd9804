/** Draws tables and lists that are longer than a slice: they grow with later slices. */
import type { Nodes } from 'mdast';
import { createElement, Fragment, type ReactNode } from 'react';

import { frameList, showItems } from './markdown-lists';
import { type MarkdownPage, showAll } from './markdown-page';
import { frameTable, showRows } from './markdown-tables';

function join(...parts: ReactNode[]): ReactNode {
  return createElement(Fragment, null, ...parts);
}

/** Renders the blocks of a slice, or appends them to the table or list they continue. */
export function createGrowing(page: MarkdownPage): (nodes: readonly Nodes[], isContinued: boolean) => ReactNode {
  let before: ReactNode;
  let frame: ((rows: ReactNode) => ReactNode) | undefined;
  // The same React elements are reused each time, so that React skips them.
  let rows: ReactNode[];

  return (nodes, isContinued) => {
    const last = nodes.at(-1);
    const isTable = last?.type === 'table';
    if (!isTable && last?.type !== 'list') return showAll(nodes, page);
    if (!isContinued || !frame) {
      before = showAll(nodes.slice(0, -1), page);
      frame = isTable ? frameTable(last, page) : frameList(last);
      rows = [];
    }
    rows = [...rows, isTable ? showRows(last, page) : showItems(last, page)];
    return join(before, frame(join(...rows)));
  };
}
