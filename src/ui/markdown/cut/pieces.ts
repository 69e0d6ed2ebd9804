/**
 * Splits a text where a block starts at the first column, so that the parts can be parsed and drawn separately, and
 * estimates the cost of parsing, to keep text from the markdown parser that would hang it or overflow its stack.
 */
import { hasFormula } from '@/ui/markdown/formulas/math-ahead';
import {
  MAX_BLOCK,
  MAX_BLOCKS,
  MAX_BRACKETS,
  MAX_BYTES,
  MAX_CELLS,
  MAX_DOLLARS,
  MAX_FOLD,
  MAX_JOINED,
  MAX_LINE_LENGTH,
  MAX_LINES,
  MAX_MARKERS,
  MAX_NAMES,
  MAX_NESTING,
  MAX_PIECES,
  MAX_SEARCH,
  MAX_TEXT_SEARCH,
  MAX_UNDERLINES,
  NAMES_AT_ONCE,
  SLICE_WEIGHT,
} from '@/ui/markdown/markdown-limits';

import { withoutId } from './outline';
import { readLines, type SourceLine, splitLong } from './source-lines';

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
function isTable([head = '', line = '']: readonly string[]): boolean {
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
function isJoined(text: string): boolean {
  return joined.test(text);
}

/** Estimates the cost of parsing a piece of text; Infinity when it must not be parsed. */
function parserCost(lines: readonly SourceLine[]): number {
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

export interface Piece {
  text: string;
  /** The number of lines before the piece. */
  line: number;
  weight: number;
  /** True if the piece must not be parsed, only shown as plain text. */
  isRefused: boolean;
  /** The header below which this piece is parsed, because it continues the table or list of the previous piece. */
  head?: string;
}

const encoder = new TextEncoder();
const heading = /^#{1,6}(?:\s|$)/;
const listMarker = /^(?:[-+*]|\d{1,9}[.)])(?:\s|$)/;

/** A line that may belong to a list. */
function isListed({ text }: SourceLine): boolean {
  return listMarker.test(text) || /^\s+\S/.test(text);
}

/** Returns whether an independent block starts at a line. */
function isStart({ text, inside }: SourceLine, part: readonly SourceLine[]): boolean {
  const before = part.at(-1);
  if (inside === undefined && heading.test(text)) return true;
  const isAfterBlank = before !== undefined && before.inside === undefined && before.text.trim() === '';
  return isAfterBlank && /^(?!: )\S/.test(text) && !(listMarker.test(text) && part.some(isListed));
}

/** Returns the weight of a text: formulas, marks, lines and blocks cost more than letters. */
function weightOf(text: string): number {
  const weight = text.length + 20 * (text.match(/[\\^*_`$|[<\n]/g)?.length ?? 0) + 30;
  return text.includes('$') ? 3 * weight : weight;
}

/** Counts the `<details>` that are open after a line; each is drawn as a whole. */
function foldsBehind({ text, inside }: SourceLine, open: number): number {
  const tags = inside === 'code' ? [] : (text.match(/<\/?details/gi) ?? []);
  return tags.reduce((sum, tag) => Math.max(0, sum + (tag[1] === '/' ? -1 : 1)), open);
}

function splitLines(lines: readonly SourceLine[]): SourceLine[][] {
  const parts: SourceLine[][] = [];
  let folds = 0;
  for (const line of lines) {
    const part = parts.at(-1);
    if (part && part.length > MAX_FOLD) folds = 0;
    if (!part || (folds === 0 && isStart(line, part))) parts.push([]);
    parts.at(-1)?.push(line);
    folds = foldsBehind(line, folds);
  }
  return parts;
}

/** Splits plain text at any position, because laying out a million letters at once takes seconds. */
function cutPlain(piece: Piece): Piece[] {
  const length = isJoined(piece.text) ? SLICE_WEIGHT / 10 : SLICE_WEIGHT;
  if (!piece.isRefused || piece.text.length <= length) return [piece];
  const parts = piece.text.match(new RegExp(`[^]{1,${length}}`, 'gu')) ?? [];
  let { line } = piece;
  return parts.map((text) => {
    const part = { ...piece, text, line, weight: SLICE_WEIGHT };
    line += text.split('\n').length;
    return part;
  });
}

/** Matches a list item that is not a thematic break. */
const item = /^[-+*] +(?![-* ]+$)\S/;
const task = /^[-+*] +\[[ x]\]/i;

/**
 * Returns the header below which later pieces of a long table or list are parsed, and a test of whether a piece may
 * start with a line.
 */
function readRows(lines: readonly string[]): { head: string; isRow: (line: string) => boolean } | undefined {
  const [first = '', second = ''] = lines;
  if (isTable(lines) && lines.every((line) => line.startsWith('|')))
    return { head: `${first.replace(/[^|\s]/g, 'x')}\n${second}\n`, isRow: () => true };
  // The first list item decides whether all of the list is a task list.
  const isRow = (line: string) => line[0] === first[0] && item.test(line) && (task.test(first) || !task.test(line));
  return isRow(first) && lines.every((line) => isRow(line) || /^\s+\S/.test(line)) ? { head: '', isRow } : undefined;
}

/** Splits a long table or list, which is then drawn slice by slice. */
function cutRows(piece: Piece): Piece[] {
  const lines = piece.text.trimEnd().split('\n');
  const rows = piece.isRefused || piece.weight <= SLICE_WEIGHT ? undefined : readRows(lines);
  if (!rows) return cutPlain(piece);
  const parts: Piece[] = [];
  for (const [index, text] of lines.entries()) {
    const last = parts.at(-1);
    const weight = weightOf(text);
    if (!last) parts.push({ ...piece, text, weight });
    else if (index > 2 && last.weight + weight > SLICE_WEIGHT && rows.isRow(text))
      parts.push({ ...piece, text, weight, line: piece.line + index, head: rows.head });
    else {
      last.text += `\n${text}`;
      last.weight += weight;
    }
  }
  return parts;
}

function joinLines(lines: readonly SourceLine[]): string {
  return lines.map(({ text, inside }, at) => (inside ? text : withoutId(text, lines[at + 1]?.text))).join('\n');
}

/** Returns the smallest parts of a text that can be drawn separately. */
export function cutText(source: string): Piece[] {
  const [near, far] = splitLong(source);
  const lines = readLines(near);
  const parts = splitLines(lines);
  let bytes = 0;
  let search = 0;
  const pieces = parts.slice(0, MAX_PIECES).flatMap((part) => {
    const text = joinLines(part);
    bytes += encoder.encode(text).length + 1;
    const cost = bytes > MAX_BYTES ? Infinity : parserCost(part);
    const isRefused = search + cost > MAX_TEXT_SEARCH;
    if (!isRefused) search += cost;
    return cutRows({ text, line: (part[0]?.number ?? 1) - 1, weight: weightOf(text), isRefused });
  });
  const more = parts.slice(MAX_PIECES).flat();
  const left = [...(more[0] ? [joinLines(more)] : []), ...(far === '' ? [] : [far])].join('\n');
  const line = (more[0]?.number ?? lines.length) - 1;
  return left === '' ? pieces : [...pieces, ...cutPlain({ text: left, line, weight: Infinity, isRefused: true })];
}

const lonelyHeading = /^#{1,6}\s[^\n]*\s*$/;

/** Moves a heading at the end of a group to the next group. */
function takeHeading(group: Piece[] | undefined): Piece[] {
  const last = group && group.length > 1 ? group.at(-1) : undefined;
  return last && !last.isRefused && lonelyHeading.test(last.text) ? (group?.splice(-1) ?? []) : [];
}

/** Groups pieces into slices. @param isCutAtFormula true to start a new group at the first piece with a formula. */
export function groupPieces(pieces: readonly Piece[], isCutAtFormula: boolean): Piece[][] {
  const groups: Piece[][] = [];
  const firstFormula = isCutAtFormula ? pieces.find(({ text }) => hasFormula(text)) : undefined;
  let weight = 0;
  for (const piece of pieces) {
    const group = groups.at(-1);
    const isFull = weight + piece.weight > SLICE_WEIGHT || piece === firstFormula;
    const isContinued = piece.head !== undefined;
    if (!group || isFull || isContinued || group[0]?.isRefused !== piece.isRefused)
      groups.push(piece.isRefused || isContinued ? [piece] : [...takeHeading(group), piece]);
    else group.push(piece);
    weight = (groups.at(-1) === group ? weight : 0) + (isContinued ? SLICE_WEIGHT : piece.weight);
  }
  return groups;
}

const definition = /^[\s>*+-]*(\[[^\]]{1,999}\]:.*)/;
const footnote = /^\[\^[^\]]+\]:/;

/**
 * Yields the link and footnote definitions of a whole text in batches, footnotes without their content, because a part
 * may reference one that a later part defines.
 */
export function* definitionLines(pieces: readonly Piece[]): Generator<string, void> {
  const lines = pieces.filter(({ isRefused }) => !isRefused).flatMap(({ text }) => text.split('\n'));
  const found = lines.flatMap((line) => definition.exec(line)?.[1] ?? []).slice(0, MAX_NAMES);
  const bare = found.map((line) => footnote.exec(line)?.[0] ?? line);
  while (bare.length > 0) yield bare.splice(0, NAMES_AT_ONCE).join('\n\n');
}
