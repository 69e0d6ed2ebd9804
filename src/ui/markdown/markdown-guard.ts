/** Tells beforehand which piece of a text would hang or overflow the markdown parser. */
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
const marks = /\*+|_+|~+|`+|\$+|<!(?:--|\[CDATA\[|[a-z])|<\?|[[\]<\\&\n]/gi;
/** Lines may not be broken between brackets: browsers try every one of them. */
const manyBrackets = new RegExp(`[\\p{Ps}\\p{Pe}]{${MAX_BRACKETS}}`, 'u');
/** A block of code or a formula on lines of its own, in steps of the search: it is drawn as well. */
const FENCE = 40_000;
/** Each mark is read, at least. */
const MARK = 200;
/** One step of a scan through characters costs that of ten through marks, one from an emphasis back to its beginning that of six. */
const SCAN = 10;
const BACK = 6;

/** Columns of the list and quote markers that a line begins with. */
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

/** Markup is searched for inside a block, which ends at a blank line. */
function splitBlocks(lines: readonly SourceLine[]): string[][] {
  // Beside raw HTML and indented fences, our own idea of what is code could be led astray.
  const mayTrustCode = !lines.some(({ text }) => /^ {0,3}<[a-z!?/]|^ {1,3}(?:```|~~~|\$\$)/i.test(text));
  const blocks: string[][] = [[]];
  for (const { text, inside } of lines) {
    if (/^[\s>]*$/.test(text) || (inside === 'code' && mayTrustCode)) blocks.push([]);
    else blocks.at(-1)?.push(text);
  }
  return blocks;
}

/** What raw HTML of a kind ends with. */
const htmlEnds: Readonly<Record<string, string>> = { '<!--': '-->', '<?': '?>', '<![CDATA[': ']]>' };

/** Where each kind of mark finds its last partner in a block. */
function lastPartners(text: string, found: readonly RegExpExecArray[]): Map<string, number> {
  const last = new Map(found.map(({ 0: mark, index }) => [mark, index]));
  const htmlMarks = [...last.keys()].filter((mark) => /^<./.test(mark));
  for (const mark of htmlMarks) last.set(mark, text.lastIndexOf(htmlEnds[mark.toUpperCase()] ?? '>'));
  return last;
}

/** Addresses and names in code are full of underscores that mean nothing. */
function isAmidWord(text: string, mark: string, index: number): boolean {
  return /^\w_+\w$/.test(text.slice(index - 1, index + mark.length + 1));
}

/** Steps the parser may take through one block: what finds no partner is looked for up to the block's end. */
function searchCost(text: string): number {
  const found = [...text.matchAll(marks)];
  const last = lastPartners(text, found);
  const labels: number[] = [];
  let steps = MARK * found.length;
  for (const { 0: mark, index } of found) {
    if (/[*_~]/.test(mark)) steps += isAmidWord(text, mark, index) ? 0 : BACK * found.length;
    else if (/[`$]|<./.test(mark) && (last.get(mark) ?? 0) <= index) steps += SCAN * (text.length - index);
    else if (mark === '[') labels.push(index);
    else if (mark === ']') steps += found.length + index - (labels.pop() ?? index);
  }
  return steps;
}

/** Whether a block is surely a table, whose marks find their partners in the same cell. */
export function isTable([head = '', line = '']: readonly string[]): boolean {
  const columns = (row: string) =>
    row
      .trim()
      .replace(/^\||\|$/g, '')
      .split('|').length;
  const isDivided = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)+\|?[ \t]*$/.test(line);
  return isDivided && /^\|[^\\]*$/.test(head) && columns(head) === columns(line);
}

/** What begins an item so far to the left ends whatever it stands in; further in it may go on with a paragraph. */
const itemStart = /\n(?= {0,3}[-+*] +\S)/;

function cellsOf(block: readonly string[]): number {
  return block.reduce((most, line) => Math.max(most, line.split('|').length - 1), 0) * block.length;
}

const joined = new RegExp(`[\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Mong}\\p{scx=Nkoo}\\p{M}\\u200d]{${MAX_JOINED}}`, 'u');

/** Whether more letters join than words have. */
export function isJoined(text: string): boolean {
  return joined.test(text);
}

/** What the search for partners in a piece of text costs; infinite where the parser must not be let at it. */
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
  const steps = searched.reduce((sum, text) => sum + searchCost(text), FENCE * fences);
  return steps > MAX_SEARCH ? Infinity : steps;
}
