/** The toolbar's commands. */
import { furigana } from './furigana-command';
import { insertBlock, lineRange, type MarkdownCommand, type Range, replace, trimRange } from './markdown-edits';
import { table } from './table-command';

/** Counts the mark's characters at the beginning of a text: `***` is bold and italic. */
function countAtStart(text: string, mark: string): number {
  let count = 0;
  while (text.startsWith(mark, count)) count += 1;
  return count;
}

function countAtEnd(text: string, mark: string): number {
  let count = 0;
  while (text.endsWith(mark, text.length - count)) count += 1;
  return count;
}

/** True if a mark of this length is on: `**` is on in `**` and `***`, `*` in `*` and `***`. */
function isOn(run: number, length: number): boolean {
  return length === 1 ? run === 1 || run === 3 : run === length || run === 3;
}

/**
 * Puts a mark on both sides of the selection, or takes it away.
 *
 * @param mark one character, repeated, for example `**`.
 * @param placeholder inserted and selected if the selection is empty.
 */
function toggleMark(mark: string, placeholder: string): MarkdownCommand {
  const sign = mark.charAt(0);
  const size = mark.length;
  return (text, selection) => {
    const { from, to } = trimRange(text, selection);
    const words = text.slice(from, to);
    const outside = Math.min(countAtEnd(text.slice(0, from), sign), countAtStart(text.slice(to), sign));
    if (from < to && isOn(outside, size)) {
      const changes = [
        { from: from - size, to: from, insert: '' },
        { from: to, to: to + size, insert: '' },
      ];
      return { changes, selection: { from: from - size, to: to - size } };
    }
    const inside = Math.min(countAtStart(words, sign), countAtEnd(words, sign));
    if (words.length > inside * 2 && isOn(inside, size)) {
      const bare = words.slice(size, -size);
      return replace({ from, to }, bare, { from: 0, to: bare.length });
    }
    const inner = words || placeholder;
    return replace({ from, to }, `${mark}${inner}${mark}`, { from: size, to: size + inner.length });
  };
}

/** Rewrites the touched lines; the caret stays where it was in its line, a selection covers the lines. */
function mapLines(change: (lines: string[]) => string[]): MarkdownCommand {
  return (text, selection) => {
    const range = lineRange(text, selection);
    const before = text.slice(range.from, range.to);
    const after = change(before.split('\n')).join('\n');
    if (selection.from !== selection.to) return replace(range, after, { from: 0, to: after.length });
    const caret = Math.max(0, selection.from - range.from + after.length - before.length);
    return replace(range, after, { from: caret, to: caret });
  };
}

const HEADING = /^(#{1,6})[ \t]+/;

/** Changes a heading's level in the order none, `##`, `###`, none: the page's title is the first level. */
const heading = mapLines((lines) => {
  const level = HEADING.exec(lines.find((line) => line.trim() !== '') ?? '')?.[1]?.length ?? 0;
  const mark = level < 2 ? '## ' : level === 2 ? '### ' : '';
  return lines.map((line) => (line.trim() === '' && lines.length > 1 ? line : mark + line.replace(HEADING, '')));
});

const LIST_MARK = /^([ \t]*)(?:[-+*]|\d{1,9}[.)])[ \t]+/;

/** Turns lines into list items; if all lines already are items of this kind, turns them back into plain lines. */
function toggleList(isKind: RegExp, markOf: (number: number) => string): MarkdownCommand {
  return mapLines((lines) => {
    const filled = lines.filter((line) => line.trim() !== '');
    if (filled.length > 0 && filled.every((line) => isKind.test(line))) {
      return lines.map((line) => line.replace(LIST_MARK, '$1'));
    }
    let number = 0;
    return lines.map((line) => {
      if (line.trim() === '' && lines.length > 1) return line;
      const [, indent = ''] = /^([ \t]*)/.exec(line) ?? [];
      number += 1;
      return indent + markOf(number) + line.replace(LIST_MARK, '').trimStart();
    });
  });
}

