/**
 * Rewrites boxes (callouts) of other tools to `> ###### [!NAME] title` and quoted lines before parsing, line by line:
 * `:::tip` … `:::`, `/// tip | title` … `///`, and `!!! tip "title"` with an indented body. The mark is in a heading,
 * because a heading ends with its line.
 */
import { boxEnd, boxStart } from '@/ui/markdown/cut/source-lines';
import { MAX_NESTING } from '@/ui/markdown/markdown-limits';

import { calloutOf } from './callouts';
import { boxOf, valueOf } from './myst-hugo';
import { findFenced } from './prose-lines';

/** A tag that is alone on its line, or an element that is. */
interface Tag {
  indent: string;
  isEnd: boolean;
  name: string;
  attributes: string;
  /** The words of an element on one line; undefined for a tag. */
  words?: string;
  isEmpty?: boolean;
}

const value = String.raw`(?:"[^"<>]{0,300}"|'[^'<>]{0,300}'|[^"'<>])`;
const liquid = /^([ \t>]*)\{%-?[ \t]*(end)?([a-z][\w-]{0,40})((?:"[^"]{0,300}"|[^"%]){0,300}?)[ \t]*-?%\}[ \t]*$/i;
const element = new RegExp(
  String.raw`^([ \t>]*)<(/?)([a-z]\w{0,40})(\s${value}{0,300}?)?(/?)>(?:([^<>]{1,2000})</\3>)?[ \t]*$`,
  'i',
);
const discourse = /^([ \t>]*)\[(\/?)(details|spoiler)(?:="?([^\]"]{0,200})"?)?\][ \t]*$/i;

/** Tags that only lay out a page: their contents are shown. */
const tagLayout =
  /^(?:tabs|tabgroup|steps?|stepper|cardgrid|cards|cardgroup|accordiongroup|codegroup|columns?|frame|content-ref|code)$/i;
const titled = /^(?:aside|card|tab|tabitem|panel)$/i;
/** The names of elements that are boxes in lower case, too; `<details>`, `<summary>` and `<code>` are HTML's own. */
const lowerCase = /^(?:aside|callout|alert|hint|admonition|note|tip|info|warning|caution|danger|important)$/;
const folded = /^(?:accordion|accordionitem|expandable|collapsible|toggle|details|spoiler)$/i;

function readTag(line: string): Tag | undefined {
  const [found, indent = '', end, name = '', attributes = ''] = liquid.exec(line) ?? [];
  if (found !== undefined) return { indent, isEnd: end !== undefined, name, attributes };
  const [all, before = '', slash, own = '', settings = '', empty, words] = element.exec(line) ?? [];
  if (all !== undefined && (/^[A-Z]/.test(own) || own === 'div' || lowerCase.test(own)))
    return { indent: before, isEnd: slash === '/', name: own, attributes: settings, words, isEmpty: empty === '/' };
  const [bracketed, start = '', closing, kind = '', title = ''] = discourse.exec(line) ?? [];
  const attribute = title === '' ? '' : `title="${title}"`;
  return bracketed === undefined
    ? undefined
    : { indent: start, isEnd: closing === '/', name: kind, attributes: attribute };
}

/** Returns the kind of a tag's box; of a `<div>` its classes name it, and a `<div>` without one is no box. */
function kindOf({ name, attributes }: Tag): string | undefined {
  if (/^aside$/i.test(name)) return 'callout';
  if (name !== 'div') return name;
  const classes = (valueOf(attributes, 'class') ?? '').toLowerCase().split(/\s+/);
  const kinds = classes.map((name) => name.replace(/^(?:alert|callout|admonition)-/, ''));
  return classes.some((name) => lowerCase.test(name)) ? kinds.findLast((name) => calloutOf(name)) : undefined;
}

/**
 * Returns the first line of a tag's box without its colons; '' if only its contents are shown, undefined for an unknown
 * tag.
 */
function openingOf(tag: Tag): string | undefined {
  const { name, attributes } = tag;
  if (tagLayout.test(name)) return '';
  const title = valueOf(attributes, 'title', 'label', 'summary', 'header', 'name') ?? '';
  const icon = valueOf(attributes, 'icon') ?? '';
  if (folded.test(name)) return `{details} ${title}`.trimEnd();
  const kind = kindOf(tag);
  const box = kind === undefined ? undefined : boxOf(kind, attributes);
  if (box === undefined) return titled.test(name) ? `{message} ${title}`.trimEnd() : undefined;
  // Notion's boxes have a picture character in place of a title.
  const isBare = title === '' && /^:::\{(?:message|callout)\}$/.test(box) && !/^[\w-]*$/.test(icon);
  return `${box.slice(3)}${title !== '' && !box.endsWith(title) ? ` ${title}` : isBare ? ` ${icon}` : ''}`;
}

/** Returns the line of a tag without contents: a link; undefined for an unknown one. */
function linkOf({ indent, name, attributes }: Tag): string | undefined {
  const url = valueOf(attributes, 'url', 'href');
  if (url === undefined || !/^(?:embed|link-?card|card)$/i.test(name)) return undefined;
  const title = valueOf(attributes, 'title');
  return title === undefined && /^https?:/.test(url) ? `${indent}<${url}>` : `${indent}[${title ?? url}](${url})`;
}

/** Rewrites the boxes of a text that are paired tags. @param isCode whether each line is code */
export function readTagBoxes(lines: readonly string[], isCode: readonly boolean[]): string[] {
  const done = [...lines];
  // Tags whose end has not been read yet. A tag without `opening` stays as it is written: a `<div>` that is no box, and
  // the tags inside it up to the next blank line, because markdown reads no boxes there.
  const open: { at: number; name: string; opening?: string; indent: string }[] = [];
  let lastBlank = -1;
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '') lastBlank = at;
    const tag = isCode[at] || !/^[ \t>]*(?:<|\{%|\[\/?[ds])/i.test(line) ? undefined : readTag(line);
    if (!tag) continue;
    const link = tag.isEnd ? undefined : linkOf(tag);
    const around = open.at(-1);
    const isInHtml = around && around.opening === undefined && lastBlank < around.at;
    const opening = isInHtml ? undefined : openingOf(tag);
    if (link !== undefined && (tag.isEmpty || /^embed$/i.test(tag.name))) done[at] = link;
    else if ((opening === undefined && tag.name !== 'div' && !isInHtml) || tag.isEmpty) continue;
    else if (tag.words !== undefined) {
      if (opening === undefined) continue;
      const [, kind = 'message', title = ''] = /^\{([\w-]+)\}\s*(.*)$/.exec(opening) ?? [];
      const words = title === '' ? tag.words : `**${title}** ${tag.words.trimStart()}`;
      done[at] = opening === '' ? tag.indent + tag.words : `${tag.indent}> ###### [!${kind.toUpperCase()}] ${words}`;
    } else if (!tag.isEnd) open.push({ at, name: tag.name.toLowerCase(), opening, indent: tag.indent });
    else {
      const index = open.findLastIndex(({ name }) => name === tag.name.toLowerCase());
      const [start] = index < 0 ? [] : open.splice(index);
      if (start?.opening === undefined) continue;
      done[start.at] = start.opening === '' ? '' : `${start.indent}:::${start.opening}`;
      done[at] = start.opening === '' ? '' : `${start.indent}:::`;
    }
  }
  return done;
}

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
