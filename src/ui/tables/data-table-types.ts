/** Types of tables: columns, rows, sorting. */
import type { ReactNode } from 'react';

export interface DataColumn<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** The sort key of a row, undefined if it is unknown; without this function the column is not sortable. */
  sortValue?: (row: Row) => string | number | undefined;
  /** True to align numbers and marks to the end. */
  isAtEnd?: boolean;
  /** True to hide the column in a narrow table; cards and filters still have it. */
  isExtra?: boolean;
}

interface TableParts<Row> {
  /** The kind of rows, e.g. 「利用者」. */
  name: string;
  /** The Japanese counter word of the rows: 名 for people, else 件. */
  unit?: '名' | '件';
  columns: readonly DataColumn<Row>[];
  getId: (row: Row) => string;
  /** More filters beside the text filter. */
  filters?: ReactNode;
  /** Shown when there are no rows at all. */
  empty: ReactNode;
  /**
   * The name of the rows' original order; a third press on a column's header, or the choice of this name in the sort
   * select, restores it.
   */
  givenOrder?: string;
  /** Renders a panel below a row; returns null for no panel. */
  renderPanel?: (row: Row) => ReactNode;
}

/** Props of a table whose rows are all loaded. */
export interface DataTableProps<Row> extends TableParts<Row> {
  rows: readonly Row[];
  /** Returns the text of a row that the filter searches. */
  searchText: (row: Row) => string;
  /** External state of sort, filter words and page; by default the table keeps its own state. */
  kept?: { state: TableState; onChange: (state: TableState) => void };
  /** Renders actions on all rows that match the filter, on all pages. */
  renderActions?: (found: readonly Row[]) => ReactNode;
}

/** Props of a table of which one page is loaded. */
export interface DataPageProps<Row> extends TableParts<Row> {
  /** The rows of the shown page. */
  rows: readonly Row[];
  state: TableState;
  onChange: (changes: Partial<TableState>) => void;
  pages: number;
  /** The number of rows that match the filter, and the number of all rows if known. */
  found: number;
  all: number | undefined;
  /** Renders actions on all rows that match the filter, on all pages. */
  actions?: ReactNode;
}

export interface Sort {
  columnId: string;
  isDown: boolean;
}

export interface TableState {
  words: string;
  sort: Sort;
  /** The number of the page, counted from 1. */
  page: number;
}

export interface SortProps {
  sort: Sort;
  onSort: (sort: Sort) => void;
}
