/** Edits of a text as pure functions: from a text and a selection to replacements and a new selection. */

/** A range of positions in UTF-16 units; `from` is never behind `to`. */
export interface Range {
  from: number;
  to: number;
}

export interface Edit {
  /** The replacements in the order of the text, without overlap; positions are those before the edit. */
  changes: (Range & { insert: string })[];
  /** The new selection; positions are those after the edit. */
  selection: Range;
}

export type MarkdownCommand = (text: string, selection: Range) => Edit;

/** Replaces one range of the text; `selected` is the part of the inserted text to select. */
export function replace(
  range: Range,
  insert: string,
  selected: Range = { from: insert.length, to: insert.length },
): Edit {
  const selection = { from: range.from + selected.from, to: range.from + selected.to };
  return { changes: [{ ...range, insert }], selection };
}

/** Returns the selection without leading and trailing spaces, which a markdown mark must not touch. */
export function trimRange(text: string, { from, to }: Range): Range {
  const words = text.slice(from, to);
  const start = from + (words.length - words.trimStart().length);
  return words.trim() === '' ? { from, to: from } : { from: start, to: start + words.trim().length };
}

/**
 * Returns the lines that a selection touches; a selection that ends at the beginning of a line does not touch that
 * line.
 */
export function lineRange(text: string, { from, to }: Range): Range {
  const last = to > from && text[to - 1] === '\n' ? to - 1 : to;
  const end = text.indexOf('\n', last);
  return { from: text.lastIndexOf('\n', from - 1) + 1, to: end === -1 ? text.length : end };
}

/** Inserts a block between blank lines; `selected` is relative to the block. */
export function insertBlock(text: string, { from, to }: Range, block: string, selected: Range): Edit {
  const before = text.slice(0, from);
  const after = text.slice(to);
  const gapBefore = before === '' || /\n[ \t]*\n$/.test(before) ? '' : before.endsWith('\n') ? '\n' : '\n\n';
  const gapAfter = after === '' ? '\n' : /^[ \t]*\n[ \t]*\n/.test(after) ? '' : after.startsWith('\n') ? '\n' : '\n\n';
  const shift = gapBefore.length;
  return replace({ from, to }, gapBefore + block + gapAfter, { from: shift + selected.from, to: shift + selected.to });
}
