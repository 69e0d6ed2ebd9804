/** The rows of a table; explicit ARIA roles, because browsers drop table semantics when CSS shows rows as cards. */
import { UnstyledButton } from '@mantine/core';

import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@/ui/edit-icons';

import type { DataColumn, DataTableProps, SortProps } from './data-table-types';

import classes from './DataTable.module.css';

const tableRole = { role: 'table' };
const groupRole = { role: 'rowgroup' };
const rowRole = { role: 'row' };
const cellRole = { role: 'cell' };
const headRole = { role: 'columnheader' };

type HeadProps<Row> = { column: DataColumn<Row> } & Partial<SortProps>;

function Head<Row>({ column: { id, header, sortValue, isAtEnd, isExtra }, sort, onSort }: HeadProps<Row>) {
  const isSorted = sort?.columnId === id;
  const isDown = isSorted && sort.isDown;
  const Icon = !isSorted ? IconArrowsSort : isDown ? IconArrowDown : IconArrowUp;
  return (
    <th
      {...headRole}
      scope="col"
      className={classes.head}
      data-end={isAtEnd || undefined}
      data-extra={isExtra || undefined}
      aria-sort={isSorted ? (isDown ? 'descending' : 'ascending') : undefined}
    >
      {sortValue && onSort ? (
        <UnstyledButton
          className={classes.sort}
          data-sorted={isSorted || undefined}
          onClick={() => onSort({ columnId: id, isDown: isSorted && !isDown })}
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
export type DataTableRowsProps<Row> = Pick<DataTableProps<Row>, 'name' | 'columns' | 'rows' | 'getId'> &
  Partial<SortProps>;

export function DataTableRows<Row>({ name, columns, rows, getId, ...sorting }: DataTableRowsProps<Row>) {
  return (
    <div className={classes.rows}>
      <div className={classes.frame}>
        <table {...tableRole} aria-label={name} className={classes.table}>
          <thead {...groupRole} className={classes.heads}>
            <tr {...rowRole}>
              {columns.map((column) => (
                <Head key={column.id} column={column} {...sorting} />
              ))}
            </tr>
          </thead>
          <tbody {...groupRole}>
            {rows.map((row) => (
              <tr key={getId(row)} {...rowRole} className={classes.row}>
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
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
