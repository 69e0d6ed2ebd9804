/** What a table is told: its columns, its rows, and how they are sorted. */
import type { ReactNode } from 'react';

export interface DataColumn<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** What the rows are sorted by; without it the column cannot be sorted. */
  sortValue?: (row: Row) => string | number;
  /** Numbers and marks stand at the end of their column. */
  isAtEnd?: boolean;
  /** Left out where the table is narrow; cards and filters still have it. */
  isExtra?: boolean;
}

export interface DataTableProps<Row> {
  /** What is listed, e.g. 「利用者」; also the name under which sort, filter and page are remembered while the app runs. */
  name: string;
  columns: readonly DataColumn<Row>[];
  rows: readonly Row[];
  getId: (row: Row) => string;
  /** What the filter's words are looked for in. */
  searchText: (row: Row) => string;
  /** More filters beside the words. */
  filters?: ReactNode;
  /** Said when there are no rows at all. */
  empty: ReactNode;
}

export interface Sort {
  columnId: string;
  isDown: boolean;
}

export interface SortProps {
  sort: Sort;
  onSort: (sort: Sort) => void;
}
