/**
 * Writes and reads CSV files: writes UTF-8 with BOM, escapes formulas (CSV injection) and keeps texts that a
 * spreadsheet would take for numbers or dates; reads the encodings of Japanese files, and texts written as formulas.
 */

/**
 * A cell: a text, which a spreadsheet must not change, or a day, time, number or percentage that a spreadsheet may read
 * as such.
 */
export type Cell = string | { readonly value: string };

/**
 * Matches a cell that a spreadsheet would run as a formula, also in full-width characters, including a cell already
 * escaped with quotes.
 */
const formula = /^'*[=+\-@\t\r＝＋－＠]/;

/** Matches a number of at most 11 characters that a spreadsheet shows and saves as it is written. */
const plainNumber = /^(?!.{12})(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/;

/** Characters of numbers, dates and times, in a character class. */
const numeric = String.raw`\d\s.,:/()%¥$€£\\+\-\u2212\u2044年月日時分秒`;

const months =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';

/**
 * Matches a text (NFKC, trimmed) that a spreadsheet may read as a number, a fraction, an amount, a date, a time, a
 * truth value, or, after - or @, as a name in a formula (some user names are written so). None of these texts can run a
 * formula.
 */
const recognised = new RegExp(
  [
    String.raw`(?=.*\d)(?:午[前後])?[${numeric}]*(?:${months}[${numeric}]*)?(?:[ap]m?)?`,
    // 12E5, and 2026-11-28T10:00Z.
    String.raw`\d[${numeric}]*[et][${numeric}]+z?`,
    // Japanese years: 令和8年, R8.11.28.
    String.raw`(?:明治|大正|昭和|平成|令和|[mtshr](?=\d+(?:年|[./-]\d+[./-])))[元${numeric}]+`,
    'true|false',
    String.raw`[-@][\w.@-]*`,
  ]
    .map((form) => `^(?:${form})$`)
    .join('|'),
  'is',
);

/** Returns the text as a formula, `="00123"`, where a spreadsheet would change it: 00123 to 123, or 3-11 to 3月11日. */
function escapeText(cell: string): string {
  if (plainNumber.test(cell)) return cell;
  if (recognised.test(cell.normalize('NFKC').trim())) return `="${cell.replaceAll('"', '""')}"`;
  return formula.test(cell) ? `'${cell}` : cell;
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
 * Returns CSV that Excel opens without garbled text (文字化け): BOM, CRLF, every cell quoted, formulas escaped
 * (docs/security.md, "Defences"), and texts that look like numbers or dates kept.
 */
export function toCsv(rows: Rows): string {
  return `\uFEFF${toCsvLines(rows)}`;
}

/** Error: the file is not text in a supported encoding. */
export class UnreadableCsvError extends Error {
  override readonly name = 'UnreadableCsvError';
}

/** Returns the encodings that a file may have, the likely one first. */
function encodingsOf(bytes: Uint8Array): string[] {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return ['utf-16le'];
  if (first === 0xfe && second === 0xff) return ['utf-16be'];
  // JIS is ASCII with escape sequences, so it would also decode as UTF-8.
  const isEscape = (byte: number, index: number) =>
    byte === 0x1b && /[$(]/.test(String.fromCharCode(bytes[index + 1] ?? 0));
  const jis = bytes.some(isEscape) ? ['iso-2022-jp'] : [];
  // Most EUC-JP texts would also decode as Shift_JIS, to katakana of half width, but hardly any Shift_JIS text decodes
  // as EUC-JP.
  return [...jis, 'utf-8', 'euc-jp', 'shift_jis', 'utf-16le', 'utf-16be'];
}

/** Decodes UTF-8, UTF-16, Shift_JIS (Excel in Japan), EUC-JP and JIS (ISO-2022-JP). @throws {UnreadableCsvError} */
export function decodeText(bytes: Uint8Array): string {
  for (const encoding of encodingsOf(bytes)) {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
      // A binary file, such as a picture or workbook, may decode without an error but contains control characters.
      const isBinary = text.includes('\u0000') || (encoding.startsWith('utf-16') && /(?!\s)\p{Cc}/u.test(text));
      // Without a byte order mark, UTF-16 of the wrong byte order has no line break and no comma.
      if (!isBinary && (!encoding.startsWith('utf-16') || /[\n\r,\t;]/.test(text))) return text;
    } catch {
      // Ignore the error and try the next encoding.
    }
  }
  throw new UnreadableCsvError('No known encoding');
}

/** One row of a file; `line` counts from 1 including the header, as in a spreadsheet. */
export interface CsvRow {
  line: number;
  cells: string[];
}

/** Matches the line by which Excel is told the separator, `sep=;`. */
const separatorLine = /^\uFEFF?"?sep=([,;|\t])"?[,;|\t]*(?:\r\n|\r|\n)/i;

/**
 * Reads rows that are separated by commas, tabs, semicolons or vertical bars, and unescapes formulas; skips empty rows.
 *
 * @throws {UnreadableCsvError}
 */
export async function parseCsv(text: string): Promise<CsvRow[]> {
  const { default: papa } = await import('papaparse');
  const [line = '', stated] = separatorLine.exec(text) ?? [];
  // After a quoted cell, as this app writes all cells, the separator is known; papaparse's guess also counts separators
  // inside quotes.
  const [, afterQuote] = /^"(?:[^"]|"")*"([,\t;|])/.exec(text) ?? [];
  const delimiter = stated ?? afterQuote;
  const { data, errors } = papa.parse<string[]>(text.slice(line.length), {
    delimiter,
    delimitersToGuess: [',', '\t', ';', '|'],
  });
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
