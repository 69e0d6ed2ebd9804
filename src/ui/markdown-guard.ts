/** Tells beforehand which texts would hang or overflow the markdown parser, so that they are shown as they are. */
import { readLines, type SourceLine } from './markdown-lines';

const MAX_BYTES = 100 * 1024;
const MAX_LINES = 10_000;
const MAX_FILLED_LINES = 3000;
/** Lists and quotes inside each other; the parser's stack overflows at some hundreds. */
const MAX_NESTING = 20;
/** All list and quote markers at the beginnings of lines. */
const MAX_MARKERS = 4000;
/** Lines of hyphens or equals signs: the parser's time grows with their square. */
const MAX_UNDERLINES = 200;
/** Cells over all tables; short rows are filled up to the width of the header. */
const MAX_CELLS = 10_000;
/** Marks times characters, summed over the blocks: what the parser may look at when no mark finds its partner. */
const MAX_SEARCH = 12_000_000;

const inlineMarks = /\*+|_+|~+|`+|\$+|[[\]<]/g;
const containerMarker = /[ \t]*(?:>|[-+*](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$)|\[\^[^\]\s]{1,99}\]:)/y;

function isTooLong(text: string): boolean {
  return text.length > MAX_BYTES || new TextEncoder().encode(text).length > MAX_BYTES;
}

function hasTooManyLines(lines: SourceLine[]): boolean {
  const filled = lines.filter(({ text }) => text.trim() !== '');
  const underlines = filled.filter(({ text }) => /^[\s>]*(?:-+|=+)\s*$/.test(text));
  return lines.length > MAX_LINES || filled.length > MAX_FILLED_LINES || underlines.length > MAX_UNDERLINES;
}

/** Columns of the list and quote markers that a line begins with. */
function markerColumns(line: string): number[] {
  const columns: number[] = [];
  const source = line.replace(/^[\t ]+/, (indent) => indent.replaceAll('\t', '    '));
  containerMarker.lastIndex = 0;
  while (columns.length <= MAX_NESTING && containerMarker.test(source)) columns.push(containerMarker.lastIndex);
  return columns;
}

function isTooDeep(lines: SourceLine[]): boolean {
  const open: number[] = [];
  let markers = 0;
  return lines.some(({ text }) => {
    const columns = markerColumns(text);
    markers += columns.length;
    for (const column of columns) {
      while (open.length > 0 && (open.at(-1) ?? 0) >= column) open.pop();
      open.push(column);
    }
    return open.length > MAX_NESTING || markers > MAX_MARKERS;
  });
}

/** Markup is searched for inside a block, which ends at a blank line. */
function splitBlocks(lines: SourceLine[]): string[][] {
  // Beside raw HTML and indented fences, our own idea of what is code could be led astray.
  const mayTrustCode = !lines.some(({ text }) => /^ {0,3}<[a-z!?/]|^ {1,3}(?:```|~~~|\$\$)/i.test(text));
  const blocks: string[][] = [[]];
  for (const { text, inside } of lines) {
    if (/^[\s>]*$/.test(text) || (inside === 'code' && mayTrustCode)) blocks.push([]);
    else blocks.at(-1)?.push(text);
  }
  return blocks;
}

function countMatches(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

function isTooTangled(lines: SourceLine[]): boolean {
  let search = 0;
  let cells = 0;
  for (const block of splitBlocks(lines)) {
    const text = block.join('\n');
    search += countMatches(text, inlineMarks) * text.length;
    cells += block.reduce((most, line) => Math.max(most, countMatches(line, /\|/g)), 0) * block.length;
  }
  return search > MAX_SEARCH || cells > MAX_CELLS;
}

/** Whether a text is too long, too deep or too tangled to be parsed in well under a second. */
export function isTooComplex(text: string): boolean {
  if (isTooLong(text)) return true;
  const lines = readLines(text);
  return hasTooManyLines(lines) || isTooDeep(lines) || isTooTangled(lines);
}
