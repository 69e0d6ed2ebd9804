/**
 * Writes and reads CSV files: writes UTF-8 with BOM and escapes formulas (CSV injection); reads UTF-8, UTF-16 and Shift_JIS, and texts
 * written as formulas.
 */

/** Matches a cell that a spreadsheet would run as a formula, also in full-width characters, including a cell already escaped with quotes. */
const formula = /^'*[=+\-@\t\r＝＋－＠]/;

function escapeFormula(cell: string): string {
  return formula.test(cell) ? `'${cell}` : cell;
}

/** Matches `="00123"`, which other systems write so that Excel keeps a text as it is. */
const textFormula = /^="((?:[^"]|"")*)"$/;

function unescapeFormula(cell: string): string {
  if (cell.startsWith("'") && formula.test(cell)) return cell.slice(1);
  const [, text] = textFormula.exec(cell) ?? [];
  return text === undefined ? cell : text.replaceAll('""', '"');
}

type Rows = readonly (readonly string[])[];

/** Returns rows as CSV lines without BOM, to append to a file. */
export function toCsvLines(rows: Rows): string {
  const lines = rows.map((row) => row.map((cell) => `"${escapeFormula(cell).replaceAll('"', '""')}"`).join(','));
  return lines.map((line) => `${line}\r\n`).join('');
}

/**
 * Returns CSV that Excel opens without garbled text (文字化け): BOM, CRLF, every cell quoted, formulas escaped (docs/security.md,
 * "Defences").
 */
export function toCsv(rows: Rows): string {
  return `\uFEFF${toCsvLines(rows)}`;
}

/** Error: the file is not text in a supported encoding. */
export class UnreadableCsvError extends Error {
  override readonly name = 'UnreadableCsvError';
}

/** Decodes UTF-16 with BOM, UTF-8, or Shift_JIS, which Excel in Japan writes. @throws {UnreadableCsvError} */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const encodings = first === 0xff && second === 0xfe ? ['utf-16le'] : ['utf-8', 'shift_jis'];
  for (const encoding of encodings) {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
      // A binary file, such as a picture or workbook, may decode without an error but contains NUL characters.
      if (!text.includes('\u0000')) return text;
    } catch {
      // Ignore the error and try the next encoding.
    }
  }
  throw new UnreadableCsvError('Neither UTF-8 nor Shift_JIS');
}

/** One row of a file; `line` counts from 1 including the header, as in a spreadsheet. */
export interface CsvRow {
  line: number;
  cells: string[];
}

/** Reads rows that are separated by commas, tabs or semicolons, and unescapes formulas; skips empty rows. @throws {UnreadableCsvError} */
export async function parseCsv(text: string): Promise<CsvRow[]> {
  const { default: papa } = await import('papaparse');
  const { data, errors } = papa.parse<string[]>(text, { delimitersToGuess: [',', '\t', ';'] });
  // Refuse a quote that is never closed: the rest of the file would be one cell.
  if (errors.some(({ code }) => code === 'MissingQuotes')) throw new UnreadableCsvError('A quote is not closed');
  return data
    .map((cells, index) => ({ line: index + 1, cells: cells.map(unescapeFormula) }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
}

/** Reads a file's rows. @throws {UnreadableCsvError} */
export async function readCsv(bytes: Uint8Array): Promise<CsvRow[]> {
  return parseCsv(decodeText(bytes));
}
