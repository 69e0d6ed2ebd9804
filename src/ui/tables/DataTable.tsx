/** A table with sorting, text filter and pages; on phones each row is a card. */
import { NativeSelect, Text, TextInput } from '@mantine/core';
import IconSearch from '~icons/search';

import type { DataPageProps, DataTableProps, Sort, SortProps } from './data-table-types';
import { DataTableRows } from './DataTableRows';
import { TablePages } from './TablePages';
import { useTableState } from './use-table-state';

import classes from './DataTable.module.css';
import '@mantine/core/styles/Combobox.layer.css';

/** Sorting for phones, where the column headers are hidden. */
function SortSelect<Row>(props: Pick<DataTableProps<Row>, 'columns' | 'givenOrder'> & SortProps) {
  const { columns, givenOrder, sort, onSort } = props;
  const sortable = columns.filter(({ sortValue }) => sortValue);
  if (sortable.length === 0) return null;
  const given = givenOrder === undefined ? [] : [{ value: ' up', label: givenOrder }];
  const ways = sortable.flatMap(({ id, header }) => [
    { value: `${id} up`, label: `${header}（昇順）` },
    { value: `${id} down`, label: `${header}（降順）` },
  ]);
  return (
    <NativeSelect
      className={classes.sortSelect}
      aria-label="並べ替え"
      data={[...given, ...ways]}
      value={`${sort.columnId} ${sort.isDown ? 'down' : 'up'}`}
      onChange={({ currentTarget: { value } }) => {
        const [columnId = '', direction] = value.split(' ');
        onSort({ columnId, isDown: direction === 'down' });
      }}
    />
  );
}

/** One page of rows of a table, which may come from the server. */
export function DataPage<Row>(props: DataPageProps<Row>) {
  const { name, columns, rows, getId, filters, empty, state, onChange, pages, found, all, actions } = props;
  const { givenOrder, renderPanel, unit = '件' } = props;
  if (all === 0 && !filters) return empty;
  const sorting = { sort: state.sort, onSort: (sort: Sort) => onChange({ sort, page: 1 }) };
  return (
    <div className="inline-container grid one-column gap-8 min-w-0">
      <div className={`${classes.tools} row wrap gap-8`}>
        <TextInput
          className={classes.words}
          aria-label={`${name}を絞り込む`}
          placeholder="絞り込む"
          leftSection={<IconSearch size={18} aria-hidden />}
          type="search"
          value={state.words}
          onChange={(event) => onChange({ words: event.currentTarget.value, page: 1 })}
        />
        <SortSelect columns={columns} givenOrder={givenOrder} {...sorting} />
        {filters}
        <div className={classes.summary}>
          <Text size="sm" c="dimmed" role="status">
            {all === undefined || found === all ? `${found}${unit}` : `${all}${unit}中 ${found}${unit}`}
          </Text>
          {actions}
        </div>
      </div>
      {found === 0 ? (
        <div className={`${classes.none} border rounded-lg bg-surface c-muted text-center`}>
          {all === 0 ? empty : '条件に合うものはありません。'}
        </div>
      ) : (
        <DataTableRows {...{ name, columns, getId, givenOrder, renderPanel, rows }} {...sorting} />
      )}
      <TablePages name={name} pages={pages} page={state.page} onPage={(page) => onChange({ page })} />
    </div>
  );
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { rows, renderActions } = props;
  const { state, change, found, shown, pages } = useTableState(props);
  return (
    <DataPage
      {...props}
      rows={shown}
      state={state}
      onChange={change}
      pages={pages}
      found={found.length}
      all={rows.length}
      actions={renderActions?.(found)}
    />
  );
}
