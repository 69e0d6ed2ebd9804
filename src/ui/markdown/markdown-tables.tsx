/** Tables of a text: named, scrolling by themselves, with heads for columns and rows. */
import type { AlignType, Table, TableCell, TableRow } from 'mdast';
import { createElement, Fragment, type ReactNode } from 'react';

import { type MarkdownPage, showAll } from './markdown-page';
import { wordsOf } from './markdown-tree';

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

/** A row has as many cells as the table has columns. */
function showRow(table: Table, row: TableRow, kindOf: (column: number) => CellKind, page: MarkdownPage): ReactNode {
  const columns = table.align ?? row.children.map(() => null);
  const cells = columns.map((align, column) => showCell(row.children[column], kindOf(column), align, page));
  return createElement('tr', null, ...cells);
}

/** Wide tables scroll sideways, which the keyboard must be able to do as well. */
export function showTable(table: Table, page: MarkdownPage): ReactNode {
  const [head, ...rows] = table.children;
  const labels = head?.children.map(wordsOf) ?? [];
  // An empty corner means that the first column names the rows.
  const isCornerEmpty = labels[0] === '';
  const headKind = (column: number) => (isCornerEmpty && column === 0 ? 'cell' : 'column-head');
  const rowKind = (column: number) => (isCornerEmpty && column === 0 ? 'row-head' : 'cell');
  const words = labels.filter((label) => label !== '').join('、');
  const name = `表${(page.met.tables += 1)}`;
  const scroll = { role: 'group', tabIndex: 0, 'aria-label': words === '' ? name : `${name}（${words}）` };
  const body = rows.map((row) => showRow(table, row, rowKind, page));
  return (
    <div className={classes.table} {...scroll}>
      <table>
        {head && <thead>{showRow(table, head, headKind, page)}</thead>}
        {body.length > 0 && <tbody>{createElement(Fragment, null, ...body)}</tbody>}
      </table>
    </div>
  );
}
