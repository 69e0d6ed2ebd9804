/** Writes the rows that an import refused as a file to correct. */
import { type Cells, columnNames, columnWords } from './user-cells';

/**
 * Returns the refused rows with the cells of the imported file and a column of reasons; after correction the file can
 * be imported again.
 */
export function failedRows(rows: readonly { cells: Cells; reasons: readonly string[] }[]): string[][] {
  const present = columnNames.filter((column) => rows.some(({ cells }) => cells[column] !== undefined));
  const body = rows.map(({ cells, reasons }) => [...present.map((column) => cells[column] ?? ''), reasons.join(' ')]);
  return [[...present.map(columnWords), '理由'], ...body];
}
