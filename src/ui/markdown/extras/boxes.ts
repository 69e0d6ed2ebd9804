/**
 * Rewrites boxes (callouts) of other tools to `> ###### [!NAME] title` and quoted lines before parsing, line by line:
 * `:::tip` … `:::`, `/// tip | title` … `///`, and `!!! tip "title"` with an indented body. The mark is in a heading,
 * because a heading ends with its line.
 */
import { boxEnd, boxStart } from '@/ui/markdown/markdown-boxes';
import { MAX_NESTING } from '@/ui/markdown/markdown-limits';

import { calloutOf } from './callout-kinds';
import { findFenced } from './prose-lines';

interface Box {
  /** The first line of the box, without the quote sign; undefined when only the box's contents are shown. */
  mark: string | undefined;
  body: string[];
  /** The index of the first line after the box. */
  end: number;
  /** True when the box's last line is its end mark, which is replaced by a blank line. */
  isClosed: boolean;
}

/** Names of boxes that only lay out a page: only their contents are shown. */
const layout =
  /^(?:html|center|centering|left|right|columns?|grid|row|raw|v-pre|code-group|tabs|steps|cards?|caption|(?:figure|table)-caption|div|section|aside|panel-tabset|column-\w{1,20}|(?:non)?incremental|fragment|lead)$/;

/** Returns the first line of a box; an unknown name makes a box with only the title. */
function markOf(name: string, title: string, isFolded = false): string | undefined {
  const lower = name.toLowerCase().replace(/^(?:callout|admonition)-/, '');
  if (layout.test(lower)) return undefined;
  const known = calloutOf(lower);
  // Reads the kind from the title in Qiita's `note warn` and Zenn's `message alert`.
  const isKindTitle = /^(?:note|message|callout|admonition|box|panel)$/.test(lower) && calloutOf(title) !== undefined;
  // Qiita's alert is its most severe box.
  if (isKindTitle) return markOf(lower === 'note' && /^alert$/i.test(title) ? 'danger' : title, '', isFolded);
  const [, kind = '', own = ''] = /^(info|warn|alert)[ \t]+(.+)$/.exec(title) ?? [];
  if (kind !== '' && /^(?:note|message)$/.test(lower)) return `${markOf(lower, kind, isFolded) ?? ''}${own}`;
  const shown = known ? lower : 'message';
  return `[!${shown.toUpperCase()}]${isFolded ? '-' : ''} ${title}`;
}

/** Reads consecutive lines with at least the same indentation, and removes that indentation. */
interface Lines {
  count: number;
  lineAt: (index: number) => string;
  isCode: (index: number) => boolean;
}

/** Returns the lines between a box's first line and its end mark. */
function readUpTo(
  { count, lineAt, isCode }: Lines,
  start: number,
  depthOf: (line: string) => number,
): Pick<Box, 'body' | 'end' | 'isClosed'> {
  const body: string[] = [];
  for (let at = start + 1, depth = 1; at < count; at += 1) {
    const line = lineAt(at);
    depth += isCode(at) ? 0 : depthOf(line);
    if (depth <= 0) return { body, end: at + 1, isClosed: true };
    body.push(line);
  }
  return { body, end: count, isClosed: false };
}

/** Takes the title of a box of Quarto, which may be a heading above its contents. */
function takeTitle(name: string, body: string[]): string {
  const first = name.startsWith('callout-') ? body.findIndex((line) => line.trim() !== '') : -1;
  const [, title = ''] = /^#{1,6}[ \t]+(.*)$/.exec(body[first] ?? '') ?? [];
  if (title !== '') body[first] = '';
  return title;
}