const isAddress = /^(?:https?:\/\/|mailto:)\S+$/;

/** A selected address becomes the link's address; selected words become the link's words. */
const link: MarkdownCommand = (text, selection) => {
  const range = trimRange(text, selection);
  const words = text.slice(range.from, range.to);
  if (isAddress.test(words)) return replace(range, `[リンクの文字](${words})`, { from: 1, to: 7 });
  const label = words || 'リンクの文字';
  const start = label.length + 3;
  return replace(range, `[${label}](https://)`, { from: start, to: start + 'https://'.length });
};

/** Returns whether to insert a block: if the caret's line is empty or several lines are selected. */
function isBlockWanted(text: string, { from, to }: Range): boolean {
  if (from !== to) return text.slice(from, to).includes('\n');
  const line = lineRange(text, { from, to });
  return text.slice(line.from, line.to).trim() === '';
}

/** Returns a fence that is longer than any inside. */
function fenceFor(code: string, sign: string): string {
  const longest = Math.max(0, ...[...code.matchAll(/[`$]+/g)].map(([run]) => (run[0] === sign ? run.length : 0)));
  return sign.repeat(Math.max(sign === '`' ? 3 : 2, longest + 1));
}

function fence(sign: '`' | '$', placeholder: string): MarkdownCommand {
  return (text, { from, to }) => {
    const body = text.slice(from, to).replace(/\n$/, '') || placeholder;
    const mark = fenceFor(body, sign);
    const start = mark.length + 1;
    return insertBlock(text, { from, to }, `${mark}\n${body}\n${mark}`, { from: start, to: start + body.length });
  };
}

/** Returns a command that inserts inline markup within a line, otherwise a separate block. */
function inlineOrBlock(inline: MarkdownCommand, block: MarkdownCommand): MarkdownCommand {
  return (text, selection) => (isBlockWanted(text, selection) ? block : inline)(text, selection);
}

/** Inserts a footnote: the mark at the caret, and the note, selected, at the end of the text. */
const footnote: MarkdownCommand = (text, { to }) => {
  const taken = [...text.matchAll(/\[\^(\d{1,6})\]/g)].map(([, number]) => Number(number));
  const mark = `[^${Math.max(0, ...taken) + 1}]`;
  // Computed on the text that already has the mark: if the mark was inserted at the text's very end, a gap must
  // separate the note from it.
  const marked = text.slice(0, to) + mark + text.slice(to);
  const endsInNote = /(?:^|\n)\[\^[^\]\n]+\]:[^\n]*\n?$/.test(marked);
  const isAtStart = marked.endsWith(endsInNote ? '\n' : '\n\n');
  const gap = isAtStart ? '' : endsInNote || marked.endsWith('\n') ? '\n' : '\n\n';
  const note = `${gap}${mark}: 脚注の文`;
  const end = text.length + mark.length + note.length;
  const changes = [
    { from: to, to, insert: mark },
    { from: text.length, to: text.length, insert: `${note}\n` },
  ];
  return { changes, selection: { from: end - '脚注の文'.length, to: end } };
};

/** The markdown commands of the toolbar by name. */
export const markdownCommands = {
  heading,
  bold: toggleMark('**', '太字'),
  italic: toggleMark('*', '斜体'),
  bullets: toggleList(/^[ \t]*[-+*][ \t]+/, () => '- '),
  numbers: toggleList(/^[ \t]*\d{1,9}[.)][ \t]+/, (number) => `${number}. `),
  link,
  code: inlineOrBlock(toggleMark('`', 'コード'), fence('`', 'コード')),
  table,
  math: inlineOrBlock(toggleMark('$', 'x^2'), fence('$', 'x^2')),
  furigana,
  footnote,
} satisfies Record<string, MarkdownCommand>;
export type CommandName = keyof typeof markdownCommands;
