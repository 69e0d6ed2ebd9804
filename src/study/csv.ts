/**
 * Writes and reads CSV files: writes UTF-8 with BOM, escapes formulas (CSV injection) and keeps texts that a spreadsheet would take for
 * numbers or dates; reads UTF-8, UTF-16 and Shift_JIS, and texts written as formulas.
 */

/** A cell: a text, which a spreadsheet must not change, or a day, time, number or percentage that a spreadsheet may read as such. */
export type Cell = string | { readonly value: string };

/** Matches a cell that a spreadsheet would run as a formula, also in full-width characters, including a cell already escaped with quotes. */
const formula = /^'*[=+\-@\t\r＝＋－＠]/;

/** Matches a number of at most 11 characters that a spreadsheet shows and saves as it is written. */
const plainNumber = /^(?!.{12})(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/;

/** Characters of numbers, dates and times, in a character class. */
const numeric = String.raw`\d\s.,:/()%¥$€£\\+\-\u2212\u2044年月日時分秒`;

const months =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';

/** Matches a text (NFKC, trimmed) that a spreadsheet may read as a number, a fraction, an amount, a date, a time or a truth value. */
const recognised = new RegExp(
  [
    String.raw`(?=.*\d)(?:午[前後])?[${numeric}]*(?:${months}[${numeric}]*)?(?:[ap]m?)?`,
    // 12E5, and 2026-11-28T10:00Z.
    String.raw`\d[${numeric}]*[et][${numeric}]+z?`,
    // Japanese years: 令和8年, R8.11.28.
    String.raw`(?:明治|大正|昭和|平成|令和|[mtshr](?=\d+(?:年|[./-]\d+[./-])))[元${numeric}]+`,
    'true|false',
  ]
    .map((form) => `^(?:${form})$`)
    .join('|'),
  'is',
);

/** Returns the text as a formula, `="00123"`, where a spreadsheet would change it: 00123 to 123, or 3-11 to 3月11日. */
function escapeText(cell: string): string {
  if (formula.test(cell)) return `'${cell}`;
  const isKept = plainNumber.test(cell) || !recognised.test(cell.normalize('NFKC').trim());
  return isKept ? cell : `="${cell.replaceAll('"', '""')}"`;
}

/** Matches `="00123"`, which this app and other systems write so that Excel keeps a text as it is. */
const textFormula = /^="((?:[^"]|"")*)"$/;

function unescapeFormula(cell: string): string {
  if (cell.startsWith("'") && formula.test(cell)) return cell.slice(1);
  const [, text] = textFormula.exec(cell) ?? [];
  return text === undefined ? cell : text.replaceAll('""', '"');
}

/** The rows of a CSV file. */
export type Rows = readonly (readonly Cell[])[];

const writeCell = (cell: Cell) => (typeof cell === 'string' ? escapeText(cell) : cell.value).replaceAll('"', '""');

/** Returns rows as CSV lines without BOM, to append to a file. */
export function toCsvLines(rows: Rows): string {
  const lines = rows.map((row) => row.map((cell) => `"${writeCell(cell)}"`).join(','));
  return lines.map((line) => `${line}\r\n`).join('');
}

/**
 * Returns CSV that Excel opens without garbled text (文字化け): BOM, CRLF, every cell quoted, formulas escaped (docs/security.md,
 * "Defences"), and texts that look like numbers or dates kept.
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
  // After a quoted cell, as this app writes all cells, the separator is known; papaparse's guess also counts separators inside quotes.
  const [, delimiter] = /^"(?:[^"]|"")*"([,\t;])/.exec(text) ?? [];
  const { data, errors } = papa.parse<string[]>(text, { delimiter, delimitersToGuess: [',', '\t', ';'] });
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
