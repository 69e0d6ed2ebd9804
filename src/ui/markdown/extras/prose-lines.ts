/** Rewrites a text's lines outside of fenced code, which may be in lists, quotes and indented boxes. */

const fence = /^[\s>]*(?:(?:[-+*]|\d{1,9}[.)])\s+)*(`{3,}(?=[^`]*$)|~{3,})(.*)$/;

/** Returns for each line whether it belongs to fenced code. */
export function findFenced(lines: readonly string[]): boolean[] {
  let open = '';
  return lines.map((line) => {
    const [, marks = '', info = ''] = fence.exec(line) ?? [];
    if (open === '') {
      open = marks;
      return marks !== '';
    }
    if (marks.startsWith(open) && info.trim() === '') open = '';
    return true;
  });
}

/** Matches inline code, which stays as it is written. */
const codeSpan = /(?<!`)(`{1,8})(?!`)[^\n]{0,1000}?(?<!`)\1(?!`)/;

/** Replaces a pattern in a line, except in inline code. @param pattern without flags. */
export function replaceInWords(line: string, pattern: RegExp, replace: (...groups: string[]) => string): string {
  return line.replace(
    new RegExp(`${codeSpan.source}|${pattern.source}`, 'gi'),
    (all: string, ticks: unknown, ...rest) =>
      ticks === undefined ? replace(all, ...rest.map((each: unknown) => (typeof each === 'string' ? each : ''))) : all,
  );
}
