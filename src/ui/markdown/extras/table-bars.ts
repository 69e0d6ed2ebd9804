/** Decides which vertical bars in a table row end a cell, and which are part of its text (docs/decisions/0067). */

/**
 * Matches escaped characters, then markup that may contain a bar; bounded lengths, so that a line full of signs is not
 * slow.
 */
const holders =
  /\\.|(?<furigana>[{｛][^{}｛｝|｜`$]{1,40}(?:[|｜][^{}｛｝|｜]{0,60}){1,40}[}｝])|(?<!`)(`{1,3})(?!`).{1,300}?(?<!`)\2(?!`)|\$(?!\s)[^$`]{1,300}(?<!\s)\$(?!\d)|\[\[?[^[\]]{1,200}\](?:\]|\([^()\s]{1,300}\))/g;
const isAscii = /^[\x20-\x7e]*$/;

interface Bars {
  /**
   * Offsets of bars in a line: all bars that are not escaped, those inside furigana, and those inside any markup that
   * may contain a bar.
   */
  all: number[];
  furigana: number[];
  held: number[];
}

function findBars(line: string): Bars {
  const bars: Bars = { all: [], furigana: [], held: [] };
  const add = (list: number[], text: string, at: number) => {
    for (const { index } of text.matchAll(/(?<!\\)\|/g)) list.push(at + index);
  };
  add(bars.all, line, 0);
  for (const { 0: text, index, groups } of line.matchAll(holders)) {
    add(bars.held, text, index);
    if (groups?.furigana !== undefined && !isAscii.test(text)) add(bars.furigana, text, index);
  }
  return bars;
}

/** Returns the number of cells of a row whose cells are divided by these bars. */
function countCells(line: string, bars: readonly number[]): number {
  const [start, end] = [line.length - line.trimStart().length, line.trimEnd().length - 1];
  return bars.length + 1 - Number(bars.includes(start)) - Number(end > start && bars.includes(end));
}

/**
 * Returns the offsets of a row's bars that do not end a cell. In GFM every bar ends a cell, so that a row with too many
 * bars loses its last cells.
 *
 * @param columns the number of columns of the row's table; undefined for its header.
 */
export function keptBars(line: string, columns: number | undefined): ReadonlySet<number> {
  if (!line.includes('|')) return new Set();
  const { all, furigana, held } = findBars(line);
  if (held.length === 0) return new Set();
  const isTooMany = columns === undefined || countCells(line, all) > columns;
  return new Set(isTooMany ? held : furigana);
}

/** Returns the offsets of a row's bars that end a cell. */
export function cellBars(line: string, columns: number | undefined): number[] {
  const kept = keptBars(line, columns);
  return findBars(line).all.filter((bar) => !kept.has(bar));
}
