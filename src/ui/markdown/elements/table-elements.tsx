/** Renders tables: named, scrollable, with column and row headers. */
import type { AlignType, Table, TableCell, TableRow } from 'mdast';
import { createElement, Fragment, type ReactNode } from 'react';

import { wordsOf } from '@/ui/markdown/rewrite/rewrite-tree';

import { type MarkdownPage, showAll } from './page-state';

import classes from './markdown-blocks.module.css';

type CellKind = 'column-head' | 'row-head' | 'cell';

function showCell(cell: TableCell | undefined, kind: CellKind, align: AlignType | undefined, page: MarkdownPage) {
  const style = align ? { textAlign: align } : undefined;
  const content = cell && showAll(cell.children, page);
  if (kind === 'cell') return <td style={style}>{content}</td>;
  return (
    <th scope={kind === 'row-head' ? 'row' : 'col'} style={style}>
      {content}
    </th>
  );
}

/** Returns a row's cells, as many as the table has columns. */
function showRow(table: Table, row: TableRow, kindOf: (column: number) => CellKind, page: MarkdownPage): ReactNode {
  const columns = table.align ?? row.children.map(() => null);
  if (row.children.length > columns.length) page.onLongRow?.(page.met.line + (row.position?.start.line ?? 0));
  const cells = columns.map((align, column) => showCell(row.children[column], kindOf(column), align, page));
  return createElement('tr', null, ...cells);
}

/** If the first header cell is empty, the first column contains row headers. */
function isCornerEmpty({ children: [head] }: Table): boolean {
  return head?.children[0] !== undefined && wordsOf(head.children[0]) === '';
}

/** The rows of the body. */
export function showRows(table: Table, page: MarkdownPage): ReactNode {
  const kindOf = (column: number) => (column === 0 && isCornerEmpty(table) ? 'row-head' : 'cell');
  const [, ...rows] = table.children;
  return createElement(Fragment, null, ...rows.map((row) => showRow(table, row, kindOf, page)));
}

/** The frame and header row of a table; focusable, so that wide tables can be scrolled with the keyboard. */
export function frameTable(table: Table, page: MarkdownPage): (shownRows: ReactNode) => ReactNode {
  const [head, ...rows] = table.children;
  const labels = head?.children.map(wordsOf) ?? [];
  const headKind = (column: number) => (column === 0 && isCornerEmpty(table) ? 'cell' : 'column-head');
  const words = labels.filter((label) => label !== '').join('、');
  const name = `表${(page.met.tables += 1)}`;
  const scroll = { role: 'group', tabIndex: 0, 'aria-label': words === '' ? name : `${name}（${words}）` };
  const shownHead = head && <thead>{showRow(table, head, headKind, page)}</thead>;
  return (shownRows) => (
    <div className={classes.tableFrame}>
      <div className={classes.table} data-wide {...scroll}>
        <table>
          {shownHead}
          {rows.length > 0 && <tbody>{shownRows}</tbody>}
        </table>
      </div>
    </div>
  );
}

export function showTable(table: Table, page: MarkdownPage): ReactNode {
  return frameTable(table, page)(showRows(table, page));
}
