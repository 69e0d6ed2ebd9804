/** Rows that an import did not take, as a file to put right. */
import { type Cells, columnNames, columnWords } from './user-cells';

/** Rows that were not taken, as the file had them and with why: put right, they can be imported as they stand. */
export function failedRows(rows: readonly { cells: Cells; reasons: readonly string[] }[]): string[][] {
  const present = columnNames.filter((column) => rows.some(({ cells }) => cells[column] !== undefined));
  const body = rows.map(({ cells, reasons }) => [...present.map((column) => cells[column] ?? ''), reasons.join(' ')]);
  return [[...present.map(columnWords), '理由'], ...body];
}
