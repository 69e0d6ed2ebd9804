/** Markdown line by line, as far as the outline and the guard must understand it without the parser. */

export interface SourceLine {
  text: string;
  /** From 1, as the parser counts. */
  number: number;
  /** Code, math or HTML at the top level, fences included: nothing in it is a heading or inline markup. */
  inside: 'code' | 'html' | undefined;
}

/** What a block that ends by itself ends with; it swallows all lines until then. */
interface OpenBlock {
  inside: 'code' | 'html';
  isEnd: (line: string) => boolean;
  /** Whether the first line may also be the last. */
  mayEndAtOnce: boolean;
}

interface ReaderState {
  open: OpenBlock | undefined;
  /** Column from which lines belong to the list item above; undefined outside of lists. */
  listOffset: number | undefined;
  isAfterBlank: boolean;
}

const rawHtml: [start: RegExp, end: RegExp][] = [
  [/^ {0,3}<(?:script|pre|style|textarea)(?=[\s>]|$)/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^ {0,3}<!--/, /-->/],
  [/^ {0,3}<\?/, /\?>/],
  [/^ {0,3}<!\[CDATA\[/, /\]\]>/],
  [/^ {0,3}<![a-z]/i, />/],
  [/^ {0,3}<\/?[a-z][a-z0-9-]*(?=[\s/>]|$)/i, /^\s*$/],
];

function openFence(line: string): OpenBlock | undefined {
  const fence = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,}|\${2,}(?=[^$]*$))/.exec(line)?.[1];
  if (fence === undefined) return undefined;
  const isEnd = (text: string) => {
    const end = /^ {0,3}(`{3,}|~{3,}|\${2,})[ \t]*$/.exec(text)?.[1];
    return end !== undefined && end[0] === fence[0] && end.length >= fence.length;
  };
  return { inside: 'code', isEnd, mayEndAtOnce: false };
}

function openHtml(line: string): OpenBlock | undefined {
  const end = rawHtml.find(([start]) => start.test(line))?.[1];
  return end && { inside: 'html', isEnd: (text) => end.test(text), mayEndAtOnce: true };
}

const ruler = /^ {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*$/;
const listMarker = /^( *)([-+*]|\d{1,9}[.)])( {1,4}(?! )| (?= )|$)/;
const endsParagraph = /^(?:#{1,6}(?:\s|$)|>)/;

/** Follows lists just far enough to tell a fence inside an item from one at the top level. */
function followList(state: ReaderState, line: string, indent: number): void {
  if (state.listOffset !== undefined && indent >= state.listOffset) return;
  const marker = ruler.test(line) ? null : listMarker.exec(line);
  if (marker && indent <= 3) {
    state.listOffset = indent + (marker[2]?.length ?? 1) + Math.max(1, marker[3]?.length ?? 1);
    return;
  }
  // Without a blank line before it, plain text still belongs to the item's paragraph.
  if (state.isAfterBlank || ruler.test(line) || endsParagraph.test(line)) state.listOffset = undefined;
}

function readLine(state: ReaderState, line: string): SourceLine['inside'] {
  if (state.open) {
    const { inside, isEnd } = state.open;
    if (isEnd(line)) state.open = undefined;
    return inside;
  }
  if (/^\s*$/.test(line)) {
    state.isAfterBlank = true;
    return undefined;
  }
  const indent = line.search(/[^ ]/);
  followList(state, line, indent);
  state.isAfterBlank = false;
  if (state.listOffset !== undefined && indent >= state.listOffset) return undefined;
  const opened = openFence(line) ?? openHtml(line);
  if (!opened) return undefined;
  state.listOffset = undefined;
  if (!(opened.mayEndAtOnce && opened.isEnd(line))) state.open = opened;
  return opened.inside;
}

/** Splits a text into lines and tells which of them are code or HTML. */
export function readLines(text: string): SourceLine[] {
  const state: ReaderState = { open: undefined, listOffset: undefined, isAfterBlank: true };
  return text
    .split(/\r\n|\n|\r/)
    .map((line, index) => ({ text: line, number: index + 1, inside: readLine(state, line) }));
}
