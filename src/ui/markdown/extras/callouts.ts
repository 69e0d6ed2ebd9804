/** Callouts: `> [!NOTE]`, and `:::tip` … `:::`, which is rewritten to it before parsing. */
import type { Blockquote, Root, RootContent } from 'mdast';

import { MAX_NESTING } from '@/ui/markdown/markdown-limits';
import { readLines } from '@/ui/markdown/markdown-lines';
import { rewriteTree } from '@/ui/markdown/markdown-tree';

/** The severity. */
export type CalloutKind = 'note' | 'tip' | 'warning' | 'danger' | 'details';

export interface Callout {
  kind: CalloutKind;
  /** '' without a title. */
  title: string;
  /** True when the title is from the text. */
  isTitled?: boolean;
}

declare module 'mdast' {
  interface Data {
    /** Set when the blockquote is not a callout. */
    callout?: Callout;
  }
}

const kinds: Readonly<Record<string, Callout>> = {
  note: { kind: 'note', title: '補足' },
  info: { kind: 'note', title: '補足' },
  message: { kind: 'note', title: '' },
  tip: { kind: 'tip', title: 'ヒント' },
  hint: { kind: 'tip', title: 'ヒント' },
  important: { kind: 'warning', title: '重要' },
  warning: { kind: 'warning', title: '注意' },
  alert: { kind: 'warning', title: '注意' },
  caution: { kind: 'danger', title: '警告' },
  danger: { kind: 'danger', title: '警告' },
  details: { kind: 'details', title: '詳細' },
};

const opening = /^(:{3,})[ \t]*([a-z][\w-]*)[ \t]*(.*)$/i;

/** Returns the first line of the quote for a container; an unknown kind becomes a box with its name as title. */
function markOf(name: string, rest: string): string {
  const title = rest.replace(/^\[(.*)\]$/, '$1').trim();
  if (name === 'message' && title === 'alert') return '[!ALERT]';
  return Object.hasOwn(kinds, name) ? `[!${name.toUpperCase()}] ${title}` : `[!${title ? 'NOTE' : 'MESSAGE'}] ${title}`;
}

/** Rewrites `:::tip` … `:::` to quotes line by line, keeping line numbers. */
export function quoteContainers(text: string): string {
  if (!/^:::/m.test(text)) return text;
  const open: number[] = [];
  const lines = readLines(text).map(({ text: line, inside }) => {
    const [isOpening, colons = '', name = '', rest = ''] = (!inside && opening.exec(line)) || [];
    const quote = '> '.repeat(open.length);
    if (isOpening !== undefined && open.length < MAX_NESTING) {
      open.push(colons.length);
      return `${quote}> ${markOf(name.toLowerCase(), rest)}`;
    }
    if (inside || open.length === 0 || !/^:{3,}[ \t]*$/.test(line)) return quote + line;
    open.pop();
    return '> '.repeat(open.length);
  });
  return lines.join('\n');
}

const mark = /^\[!([a-z]+)\][+-]?[ \t]*([^\n]*)\n?/i;

function readCallout(quote: Blockquote): RootContent {
  const [first, ...others] = quote.children;
  const [words, ...rest] = first?.type === 'paragraph' ? first.children : [];
  const [found = '', name = '', title = ''] = (words?.type === 'text' && mark.exec(words.value)) || [];
  const key = name.toLowerCase();
  const callout = Object.hasOwn(kinds, key) ? kinds[key] : undefined;
  if (first?.type !== 'paragraph' || words?.type !== 'text' || !callout) return quote;
  const value = words.value.slice(found.length);
  const left = value === '' ? rest : [{ ...words, value }, ...rest];
  return {
    ...quote,
    children: left.length > 0 ? [{ ...first, children: left }, ...others] : others,
    data: {
      ...quote.data,
      callout: { ...callout, title: title.trim() || callout.title, isTitled: title.trim() !== '' },
    },
  };
}

/** Marks the quotes that are callouts. */
export function readCallouts(tree: Root): void {
  rewriteTree(tree, (siblings) => siblings.map((node) => (node.type === 'blockquote' ? readCallout(node) : node)));
}
