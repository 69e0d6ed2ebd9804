/** The rows of a table; explicit ARIA roles, because browsers drop table semantics when CSS shows rows as cards. */
import { UnstyledButton } from '@mantine/core';
import IconArrowDown from '~icons/arrow-down';
import IconArrowUp from '~icons/arrow-up';
import IconArrowsSort from '~icons/arrows-sort';

import { topExtra } from '@/ui/display/bar-room';

import type { DataColumn, DataTableProps, Sort, SortProps } from './data-table-types';

import classes from './DataTable.module.css';

const tableRole = { role: 'table' };
const groupRole = { role: 'rowgroup' };
const rowRole = { role: 'row' };
const cellRole = { role: 'cell' };
const headRole = { role: 'columnheader' };

type HeadProps<Row> = { column: DataColumn<Row>; hasGivenOrder: boolean } & Partial<SortProps>;

const noSort: Sort = { columnId: '', isDown: false };

function Head<Row>({ column, hasGivenOrder, sort, onSort }: HeadProps<Row>) {
  const { id, header, sortValue, isAtEnd, isExtra } = column;
  const isSorted = sort?.columnId === id;
  const isDown = isSorted && sort.isDown;
  const next = isDown && hasGivenOrder ? noSort : { columnId: id, isDown: isSorted && !isDown };
  const Icon = !isSorted ? IconArrowsSort : isDown ? IconArrowDown : IconArrowUp;
  return (
    <th
      {...headRole}
      ref={topExtra}
      data-top-bar
      scope="col"
      className={`${classes.head} h-44 border-block-end c-muted text-sm semibold text-start nowrap`}
      data-end={isAtEnd || undefined}
      data-extra={isExtra || undefined}
      aria-sort={isSorted ? (isDown ? 'descending' : 'ascending') : undefined}
    >
      {sortValue && onSort ? (
        <UnstyledButton
          className={`${classes.sort} inline-flex gap-4 items-center touch c-inherit semibold`}
          data-sorted={isSorted || undefined}
          onClick={() => onSort(next)}
        >
          {header}
          <Icon size={16} aria-hidden />
        </UnstyledButton>
      ) : (
        header
      )}
    </th>
  );
}

/** Without `sort` and `onSort` the rows are shown in the given order. */
export type DataTableRowsProps<Row> = Pick<
  DataTableProps<Row>,
  'name' | 'columns' | 'rows' | 'getId' | 'givenOrder' | 'renderPanel'
> &
  Partial<SortProps>;

type RowProps<Row> = Pick<DataTableRowsProps<Row>, 'columns' | 'renderPanel'> & { row: Row };

function BodyRow<Row>({ row, columns, renderPanel }: RowProps<Row>) {
  const panel = renderPanel?.(row);
  return (
    <>
      <tr {...rowRole} className={classes.row} data-open={panel ? true : undefined}>
        {columns.map((column) => (
          <td
            key={column.id}
            {...cellRole}
            className={classes.cell}
            data-label={column.header}
            data-end={column.isAtEnd || undefined}
            data-extra={column.isExtra || undefined}
          >
            {column.cell(row)}
          </td>
        ))}
      </tr>
      {panel && (
        <tr {...rowRole} className={classes.panelRow}>
          <td {...cellRole} colSpan={columns.length} className={classes.panel}>
            {panel}
          </td>
        </tr>
      )}
    </>
  );
}

export function DataTableRows<Row>(props: DataTableRowsProps<Row>) {
  const { name, columns, rows, getId, givenOrder, renderPanel, ...sorting } = props;
  return (
    <div className="inline-container min-w-0">
      <div className={`${classes.frame} overflow-x-auto border rounded-lg bg-surface shadow`}>
        <table {...tableRole} aria-label={name} className={classes.table}>
          <thead {...groupRole} className={classes.heads}>
            <tr {...rowRole}>
              {columns.map((column) => (
                <Head key={column.id} column={column} hasGivenOrder={givenOrder !== undefined} {...sorting} />
              ))}
            </tr>
          </thead>
          <tbody {...groupRole}>
            {rows.map((row) => (
              <BodyRow key={getId(row)} row={row} columns={columns} renderPanel={renderPanel} />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
