/** Estimates the cost of parsing, to keep text from the markdown parser that would hang it or overflow its stack. */
import {
  MAX_BLOCK,
  MAX_BLOCKS,
  MAX_BRACKETS,
  MAX_CELLS,
  MAX_DOLLARS,
  MAX_JOINED,
  MAX_LINE_LENGTH,
  MAX_LINES,
  MAX_MARKERS,
  MAX_NESTING,
  MAX_SEARCH,
  MAX_UNDERLINES,
} from './markdown-limits';
import type { SourceLine } from './markdown-lines';

const containerMarker = /[ \t]*(?:>|[-+*](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$)|\[\^[^\]\s]{1,99}\]:)/y;
const marks = /\*+|_+|~+|={2,}|\+{2,}|`+|\$+|<!(?:--|\[CDATA\[|[a-z])|<\?|[[\]<\\&\n]/gi;
/** Matches long runs of brackets: browsers try every position in them as a line break, although none is allowed. */
const manyBrackets = new RegExp(`[\\p{Ps}\\p{Pe}]{${MAX_BRACKETS}}`, 'u');
/** Cost of a code block or displayed formula, in search steps, including its rendering. */
const STEPS_PER_FENCE = 40_000;
/** Minimum cost of a mark, in search steps. */
const STEPS_PER_MARK = 200;
/**
 * Costs in steps of a search: ten per character to the end of the block, six per mark back to the start of an emphasis.
 */
const STEPS_PER_CHARACTER_AHEAD = 10;
const STEPS_PER_MARK_BEFORE = 6;

/** Returns the columns of the list and quote markers at the start of a line. */
function markerColumns(line: string): number[] {
  const columns: number[] = [];
  const source = line.replace(/^[\t ]+/, (indent) => indent.replaceAll('\t', '    '));
  containerMarker.lastIndex = 0;
  while (columns.length <= MAX_NESTING && containerMarker.test(source)) columns.push(containerMarker.lastIndex);
  return columns;
}

function isTooDeep(lines: readonly SourceLine[]): boolean {
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

/** Splits into blocks, within which markup is searched; a blank line ends a block. */
function splitBlocks(lines: readonly SourceLine[]): string[][] {
  // In a piece with raw HTML or indented fences, the app's own detection of code may be wrong.
  const mayTrustCode = !lines.some(({ text }) => /^ {0,3}<[a-z!?/]|^ {1,3}(?:```|~~~|\$\$)/i.test(text));
  const blocks: string[][] = [[]];
  for (const { text, inside } of lines) {
    if (/^[\s>]*$/.test(text) || (inside === 'code' && mayTrustCode)) blocks.push([]);
    else blocks.at(-1)?.push(text);
  }
  return blocks;
}

/** The text that ends each kind of raw HTML. */
const htmlEnds: Readonly<Record<string, string>> = { '<!--': '-->', '<?': '?>', '<![CDATA[': ']]>' };

/** Returns the position of the last possible partner of each kind of mark in a block. */
function lastPartners(text: string, found: readonly RegExpExecArray[]): Map<string, number> {
  const last = new Map(found.map(({ 0: mark, index }) => [mark, index]));
  const htmlMarks = [...last.keys()].filter((mark) => /^<./.test(mark));
  for (const mark of htmlMarks) last.set(mark, text.lastIndexOf(htmlEnds[mark.toUpperCase()] ?? '>'));
  return last;
}

/** Underscores inside words, as in URLs and identifiers, are not markup. */
function isAmidWord(text: string, mark: string, index: number): boolean {
  return /^\w_+\w$/.test(text.slice(index - 1, index + mark.length + 1));
}

/**
 * Estimates the parser's steps in one block: for a mark without a partner the parser searches up to the block's end.
 */
function searchCost(text: string): number {
  const found = [...text.matchAll(marks)];
  const last = lastPartners(text, found);
  const labels: number[] = [];
  let steps = STEPS_PER_MARK * found.length;
  for (const { 0: mark, index } of found) {
    if (/[*_~=+]/.test(mark)) steps += isAmidWord(text, mark, index) ? 0 : STEPS_PER_MARK_BEFORE * found.length;
    else if (/[`$]|<./.test(mark) && (last.get(mark) ?? 0) <= index)
      steps += STEPS_PER_CHARACTER_AHEAD * (text.length - index);
    else if (mark === '[') labels.push(index);
    else if (mark === ']') steps += found.length + index - (labels.pop() ?? index);
  }
  return steps;
}

/** Returns whether a block is certainly a table, where marks pair within a cell. */
export function isTable([head = '', line = '']: readonly string[]): boolean {
  const columns = (row: string) =>
    row
      .trim()
      .replace(/^\||\|$/g, '')
      .split('|').length;
  const isDivided = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)+\|?[ \t]*$/.test(line);
  return isDivided && /^\|[^\\]*$/.test(head) && columns(head) === columns(line);
}

/**
 * Matches an item marker far enough to the left to end the surrounding block; further right it may continue a
 * paragraph.
 */
const itemStart = /\n(?= {0,3}[-+*] +\S)/;

function cellsOf(block: readonly string[]): number {
  return block.reduce((most, line) => Math.max(most, line.split('|').length - 1), 0) * block.length;
}

const joined = new RegExp(`[\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Mong}\\p{scx=Nkoo}\\p{M}\\u200d]{${MAX_JOINED}}`, 'u');

/** Returns whether a run of joining letters is longer than any real word. */
export function isJoined(text: string): boolean {
  return joined.test(text);
}

/** Estimates the cost of parsing a piece of text; Infinity when it must not be parsed. */
export function parserCost(lines: readonly SourceLine[]): number {
  const underlines = lines.filter(({ text }) => /^[\s>]*(?:-+|=+)\s*$/.test(text));
  const words = lines.filter(({ inside }) => inside !== 'code');
  const dollars = words.reduce((sum, { text }) => sum + text.split('$').length - 1, 0);
  const isTooLong = words.length > MAX_LINES || dollars > MAX_DOLLARS;
  if (isTooLong || underlines.length > MAX_UNDERLINES || isTooDeep(lines)) return Infinity;
  if (lines.some(({ text }) => text.length > MAX_LINE_LENGTH || manyBrackets.test(text) || isJoined(text)))
    return Infinity;
  const blocks = splitBlocks(lines).filter(({ length }) => length > 0);
  if (blocks.length > MAX_BLOCKS) return Infinity;
  if (blocks.some((block) => block.join('\n').length > MAX_BLOCK)) return Infinity;
  if (blocks.reduce((cells, block) => cells + cellsOf(block), 0) > MAX_CELLS) return Infinity;
  const searched = blocks.flatMap((block) => (isTable(block) ? block : block.join('\n').split(itemStart)));
  const fences =
    lines.filter(({ text, inside }) => inside === 'code' && /^ {0,3}(?:```|~~~|\$\$)/.test(text)).length / 2;
  const steps = searched.reduce((sum, text) => sum + searchCost(text), STEPS_PER_FENCE * fences);
  return steps > MAX_SEARCH ? Infinity : steps;
}
