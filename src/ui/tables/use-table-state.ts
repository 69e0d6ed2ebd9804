/** The state of a table: sort, filter and page. */
import { useDeferredValue, useMemo, useState } from 'react';

import { createTextFilter } from '@/lib/search-text';

import type { DataColumn, DataTableProps, Sort, TableState } from './data-table-types';

/** The number of rows per page. */
export const TABLE_PAGE_SIZE = 50;

const collator = new Intl.Collator('ja', { numeric: true, sensitivity: 'base' });

/** Returns the rows that contain all words of the filter. */
export function findRows<Row>(rows: readonly Row[], words: string, searchText: (row: Row) => string): readonly Row[] {
  const isWanted = createTextFilter(words);
  return rows.filter((row) => isWanted(searchText(row)));
}

/** Sorts rows (stable); rows without a value come last in both directions. */
export function sortRows<Row>(rows: readonly Row[], columns: readonly DataColumn<Row>[], sort: Sort): readonly Row[] {
  const valueOf = columns.find(({ id }) => id === sort.columnId)?.sortValue;
  if (!valueOf) return rows;
  const keyed = rows.map((row) => ({ row, value: valueOf(row) }));
  const compare = (a: string | number, b: string | number) =>
    typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b));
  keyed.sort(({ value: a }, { value: b }) => {
    if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
    return sort.isDown ? compare(b, a) : compare(a, b);
  });
  return keyed.map(({ row }) => row);
}

export function useTableState<Row>({ columns, rows, searchText, kept }: DataTableProps<Row>) {
  const firstSort = { columnId: columns.find(({ sortValue }) => sortValue)?.id ?? '', isDown: false };
  const [own, setOwn] = useState<TableState>({ words: '', sort: firstSort, page: 1 });
  const { state, onChange } = kept ?? { state: own, onChange: setOwn };
  const change = (changes: Partial<TableState>) => onChange({ ...state, ...changes });
  // The filter is deferred (useDeferredValue), so that typing stays fast.
  const words = useDeferredValue(state.words);
  const found = useMemo(() => findRows(rows, words, searchText), [rows, words, searchText]);
  const sorted = useMemo(() => sortRows(found, columns, state.sort), [found, columns, state.sort]);
  const pages = Math.max(1, Math.ceil(sorted.length / TABLE_PAGE_SIZE));
  const page = Math.min(state.page, pages);
  const shown = sorted.slice((page - 1) * TABLE_PAGE_SIZE, page * TABLE_PAGE_SIZE);
  return { state: { ...state, page }, change, found: sorted, shown, pages };
}
