/**
 * Rewrites displayed formulas to `$$` … `$$`, keeping line numbers: `\[` … `\]`, bare environments of LaTeX, and
 * dollars that are not alone on their lines.
 */
import {
  displayStart,
  isBracketFormula,
  isDisplayFormula,
  mathEnvironment,
} from '@/ui/markdown/formulas/formula-signs';
import { MAX_FORMULA_LINES } from '@/ui/markdown/markdown-limits';

import { findFenced, replaceInWords } from './prose-lines';

/** A formula's first line without its opening sign, how to find its last line, and what to do with its TeX. */
interface Opening {
  /** The quote and list markers before the formula. */
  before: string;
  first: string;
  /** True for an environment, which may contain blank lines. */
  mayBlank?: boolean;
  /** True for dollars, after which the parser reads all lines up to the next dollars as a formula. */
  isFence?: boolean;
  /** Returns a line of the formula without its closing sign; undefined for a line that does not close it. */
  close: (line: string) => string | undefined;
  /** Returns the formula's TeX; undefined for text that is none. */
  read: (tex: string) => string | undefined;
}

const lineStart = String.raw`^((?:[ \t]*>)*[ \t]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+)?)`;
const environment = new RegExp(String.raw`${lineStart}(\\begin\{(${mathEnvironment})(\*?)\}.*)$`);
const dollars = new RegExp(String.raw`${lineStart}\$\$(?!\$)((?:(?!\$\$).)*)$`);
/** Matches the mark of a formula's number behind its end in Quarto and Pandoc. */
const dollarsEnd = /^((?:(?!\$\$).)*)\$\$(?!\$)[ \t]*(?:\{#[\w:.-]{1,80}\})?[ \t]*[.,。、]?[ \t]*$/;

/** Environments that KaTeX has not, and those that it would number. */
const known: Readonly<Record<string, string>> = { eqnarray: 'align', flalign: 'align', multline: 'gather' };
const numbered = /^(?:align|alignat|gather|equation)$/;

function readEnvironment(tex: string, name: string): string {
  const own = known[name] ?? name;
  const start = new RegExp(String.raw`^\\begin\{${name}\*?\}`);
  const end = new RegExp(String.raw`\\end\{${name}\*?\}$`);
  const [opening, closing] = name.endsWith('math')
    ? ['', '']
    : ['begin', 'end'].map((word) => `\\${word}{${own}${numbered.test(own) ? '*' : ''}}`);
  const inside = tex
    .replace(start, '')
    .replace(end, '')
    .replace(/\\label\{[^{}]{0,200}\}|\\(?:nonumber|notag)(?![A-Za-z])/g, '');
  const aligned = name === 'eqnarray' ? inside.replace(/&([^&\\\n]{0,20})&/g, '&$1') : inside;
  return `${opening}${aligned}${closing}`;
}

/**
 * Reads the opening sign of a formula: `\[`, also with the backslash escaped, as Jekyll and Hugo need it; `\begin{…}`;
 * `$$`.
 */
function readOpening(line: string): Opening | undefined {
  const [bracket, before = '', escape = '', first = ''] = displayStart.exec(line) ?? [];
  if (bracket !== undefined) {
    const end = escape === '' ? /(?:^|[^\\])(?:\\\\)*\\\][ \t]*$/ : /\\\\\][ \t]*$/;
    const length = 2 + escape.length;
    const close = (each: string) => (end.test(each) ? each.trimEnd().slice(0, -length) : undefined);
    return { before, first, close, read: (tex) => (isDisplayFormula(tex) ? tex : undefined) };
  }
  const [bare, outside = '', rest = '', name = '', star = ''] = environment.exec(line) ?? [];
  if (bare !== undefined) {
    const end = `\\end{${name}${star}}`;
    const close = (each: string) => (each.trimEnd().endsWith(end) ? each.trimEnd() : undefined);
    return { before: outside, first: rest, mayBlank: true, close, read: (tex) => readEnvironment(tex, name) };
  }
  const [found, own = '', words = ''] = dollars.exec(line) ?? [];
  const close = (each: string) => dollarsEnd.exec(each)?.[1];
  return found === undefined ? undefined : { before: own, first: words, isFence: true, close, read: (tex) => tex };
}

/**
 * Returns the lines of TeX of a formula, the last one without the closing sign; undefined if it is not closed before a
 * blank line.
 */
