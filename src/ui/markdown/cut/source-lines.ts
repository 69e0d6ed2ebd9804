/** Reads markdown line by line, as far as the table of contents and the size limits need it without the parser. */
import { htmlBlockNames } from 'micromark-util-html-tag-name';

import { MAX_BYTES, MAX_TEXT_LINES } from '@/ui/markdown/markdown-limits';

/**
 * Groups: signs; name in braces; what follows this name in the braces; name without braces; rest of the line. After
 * slashes only a name and `| title` make a box.
 */
export const boxStart =
  /^(:{3,}|\/{3,}(?=[ \t]*[a-z][\w-]*[ \t]*(?:\||$)))[ \t]*(?:\{(?:#[\w:.-]{1,80}[ \t]+)?\.?([a-z][\w-]*)([^{}]*)\}|([a-z][\w-]*))[ \t]*(.*)$/i;
export const boxEnd = /^(?::{3,}|\/{3,})[ \t]*$/;

export interface SourceLine {
  text: string;
  /** The line's number, counted from 1, as the parser does. */
  number: number;
  /** Code, math or HTML at the top level, including fences: contains no headings or inline markup. */
  inside: 'code' | 'html' | undefined;
}

/** A code or HTML block that takes all lines up to its end. */
interface OpenBlock {
  inside: 'code' | 'html';
  isEnd: (line: string) => boolean;
  /** True when the first line of the block may also be its last. */
  mayEndAtOnce: boolean;
}

interface ReaderState {
  open: OpenBlock | undefined;
  /** Column from which lines belong to the list item above; undefined outside lists. */
  listOffset: number | undefined;
  /** A code or HTML block inside the list item, which ends with the item. */
  openInList: OpenBlock | undefined;
  /** True when the list item has an empty first line: a blank line then ends the item. */
  isItemEmpty: boolean;
  isAfterBlank: boolean;
  /** True when the previous line may belong to a paragraph. */
  isInParagraph: boolean;
}

const rawHtml: [start: RegExp, end: RegExp][] = [
  [/^ {0,3}<(?:script|pre|style|textarea)(?=[\s>]|$)/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^ {0,3}<!--/, /-->/],
  [/^ {0,3}<\?/, /\?>/],
  [/^ {0,3}<!\[CDATA\[/, /\]\]>/],
  [/^ {0,3}<![a-z]/i, />/],
  [new RegExp(`^ {0,3}</?(?:${htmlBlockNames.join('|')})(?=[\\s>]|/>|$)`, 'i'), /^\s*$/],
];
/** Matches a tag of any other HTML element alone on its line; it starts a block unless it is in a paragraph. */
const loneTag = /^ {0,3}<(?:[a-z][a-z0-9-]*(?:\s[^<>]*)?\/?|\/[a-z][a-z0-9-]*\s*)>\s*$/i;

function openFence(line: string): OpenBlock | undefined {
  const fence = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,}|\${2,}(?=[^$]*$))/.exec(line)?.[1];
  if (fence === undefined) return undefined;
  const isEnd = (text: string) => {
    const end = /^ {0,3}(`{3,}|~{3,}|\${2,})[ \t]*$/.exec(text)?.[1];
    return end !== undefined && end[0] === fence[0] && end.length >= fence.length;
  };
  return { inside: 'code', isEnd, mayEndAtOnce: false };
}

function openHtml(line: string, isInParagraph: boolean): OpenBlock | undefined {
  const end =
    rawHtml.find(([start]) => start.test(line))?.[1] ?? (!isInParagraph && loneTag.test(line) ? /^\s*$/ : undefined);
  return end && { inside: 'html', isEnd: (text) => end.test(text), mayEndAtOnce: true };
}

function openBlock(line: string, isInParagraph: boolean): OpenBlock | undefined {
  return openFence(line) ?? openHtml(line, isInParagraph);
}

const ruler = /^ {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*$/;
const listMarker = /^( *)([-+*]|\d{1,9}[.)])( {1,4}(?! )| (?= )|$)/;
const endsParagraph = /^ {0,3}(?:#{1,6}(?:\s|$)|>)/;

/** Code inside an item is not a paragraph, so less indented text after it ends the item. */
function followItem(state: ReaderState, content: string): void {
  if (state.openInList) {
    if (state.openInList.isEnd(content)) state.openInList = undefined;
    return;
  }
  const opened = openBlock(content.replace(/^(?:\s*(?:[-+*]|\d{1,9}[.)]|>)\s+)+/, ''), false);
  if (opened && !(opened.mayEndAtOnce && opened.isEnd(content))) state.openInList = opened;
}

/** Tracks lists only to distinguish a fence inside an item from a fence at the top level. */
function followList(state: ReaderState, line: string, indent: number): void {
  const { isItemEmpty } = state;
  state.isItemEmpty = false;
  if (state.listOffset !== undefined && indent >= state.listOffset)
    return followItem(state, line.slice(state.listOffset));
  const marker = ruler.test(line) ? null : listMarker.exec(line);
  // Within a paragraph, only a first list item that is not empty starts a list.
  if (marker && state.listOffset === undefined && state.isInParagraph && !/^ *(?:[-+*]|1[.)])\s+\S/.test(line)) return;
  if (marker && indent <= 3) {
    state.openInList = undefined;
    state.listOffset = indent + (marker[2]?.length ?? 1) + Math.max(1, marker[3]?.length ?? 1);
    state.isItemEmpty = line.slice(state.listOffset).trim() === '';
    return followItem(state, line.slice(state.listOffset));
  }
  // Lazy continuation: without a blank line, plain text still belongs to the item's paragraph.
  const mayContinue = !state.isAfterBlank && !state.openInList && !isItemEmpty;
  if (mayContinue && !ruler.test(line) && !endsParagraph.test(line)) return undefined;
  state.openInList = undefined;
  state.listOffset = undefined;
  return undefined;
}

function readText(state: ReaderState, line: string): SourceLine['inside'] {
  const indent = line.search(/[^ ]/);
  followList(state, line, indent);
  state.isAfterBlank = false;
  if (state.listOffset !== undefined && (indent >= state.listOffset || listMarker.test(line))) {
    state.isInParagraph = true;
    return undefined;
  }
  const opened = openBlock(line, state.isInParagraph);
  state.isInParagraph = !opened && !ruler.test(line) && !/^ {0,3}#{1,6}(?:\s|$)/.test(line);
  if (!opened) return undefined;
  state.listOffset = undefined;
  if (!(opened.mayEndAtOnce && opened.isEnd(line))) state.open = opened;
  return opened.inside;
}

function readLine(state: ReaderState, line: string): SourceLine['inside'] {
  const isBlank = /^\s*$/.test(line);
  if (state.open) {
    const { inside, isEnd } = state.open;
    if (isEnd(line)) state.open = undefined;
    // The blank line that ends HTML is not part of it.
    if (state.open || !isBlank) return inside;
  }
  if (!isBlank) return readText(state, line);
  if (state.isItemEmpty) state.listOffset = undefined;
  state.isAfterBlank = true;
  state.isInParagraph = false;
  if (state.openInList?.isEnd('')) state.openInList = undefined;
  return undefined;
}

/** Splits the text at its maximum rendered size; the rest is not even split into lines. */
export function splitLong(source: string): [near: string, far: string] {
  let end = 0;
  for (let lines = 0; lines < MAX_TEXT_LINES; lines += 1) {
    const next = source.indexOf('\n', end) + 1;
    if (next === 0 && source.length <= MAX_BYTES) return [source, ''];
    if (next === 0 || next > MAX_BYTES) break;
    end = next;
  }
  end ||= MAX_BYTES;
  return [source.slice(0, end), source.slice(end)];
}

/** Cache of the last text, which the table of contents and the drawing read one after the other. */
let last: { text: string; lines: SourceLine[] } | undefined;

/** Splits a text into lines and marks those of code or HTML. */
export function readLines(text: string): readonly SourceLine[] {
  if (last?.text !== text) last = { text, lines: followLines(text) };
  return last.lines;
}

function followLines(text: string): SourceLine[] {
  const state: ReaderState = {
    open: undefined,
    listOffset: undefined,
    isItemEmpty: false,
    openInList: undefined,
    isAfterBlank: true,
    isInParagraph: false,
  };
  return text
    .split(/\r\n|\n|\r/)
    .map((line, index) => ({ text: line, number: index + 1, inside: readLine(state, line) }));
}
