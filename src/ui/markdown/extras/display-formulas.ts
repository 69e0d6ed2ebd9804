/** Rewrites `\[` … `\]` on lines of their own to `$$` … `$$`, keeping line numbers. */
import { displayStart, isDisplayFormula } from '@/ui/markdown/formula-signs';

import { findFenced } from './prose-lines';

/** The maximum number of lines in which the end of a formula is searched. */
const MAX_FORMULA_LINES = 100;

/** Returns the index of the line that closes a formula; -1 without one before a blank line. */
function findEnd(lines: readonly string[], start: number): number {
  for (let at = start; at < Math.min(lines.length, start + MAX_FORMULA_LINES); at += 1) {
    const line = lines[at] ?? '';
    const isEnd = /(?:^|[^\\])(?:\\\\)*\\\][ \t]*$/.test(line);
    if (isEnd || (at > start && (/^[ \t>]*$/.test(line) || displayStart.test(line)))) return isEnd ? at : -1;
  }
  return -1;
}

/** Writes a formula on one line, without its comments, when its brackets are not alone on their lines. */
function writeOnOneLine(tex: readonly string[], before: string, below: string): string[] {
  const line = tex.map((each) => each.replace(/(^|[^\\])%.*/, '$1').trim()).join(' ');
  return [`${before}$$ ${line.trim()} $$`, ...tex.slice(1).map(() => below.trimEnd())];
}

/** Rewrites the displayed formulas of a text from brackets to dollars. */
export function rewriteDisplayFormulas(text: string): string {
  if (!text.includes('\\[')) return text;
  const lines = text.split(/\r\n|\n|\r/);
  const fenced = findFenced(lines);
  const done: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const [found, before = '', first = ''] = (!fenced[at] && displayStart.exec(line)) || [];
    const end = found === undefined ? -1 : findEnd(lines, at);
    // The following lines begin like the first one, with a space for each character of a list's marker.
    const below = before.replace(/[^> \t]/g, ' ');
    const rest = lines
      .slice(at + 1, end + 1)
      .map((each) => (each.startsWith(below) ? each.slice(below.length) : each.trim()));
    const tex = [first, ...rest];
    tex.push((tex.pop() ?? '').trimEnd().slice(0, -2));
    if (end < 0 || !isDisplayFormula(tex.join('\n'))) done.push(line);
    else {
      const isFenced = end > at + 1 && first.trim() === '' && tex.at(-1)?.trim() === '';
      const fenced = tex.slice(1, -1).map((each) => below + each);
      done.push(...(isFenced ? [`${before}$$`, ...fenced, `${below}$$`] : writeOnOneLine(tex, before, below)));
      at = end;
    }
  }
  return done.join('\n');
}