/** Reads a box of colons: `:::name title`, `:::name[title]{attributes}`, `::: {.name title="…"}`, `:::{name} title`. */
function readColons(lines: Lines, at: number): Box | undefined {
  const [, signs, braced, settings = '', named = '', rest = ''] = boxStart.exec(lines.lineAt(at)) ?? [];
  if (!signs?.startsWith(':')) return undefined;
  const [, quoted] = /title=["']([^"']*)["']/.exec(settings + rest) ?? [];
  const words = rest
    .replace(/:+$/, '')
    .trim()
    .replace(/^\{[^{}|]*\}|\{[^{}|]*\}$/g, '')
    .trim();
  const depthOf = (line: string) => {
    if (!line.startsWith(':::')) return 0;
    return boxStart.test(line) ? 1 : -Number(boxEnd.test(line));
  };
  const box = readUpTo(lines, at, depthOf);
  const title = quoted ?? (words.replace(/^\[(.*)\]$/, '$1').trim() || takeTitle(braced ?? '', box.body));
  const isFolded = /collapse=["']?true/.test(settings);
  return { mark: markOf(braced ?? named, title, isFolded), ...box };
}

/** Reads a box of slashes: `/// name | title`, with indented lines of settings, up to a line with as many slashes. */
function readSlashes(lines: Lines, at: number): Box | undefined {
  const [, signs, , , name = '', rest = ''] = boxStart.exec(lines.lineAt(at)) ?? [];
  if (!signs?.startsWith('/')) return undefined;
  const box = readUpTo(lines, at, (line) => -Number(line.trimEnd() === signs));
  const words = box.body.findIndex((line) => !/^ {4}[\w-]+:(?:\s|$)/.test(line));
  const settings = box.body.slice(0, Math.max(0, words));
  box.body.fill('', 0, settings.length);
  const [, type] = /^ {4}type: *["']?([\w-]+)/m.exec(settings.join('\n')) ?? [];
  const isFolded = name === 'details' && !settings.some((line) => /^ {4}open: *true/i.test(line));
  const mark = markOf(type ?? name, rest.replace(/^\|[ \t]*/, ''), isFolded && type !== undefined);
  return { mark, ...box };
}

const indented = /^(?: {4}|\t| {1,3}\t)/;
const admonition =
  /^(!!!|\?\?\?\+?|===[!+]?)(?![!?=])[ \t]*([\p{L}\p{N}_][\p{L}\p{N}_ -]{0,80}?)?[ \t]*(?:"(.*)")?[ \t]*$/u;

/**
 * Reads `!!! name "title"`, collapsible boxes `???`, and tabs `=== "title"`, each with a body indented by four spaces.
 */
function readIndented({ count, lineAt }: Lines, at: number): Box | undefined {
  const [, signs, names = '', quoted] = admonition.exec(lineAt(at)) ?? [];
  if (signs === undefined || (names === '' && quoted === undefined)) return undefined;
  const body: string[] = [];
  for (let next = at + 1, blanks = 0; next < count; next += 1) {
    const line = lineAt(next);
    if (line.trim() === '') blanks += 1;
    else if (indented.test(line)) {
      body.push(...Array.from({ length: blanks }, () => ''), line.replace(indented, ''));
      blanks = 0;
    } else break;
  }
  const [name = ''] = names.split(' ');
  const isKnown = calloutOf(name) !== undefined;
  const isTab = signs.startsWith('=');
  if (isTab ? quoted === undefined : body.length === 0 && !isKnown) return undefined;
  const mark = markOf(isKnown ? name : 'message', quoted ?? (isKnown ? '' : names), signs === '???');
  return { mark, body, end: at + 1 + body.length, isClosed: false };
}

const listMarker = /^[ \t]*(?:[-+*]|\d{1,9}[.)])[ \t]/;

/** Returns the box that starts at a line. */
function readBox(lines: Lines, at: number): Box | undefined {
  if (!/^(?::::|\/\/\/|!!!|\?\?\?|===)/.test(lines.lineAt(at)) || lines.isCode(at)) return undefined;
  return readColons(lines, at) ?? readSlashes(lines, at) ?? readIndented(lines, at);
}

/** Turns the boxes in a list of lines into quotes, nested boxes included. */
function quoteLines(lines: readonly string[], depth: number): string[] {
  if (depth > MAX_NESTING) return [...lines];
  const fenced = findFenced(lines);
  const done: string[] = [];
  let isInList = false;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const [indent = ''] = /^[ \t]*/.exec(line) ?? [];
    if (line !== indent) isInList = listMarker.test(line) || (isInList && indent !== '');
    const below = (text: string) => (text.startsWith(indent) ? text.slice(indent.length) : text);
    const all: Lines = {
      count: lines.length,
      lineAt: (index) => below(lines[index] ?? ''),
      isCode: (index) => fenced[index] === true,
    };
    // A line that is indented further is code.
    const box = isInList || indent.length < 4 ? readBox(all, at) : undefined;
    if (box) {
      const quote = box.mark === undefined ? indent : `${indent}> `;
      const inside = quoteLines(box.body, depth + 1);
      done.push(box.mark === undefined ? '' : `${quote}###### ${box.mark}`, ...inside.map((each) => quote + each));
      // Without a blank line, text below an indented body would continue its paragraph.
      if (box.isClosed || (lines[box.end] ?? '').trim() !== '') done.push('');
      at = box.end - 1;
    } else done.push(line);
  }
  return done;
}

const anyBox = /^[ \t]*(?::::|\/\/\/|!!!|\?\?\?|===[!+]? ?")/m;

/** Rewrites a text's boxes to quotes; keeps line numbers unless text follows an indented body without a blank line. */
export function quoteBoxes(text: string): string {
  return anyBox.test(text) ? quoteLines(text.split(/\r\n|\n|\r/), 1).join('\n') : text;
}
