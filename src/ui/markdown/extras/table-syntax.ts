/** Tables for the parser: a bar inside furigana, code, a formula or a link does not end a cell (docs/decisions/0067). */
import { gfmTable } from 'micromark-extension-gfm-table';
import type { Code, Construct, Event, Extension, State, TokenizeContext } from 'micromark-util-types';

const BAR = 124;
const LETTER = 120;
const TAB = -2;
const SPACE_OF_TAB = -1;

/** Escaped characters, then what may hold a bar; bounded lengths, so that a line full of signs is not slow. */
const holders =
  /\\.|(?<furigana>\{[^{}|｜`$]{1,40}(?:[|｜][^{}|｜]{0,60}){1,40}\})|(?<!`)(`{1,3})(?!`).{1,300}?(?<!`)\2(?!`)|\$(?!\s)[^$`]{1,300}(?<!\s)\$(?!\d)|\[\[?[^[\]]{1,200}\](?:\]|\([^()\s]{1,300}\))/g;
const isAscii = /^[\x20-\x7e]*$/;

interface Bars {
  /** Offsets in the line: all bars that are not escaped, those of furigana, and those of everything that may hold one. */
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

/** Returns the number of columns of the table that the events end in; undefined before a table's header. */
function countColumns(events: readonly Event[]): number | undefined {
  const tail = events.findLast(([, { type }]) => type !== 'lineEnding' && type !== 'linePrefix')?.[1].type;
  if (tail !== 'tableHead' && tail !== 'tableRow') return undefined;
  const from = events.findLastIndex(([, { type }]) => type === 'tableHead');
  const start = events.findLastIndex(([, { type }], index) => index < from && type === 'tableHead');
  return events.slice(start, from).filter(([kind, { type }]) => kind === 'enter' && type === 'tableDelimiterFiller')
    .length;
}

/** Reads the rest of the line, with tabs and without the spaces that the parser adds to them. */
function readLine(context: TokenizeContext): string {
  const start = context.now();
  let line = '';
  for (const chunk of context.sliceStream({ start, end: { ...start, _index: Infinity, _bufferIndex: -1 } })) {
    if (typeof chunk === 'string') line += chunk;
    else if (chunk === TAB) line += '\t';
    else if (chunk !== SPACE_OF_TAB) break;
  }
  return line;
}

/** Returns the bars of a row that do not end a cell: in GFM all do, which drops the last cells of a row that has too many. */
function findKept(context: TokenizeContext): Set<number> {
  const line = readLine(context);
  if (!line.includes('|')) return new Set();
  const { all, furigana, held } = findBars(line);
  if (held.length === 0) return new Set();
  const columns = countColumns(context.events);
  const isTooMany = columns === undefined || countCells(line, all) > columns;
  return new Set(isTooMany ? held : furigana);
}

/** Shows the bars that stay in their cell to GFM's rule as letters. A header whose columns then differ is read by GFM's rule alone. */
function keepBars(table: Construct): Construct {
  return {
    ...table,
    tokenize(effects, ok, nok) {
      const { offset } = this.now();
      const kept = findKept(this);
      let current: Code = null;
      let isOver = false;
      const end = (state: State): State => {
        return (code) => {
          isOver = true;
          return state(code);
        };
      };
      const follow = (state: State): State => {
        return (code) => {
          current = code;
          const next = state(code === BAR && kept.has(this.now().offset - offset) ? LETTER : code);
          return next && !isOver ? follow(next) : next;
        };
      };
      if (kept.size === 0) return nok;
      return follow(
        table.tokenize.call(this, { ...effects, consume: () => effects.consume(current) }, end(ok), end(nok)),
      );
    },
  };
}

const { flow } = gfmTable();
export const heldBars: Extension = { flow: { null: [flow?.null ?? []].flat().map(keepBars) } };
