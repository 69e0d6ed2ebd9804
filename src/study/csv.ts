/** CSV as it leaves and enters: UTF-8 with BOM out, cells that a spreadsheet would run defused; BOM and Shift_JIS in. */

/** What a spreadsheet takes for a formula, in full width too; quotes before it were put there by somebody who defused. */
const dangerous = /^'*[=+\-@\t\r＝＋－＠]/;

function defuse(cell: string): string {
  return dangerous.test(cell) ? `'${cell}` : cell;
}

function undefuse(cell: string): string {
  return cell.startsWith("'") && dangerous.test(cell) ? cell.slice(1) : cell;
}

type Rows = readonly (readonly string[])[];

/** More rows of such a text. */
export function toCsvLines(rows: Rows): string {
  const lines = rows.map((row) => row.map((cell) => `"${defuse(cell).replaceAll('"', '""')}"`).join(','));
  return lines.map((line) => `${line}\r\n`).join('');
}

/** A text that Excel opens without 文字化け: BOM, CRLF, every cell quoted and defused (docs/security.md, "Defences"). */
export function toCsv(rows: Rows): string {
  return `\uFEFF${toCsvLines(rows)}`;
}

/** The file is no text that we can read. */
export class UnreadableCsvError extends Error {
  override readonly name = 'UnreadableCsvError';
}

/** UTF-16 with its mark, UTF-8, else Shift_JIS, as Excel in Japan saves it. @throws {UnreadableCsvError} */
function decodeCsv(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const encodings = first === 0xff && second === 0xfe ? ['utf-16le'] : ['utf-8', 'shift_jis'];
  for (const encoding of encodings) {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
      // A picture or a workbook decodes to something, but not to text.
      if (!text.includes('\u0000')) return text;
    } catch {
      // The next encoding, then.
    }
  }
  throw new UnreadableCsvError('Neither UTF-8 nor Shift_JIS');
}

/** One row of a file; `line` counts rows from 1, the header included, as a spreadsheet does. */
export interface CsvRow {
  line: number;
  cells: string[];
}

/** Reads a file's rows, our own defusing undone; rows without any content are left out. @throws {UnreadableCsvError} */
export async function readCsv(bytes: Uint8Array): Promise<CsvRow[]> {
  const { default: papa } = await import('papaparse');
  const { data, errors } = papa.parse<string[]>(decodeCsv(bytes), { delimitersToGuess: [',', '\t', ';'] });
  // Everything behind a quote that nobody closed would be one cell.
  if (errors.some(({ code }) => code === 'MissingQuotes')) throw new UnreadableCsvError('A quote is not closed');
  return data
    .map((cells, index) => ({ line: index + 1, cells: cells.map(undefuse) }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
}
