/** Splits a text where a block starts at the first column, so that the parts can be parsed and drawn separately. */
import { MAX_BYTES, MAX_FOLD, MAX_PIECES, MAX_TEXT_SEARCH, SLICE_WEIGHT } from './markdown-limits';
import { readLines, type SourceLine, splitLong } from './markdown-lines';
import { withoutId } from './markdown-outline';
import { hasFormula } from './math-ahead';
import { isJoined, isTable, parserCost } from './parsing-cost';

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
