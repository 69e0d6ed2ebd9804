/**
 * SQL for generated columns to search and sort by. The database computes them, so that older versions of the server
 * keep them correct.
 */
import { and, type Column, type SQL, sql } from 'drizzle-orm';

import { otherForms } from '@/lib/kanji-variants';
import { readQuery } from '@/lib/search-text';

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCharCode(from + index)).join('');

const escaped = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * Returns an SQL string literal, because generated columns take no parameters. Combining and invisible characters are
 * escaped.
 */
const literal = (text: string) => sql.raw(`E'${text.replaceAll("'", "''").replaceAll(/[\p{M}\p{Cf}]/gu, escaped)}'`);

const katakana = range(0x30a1, 0x30f6);
const hiragana = range(0x3041, 0x3096);

/**
 * The SQL fold step for marks: standalone voicing marks become combining ones, and invisible characters are removed.
 */
const marks = { from: literal(`゛゜\u00AD\u200B\u2060${range(0xfe00, 0xfe0f)}`), to: literal('\u3099\u309A') };
const alike = { from: literal(`${katakana}ヽヾ‐‒–—―−〜‘’ς`), to: literal(`${hiragana}ゝゞ------~''σ`) };
/** The characters removed from folded text: white space and variation selectors. */
const spaces = sql.raw(String.raw`'[\s\U000E0100-\U000E01EF]+'`);

/**
 * Returns SQL that folds a text for comparison, like `foldText` in src/lib/search-text.ts, and removes spaces. Variant
 * forms of a kanji are not folded, so that their table can grow without a migration: {@link containsWords} matches
 * every form.
 *
 * @param text never null.
 */
export function folded(text: SQL): SQL {
  const letters = sql`lower(normalize(translate(${text}, ${marks.from}, ${marks.to}), NFKC))`;
  return sql`regexp_replace(translate(${letters}, ${alike.from}, ${alike.to}), ${spaces}, '', 'g')`;
}

/**
 * Returns the SQL condition that a column contains a word, in any form of its kanji. It uses a regular expression,
 * which takes a third of the time of `translate`.
 */
function containsWord(column: Column | SQL, word: string): SQL {
  const letters = Array.from(word);
  if (!letters.some((letter) => otherForms.has(letter))) return sql`strpos(${column}, ${word}) > 0`;
  const pattern = letters.map((letter) => {
    const forms = otherForms.get(letter);
    return forms ? `[${letter}${forms.join('')}]` : letter.replace(/[!-/:-@[-`{-~]/, String.raw`\$&`);
  });
  return sql`${column} ~ ${pattern.join('')}`;
}

/**
 * Returns the SQL condition that a column or value made with {@link folded} contains every word of a query; undefined
 * for an empty query.
 */
export function containsWords(column: Column | SQL, query: string): SQL | undefined {
  return and(...readQuery(query).map((word) => containsWord(column, word.replaceAll(' ', ''))));
}

const small = 'ぁぃぅぇぉっゃゅょゎゕゖ';
const large = 'あいうえおつやゆよわかけ';
const smallKatakana = 'ァィゥェォッャュョヮヵヶ';
const kana = {
  from: literal(`${smallKatakana}${small}${katakana}\u3099\u309Aー`),
  to: literal(`${large}${large}${hiragana}`),
};

/** SQL for a sort key of Japanese readings: か and が sort together, つ and っ too; ー is ignored. */
export function inReadingOrder(text: SQL): SQL {
  return sql`translate(lower(normalize(${text}, NFKD)), ${kana.from}, ${kana.to})`;
}