function findTex(
  lines: readonly string[],
  start: number,
  { before, first, mayBlank, close }: Opening,
): string[] | undefined {
  // The following lines begin like the first one, with a space for each character of a list's marker.
  const below = before.replace(/[^> \t]/g, ' ');
  const tex: string[] = [];
  for (let at = start; at < Math.min(lines.length, start + MAX_FORMULA_LINES); at += 1) {
    const line = lines[at] ?? '';
    const own = at === start ? first : line.startsWith(below) ? line.slice(below.length) : line.trim();
    const last = close(own);
    if (last !== undefined) return [...tex, last];
    if (at > start && ((!mayBlank && /^[ \t>]*$/.test(line)) || displayStart.test(line))) return undefined;
    tex.push(own);
  }
  return undefined;
}

const withoutComment = (line: string) => line.replace(/(^|[^\\])%.*/, '$1').trim();

/** Writes a formula on as many lines as it had; without its comments if it has no line for each of its dollars. */
function writeLines(tex: readonly string[], count: number, before: string): string[] {
  const below = before.replace(/[^> \t]/g, ' ');
  const lines = tex.filter((line) => line.trim() !== '');
  if (count < 3) {
    const line = `${before}$$ ${lines.map(withoutComment).join(' ').trim()} $$`;
    return [line, ...Array.from({ length: count - 1 }, () => below.trimEnd())];
  }
  while (lines.length > count - 2) lines.splice(-2, 2, `${withoutComment(lines.at(-2) ?? '')} ${lines.at(-1) ?? ''}`);
  const blanks = Array.from({ length: count - 2 - lines.length }, () => '');
  return [`${before}$$`, ...[...lines, ...blanks].map((each) => below + each), `${below}$$`];
}

const escaped = /\\\\\(((?:[^\\`\n]|\\[^()\n]){1,500}?)\\\\\)/;
const escapedDisplay = /\\\\\[((?:[^\\`\n]|\\[^[\]\n]){1,500}?)\\\\\]/;
const hatena = /\[tex:[ ]?((?:[^[\]$\n]|\[[^[\]$\n]{0,100}\]){1,500})\]/;

/** Matches a matrix or the like within a line; `replaceInWords` puts one group before those of this pattern. */
const inlineEnvironment = new RegExp(String.raw`\\begin\{(${mathEnvironment})\*?\}[^\n\`$]{1,1000}?\\end\{\2\*?\}`);

/** Returns a displayed environment as one that may be within a line. */
function readInlineEnvironment(all: string, name: string): string {
  if (!numbered.test(known[name] ?? name) && !name.endsWith('math')) return all;
  return readEnvironment(all, name).replace(
    /\\(begin|end)\{(align|gather|equation)(at)?\*\}/g,
    (_, word, own, at = '') => (own === 'equation' ? '' : `\\${String(word)}{${String(own)}ed${String(at)}}`),
  );
}

/** Rewrites formulas within a line: environments of LaTeX, `\\(…\\)`, `\\[…\\]`, and `[tex:…]` of はてな. */
function readInline(line: string): string {
  if (!/\\\\[([]|\[tex:|\\begin\{/i.test(line)) return line;
  const isBare = !/\$|(?<!\\)\\[([]/.test(line);
  const wrapped = isBare
    ? replaceInWords(line, inlineEnvironment, (all, name = '') => `$${readInlineEnvironment(all, name).trim()}$`)
    : line;
  const bracketed = replaceInWords(wrapped, escaped, (all, tex = '') =>
    isBracketFormula(tex) ? String.raw`\(${tex}\)` : all,
  );
  const displayed = replaceInWords(bracketed, escapedDisplay, (all, tex = '') =>
    isDisplayFormula(tex) ? `$$${tex.trim()}$$` : all,
  );
  return replaceInWords(displayed, hatena, (_, tex = '') => `$${tex.trim()}$`);
}

/** Rewrites the displayed formulas of a text. */
export function rewriteDisplayFormulas(text: string): string {
  if (!/\\\[|\\begin\{|\$\$|\\\\\(|\[tex:/i.test(text)) return text;
  const lines = text.split(/\r\n|\n|\r/);
  const fenced = findFenced(lines);
  const done: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const opening = fenced[at] ? undefined : readOpening(line);
    const found = opening && findTex(lines, at, opening);
    const tex = found && opening.read(found.join('\n'));
    if (tex === undefined || !opening || !found) {
      done.push(fenced[at] ? line : readInline(line));
      const end = opening?.isFence ? lines.findIndex((each, index) => index > at && each.includes('$$')) : at;
      while (opening?.isFence && at + 1 < lines.length && at !== end) done.push(lines[(at += 1)] ?? '');
    } else {
      done.push(...writeLines(tex.split('\n'), found.length, opening.before));
      at += found.length - 1;
    }
  }
  return done.join('\n');
}
