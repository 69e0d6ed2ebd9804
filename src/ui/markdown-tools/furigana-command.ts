/** The toolbar's furigana command: writes readings for the selected words, or for words that a dialog asks for. */
import { type Edit, lineRange, type MarkdownCommand, type Range, replace, trimRange } from './markdown-edits';

/** True for a line that may be a row of a table. */
function isRow(text: string, range: Range): boolean {
  const { from, to } = lineRange(text, range);
  return text
    .slice(from, to)
    .replace(/\{[^{}]*\}/g, '')
    .includes('|');
}

/** In a table, furigana are written in the spelling without a bar, because other programs end the cell at a bar. */
function spell(text: string, range: Range, base: string, reading: string): string {
  return isRow(text, range) ? `｜${base}《${reading}》` : `{${base}|${reading}}`;
}

/**
 * Writes furigana for a selection and selects the reading, to be overwritten. Without a selection a dialog asks for the
 * words (`kanjiAt`).
 */
export const furigana: MarkdownCommand = (text, selection) => {
  const range = trimRange(text, selection);
  const base = text.slice(range.from, range.to) || '漢字';
  const start = base.length + 2;
  return replace(range, spell(text, range, base, 'かんじ'), { from: start, to: start + 3 });
};

const kanji = /[\p{Script=Han}々〆〇ヶヵ]/u;

/** Returns the range of kanji around a position, within one line; an empty range if there are none. */
export function kanjiAt(text: string, place: number): Range {
  let [from, to] = [place, place];
  // Surrogate pairs are not recognised as kanji: such rare kanji are typed into the dialog.
  while (from > 0 && kanji.test(text.charAt(from - 1))) from -= 1;
  while (to < text.length && kanji.test(text.charAt(to))) to += 1;
  return { from, to };
}

/**
 * Adds a reading to the given words in the text around the caret; if the words are not there, inserts words and reading
 * at the caret.
 */
export function insertFurigana(text: string, place: number, base: string, reading: string): Edit {
  const around = kanjiAt(text, place);
  const at = text.slice(around.from, around.to).indexOf(base);
  const from = at === -1 ? place : around.from + at;
  const range = { from, to: at === -1 ? place : from + base.length };
  return replace(range, spell(text, range, base, reading));
}

const signs = /[{}|｜《》\n]/;

/** Returns why words or a reading cannot be written as furigana; undefined if they can. */
export function furiganaFault(words: string): string | undefined {
  if (words.trim() === '') return '入力してください。';
  return signs.test(words) ? '{ } | ｜ 《 》 は使えません。' : undefined;
}
