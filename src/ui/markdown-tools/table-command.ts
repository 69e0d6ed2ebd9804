/** Table commands of the editor: insert a table, and keys that move from cell to cell. */
import { cellBars } from '@/ui/markdown/extras/table-bars';

import { type Edit, insertBlock, type MarkdownCommand, type Range } from './markdown-edits';

export const table: MarkdownCommand = (text, selection) => {
  const block = '| 見出し1 | 見出し2 |\n| --- | --- |\n| 内容 | 内容 |\n| 内容 | 内容 |';
  const at = { from: selection.to, to: selection.to };
  return insertBlock(text, at, block, { from: 2, to: 6 });
};

/** Matches a line's indentation, quote marks and list marker. */
const lineStart = /^[ \t]*(?:>[ \t]?)*[ \t]*(?:[-+*][ \t]+|\d{1,9}[.)][ \t]+)?/;
const quoteStart = /^[ \t>]*/;
const delimiters = /^[ \t>]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

/** A line of the table with its cells from bar to bar, or from bar to the line's end. */
interface Row extends Range {
  cells: Range[];
}

interface Found {
  rows: Row[];
  /** The delimiter line below a table's header. */
  delimiter: Range;
  /** The characters with which new rows begin, in a quote or a list. */
  start: string;
  /** The index of the table row at the caret; undefined on the delimiter line below the header. */
  row: number | undefined;
}

function readCells(text: string, { from, to }: Range, columns: number | undefined): Range[] {
  const line = text.slice(from, to);
  const start = lineStart.exec(line)?.[0].length ?? 0;
  const ends = [...cellBars(line, columns), line.trimEnd().length];
  const cells: Range[] = [];
  let at = start;
  for (const end of ends) {
    const isOutside = end <= start || (end === line.trimEnd().length && line[end - 1] === '|');
    if (!isOutside) cells.push({ from: from + at, to: from + end });
    at = end + 1;
  }
  return cells;
}

/** Returns the lines around a position that may belong to one table: consecutive lines that each have a bar. */
function linesAround(text: string, place: number): Range[] {
  const lineAt = (at: number): Range => {
    const end = text.indexOf('\n', at);
    return { from: text.lastIndexOf('\n', at - 1) + 1, to: end === -1 ? text.length : end };
  };
  const isPart = ({ from, to }: Range) => text.slice(from, to).includes('|');
  const lines = [lineAt(place)];
  if (!lines.every(isPart)) return [];
  for (let first = lines[0]; first && first.from > 0; first = lines[0]) {
    const before = lineAt(first.from - 1);
    if (!isPart(before)) break;
    lines.unshift(before);
  }
  for (let last = lines.at(-1); last && last.to < text.length; last = lines.at(-1)) {
    const after = lineAt(last.to + 1);
    if (!isPart(after)) break;
    lines.push(after);
  }
  return lines;
}

function findTable(text: string, place: number): Found | undefined {
  const lines = linesAround(text, place);
  const at = lines.findIndex(({ from, to }) => delimiters.test(text.slice(from, to)));
  const [header, delimiter] = [lines[at - 1], lines[at]];
  const own = lines.findIndex(({ from, to }) => from <= place && place <= to);
  if (!header || !delimiter || own < at - 1) return undefined;
  const columns = readCells(text, delimiter, undefined).length;
  const rows = [header, ...lines.slice(at + 1)].map((line, index) => ({
    ...line,
    cells: readCells(text, line, index === 0 ? undefined : columns),
  }));
  const row = own === at ? undefined : own < at ? 0 : own - at;
  return { rows, delimiter, start: quoteStart.exec(text.slice(delimiter.from, delimiter.to))?.[0] ?? '', row };
}

