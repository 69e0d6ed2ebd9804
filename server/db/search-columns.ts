/** Texts as they are searched and put in order, made by the database itself: so a server that knows none of it keeps them right, too. */
import { and, type Column, type SQL, sql } from 'drizzle-orm';

import { readQuery } from '@/lib/search-text';

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCharCode(from + index)).join('');

const escaped = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** What a column is generated from takes no parameters; what is not seen by itself is written as its number. */
const literal = (text: string) => sql.raw(`E'${text.replaceAll("'", "''").replaceAll(/[\p{M}\p{Cf}]/gu, escaped)}'`);

const katakana = range(0x30a1, 0x30f6);
const hiragana = range(0x3041, 0x3096);

/** Marks that stand by themselves are set on their letter, and what is not seen goes. */
const marks = { from: literal(`゛゜\u00AD\u200B\u2060${range(0xfe00, 0xfe0f)}`), to: literal('\u3099\u309A') };
const alike = { from: literal(`${katakana}ヽヾ‐‒–—―−〜‘’ς`), to: literal(`${hiragana}ゝゞ------~''σ`) };
/** Spaces, and which shape of a letter is meant. */
const spaces = sql.raw(String.raw`'[\s\U000E0100-\U000E01EF]+'`);

/** A text as `foldText` makes it for comparing, without any space. @param text never null. */
export function folded(text: SQL): SQL {
  const letters = sql`lower(normalize(translate(${text}, ${marks.from}, ${marks.to}), NFKC))`;
  return sql`regexp_replace(translate(${letters}, ${alike.from}, ${alike.to}), ${spaces}, '', 'g')`;
}

/** Whether a column made by {@link folded} holds every word of a query; no condition where there is none. */
export function containsWords(column: Column, query: string): SQL | undefined {
  return and(...readQuery(query).map((word) => sql`strpos(${column}, ${word.replaceAll(' ', '')}) > 0`));
}

const small = 'ぁぃぅぇぉっゃゅょゎゕゖ';
const large = 'あいうえおつやゆよわかけ';
const smallKatakana = 'ァィゥェォッャュョヮヵヶ';
const kana = {
  from: literal(`${smallKatakana}${small}${katakana}\u3099\u309Aー`),
  to: literal(`${large}${large}${hiragana}`),
};

/** A text as readings are put in order: か and が, つ and っ stand together, ー counts for nothing. */
export function inReadingOrder(text: SQL): SQL {
  return sql`translate(lower(normalize(${text}, NFKD)), ${kana.from}, ${kana.to})`;
}
