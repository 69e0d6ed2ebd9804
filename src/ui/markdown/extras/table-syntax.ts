/**
 * The parser rule for tables: a bar inside furigana, code, a formula or a link does not end a cell
 * (docs/decisions/0067).
 */
import { gfmTable } from 'micromark-extension-gfm-table';
import type { Code, Construct, Event, Extension, State, TokenizeContext } from 'micromark-util-types';

import { keptBars } from './table-bars';

const BAR = 124;
const LETTER = 120;
const TAB = -2;
const SPACE_OF_TAB = -1;

/** Returns the number of columns of the table in which the parser's events end; undefined before a table's header. */
function countColumns(events: readonly Event[]): number | undefined {
  const tail = events.findLast(([, { type }]) => type !== 'lineEnding' && type !== 'linePrefix')?.[1].type;
  if (tail !== 'tableHead' && tail !== 'tableRow') return undefined;
  const from = events.findLastIndex(([, { type }]) => type === 'tableHead');
  const start = events.findLastIndex(([, { type }], index) => index < from && type === 'tableHead');
  return events.slice(start, from).filter(([kind, { type }]) => kind === 'enter' && type === 'tableDelimiterFiller')
    .length;
}

/** Reads the rest of the line, with its tabs and without the spaces that the parser adds for each tab. */
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

/** Returns the bars of the current table row that do not end a cell. */
function findKept(context: TokenizeContext): ReadonlySet<number> {
  return keptBars(readLine(context), countColumns(context.events));
}

/**
 * Wraps GFM's table rule: bars that do not end a cell are shown to it as letters. If the number of header columns then
 * differs, GFM's rule is used unchanged.
 */
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