/** Selects the content of a cell; adds spaces to an empty cell that has none. */
function selectCell(text: string, cell: Range): Edit {
  const words = text.slice(cell.from, cell.to);
  const from = cell.from + words.length - words.trimStart().length;
  if (words.trim() !== '') return { changes: [], selection: { from, to: from + words.trim().length } };
  const caret = cell.from + 1;
  const changes = words.length < 2 ? [{ from: cell.to, to: cell.to, insert: ' '.repeat(2 - words.length) }] : [];
  return { changes, selection: { from: caret, to: caret } };
}

/** Adds an empty table row behind a line, and puts the caret in its first cell. */
function addRow({ rows, start }: Found, behind: Range): Edit {
  const insert = `\n${start}|${'  |'.repeat(rows[0]?.cells.length ?? 1)}`;
  const caret = behind.to + 1 + start.length + 2;
  return { changes: [{ from: behind.to, to: behind.to, insert }], selection: { from: caret, to: caret } };
}

/** Returns the cell at a position: the first cell that ends there or later, or the last one. */
function cellAt({ cells }: Row, place: number): number {
  const found = cells.findIndex(({ to }) => place <= to);
  return found === -1 ? cells.length - 1 : found;
}

/**
 * Tab and Shift+Tab move to the next or previous table cell; Tab in the last cell adds a row.
 *
 * @returns undefined outside tables.
 */
export function stepCell(text: string, { from, to }: Range, step: 1 | -1): Edit | undefined {
  const found = findTable(text, to);
  if (!found || text.slice(from, to).includes('\n')) return undefined;
  const { rows, row, delimiter } = found;
  const cells = rows.flatMap((one) => one.cells);
  const own = row === undefined ? undefined : rows[row];
  const before = row === undefined ? rows.slice(0, 1) : rows.slice(0, row);
  const count = before.reduce((sum, one) => sum + one.cells.length, 0);
  const next = own ? count + cellAt(own, to) + step : step === 1 ? count : count - 1;
  const cell = cells[Math.max(0, next)];
  return cell ? selectCell(text, cell) : addRow(found, rows.length > 1 ? (rows.at(-1) ?? delimiter) : delimiter);
}

/** Leaves the table: the empty last row is removed, and the caret moves below a blank line. */
function leaveTable({ from, to }: Row): Edit {
  return { changes: [{ from, to, insert: '\n' }], selection: { from: from + 1, to: from + 1 } };
}

/**
 * Enter in a table moves to the cell below; after the last row, or behind the bar that ends a row, it adds a row; in an
 * empty last row it leaves the table.
 * @returns undefined outside tables, and before the header, where a line is wanted above.
 */
export function enterRow(text: string, { from, to }: Range): Edit | undefined {
  const found = findTable(text, to);
  if (!found || text.slice(from, to).includes('\n')) return undefined;
  const { rows, row, delimiter } = found;
  const own = row === undefined ? undefined : rows[row];
  const below = rows[(row ?? 0) + 1];
  if (row === 0 && to <= (own?.cells[0]?.from ?? 0) - 1) return undefined;
  const behind = own && row !== 0 ? own : delimiter;
  const isBlank =
    own !== undefined && row !== 0 && own.cells.every((cell) => text.slice(cell.from, cell.to).trim() === '');
  if (!below) return isBlank ? leaveTable(own) : addRow(found, behind);
  const isAtEnd = own !== undefined && to > (own.cells.at(-1)?.to ?? own.to);
  if (isAtEnd) return addRow(found, behind);
  const cell = below.cells[own ? Math.min(cellAt(own, to), below.cells.length - 1) : 0];
  return cell && selectCell(text, cell);
}

/** Shift+Enter inserts a line break within the table cell. @returns undefined outside tables. */
export function breakInCell(text: string, { from, to }: Range): Edit | undefined {
  if (!findTable(text, to) || text.slice(from, to).includes('\n')) return undefined;
  const caret = from + '<br>'.length;
  return { changes: [{ from, to, insert: '<br>' }], selection: { from: caret, to: caret } };
}
