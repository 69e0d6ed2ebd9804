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

interface TableParts<Row> {
  /** What is listed, e.g. 「利用者」. */
  name: string;
  columns: readonly DataColumn<Row>[];
  getId: (row: Row) => string;
  /** More filters beside the words. */
  filters?: ReactNode;
  /** Said when there are no rows at all. */
  empty: ReactNode;
}

/** A table whose rows are all at hand. */
export interface DataTableProps<Row> extends TableParts<Row> {
  rows: readonly Row[];
  /** What the filter's words are looked for in. */
  searchText: (row: Row) => string;
  /** Where sort, words and page are kept, when not by the table itself. */
  kept?: { state: TableState; onChange: (state: TableState) => void };
  /** What can be done with all the rows that were found, whatever the page. */
  renderActions?: (found: readonly Row[]) => ReactNode;
}

/** A table of which one page is at hand. */
export interface DataPageProps<Row> extends TableParts<Row> {
  /** Of the page that is shown. */
  rows: readonly Row[];
  state: TableState;
  onChange: (changes: Partial<TableState>) => void;
  pages: number;
  /** How many were found, of how many; undefined where nobody knows. */
  found: number;
  all: number | undefined;
  /** What can be done with all that were found, whatever the page. */
  actions?: ReactNode;
}

export interface Sort {
  columnId: string;
  isDown: boolean;
}

export interface TableState {
  words: string;
  sort: Sort;
  /** From 1. */
  page: number;
}

export interface SortProps {
  sort: Sort;
  onSort: (sort: Sort) => void;
}
