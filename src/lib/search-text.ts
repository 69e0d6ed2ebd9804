/**
 * Normalises (folds) text for search: ignores width, case, hiragana/katakana, variant forms of a kanji, and spaces next
 * to Japanese.
 */
import { commonForms } from './kanji-variants';

/** A folded text, with the position of each of its characters in the original. */
export interface FoldedText {
  folded: string;
  /** For each code unit of `folded`, the start of its letter in the original. */
  starts: readonly number[];
  /** For each code unit of `folded`, the end of its letter in the original. */
  ends: readonly number[];
}

/** Spacing voicing marks (゛ ゜), and the combining ones that they are folded to. */
const loneMarks: Record<string, string> = { ゛: '\u3099', ゜: '\u309a' };
/** Maps characters that differ only by keyboard or device, such as dashes, and Greek's final sigma. */
const lookAlikes: Record<string, string> = {
  ...Object.fromEntries(Array.from('‐‒–—―−', (dash) => [dash, '-'])),
  '〜': '~',
  '‘': "'",
  '’': "'",
  ς: 'σ',
};
/** Invisible characters: soft hyphens, zero-width spaces and variation selectors. */
const invisible = '\\u00AD\\u200B\\u2060\\uFE00-\\uFE0F\\u{E0100}-\\u{E01EF}';
/** Matches jamo, the letters that NFKC composes to Korean syllables. */
const hangul = '\\u1100-\\u11FF\\u3131-\\u318E\\uA960-\\uA97C\\uD7B0-\\uD7FB\\uFFA0-\\uFFDC';
const joined = `\\p{M}゛゜\\uFF9E\\uFF9F${invisible}${hangul}`;
/** Matches a letter with the marks that NFKC composes with it: か and ゛, ｶ and ﾞ. */
const letters = new RegExp(`[^${joined}][${joined}]*|[${joined}]+`, 'gu');
const invisibles = new RegExp(`[${invisible}]`, 'gu');
const others = new RegExp(`[ァ-ヶヽヾ${Object.keys(lookAlikes).join('')}]`, 'g');
const kanjiForms = new RegExp(`[${[...commonForms.keys()].join('')}]`, 'gu');

const japanese = '[\\u3000-\\u30FF\\p{Script=Han}]';
const endsJapanese = new RegExp(`${japanese}$`, 'u');
const beginsJapanese = new RegExp(`^${japanese}`, 'u');

/** Normalises every character except spaces. */
function foldLetters(text: string): string {
  return text
    .replace(/[゛゜]/g, (mark) => loneMarks[mark] ?? mark)
    .replace(invisibles, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(others, (letter) => lookAlikes[letter] ?? String.fromCharCode(letter.charCodeAt(0) - 0x60))
    .replace(kanjiForms, (form) => commonForms.get(form) ?? form);
}

/** Returns true if a run of spaces is kept, as one space: not next to Japanese, and not at either end. */
function isKept(text: string, from: number, to: number): boolean {
  if (from === 0 || to === text.length) return false;
  return !endsJapanese.test(text.slice(Math.max(0, from - 2), from)) && !beginsJapanese.test(text.slice(to, to + 2));
}

/** Returns a text normalised for comparison: NFKC, lower case, katakana as hiragana, each kanji in its common form. */
export function foldText(text: string): string {
  return foldLetters(text).replace(/\s+/g, (spaces, at: number, all: string) =>
    isKept(all, at, at + spaces.length) ? ' ' : '',
  );
}

/** Normalises a text and records each character's position in the original. */
export function foldWithPlaces(text: string): FoldedText {
  let all = '';
  const from: number[] = [];
  const to: number[] = [];
  // A cache of normalised letters: even a long text has few different ones.
  const known = new Map<string, string>();
  for (const { 0: letter, index } of text.matchAll(letters)) {
    const next = known.get(letter) ?? foldLetters(letter);
    known.set(letter, next);
    for (let unit = 0; unit < next.length; unit += 1) {
      from.push(index);
      to.push(index + letter.length);
    }
    all += next;
  }
  let folded = '';
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { 0: run, index } of all.matchAll(/\s+|\S+/g)) {
    const end = index + run.length;
    if (run.trim() !== '') {
      folded += run;
      // Push positions one by one, because `push(...)` has a limit on arguments.
      for (let unit = index; unit < end; unit += 1) {
        starts.push(from[unit] ?? 0);
        ends.push(to[unit] ?? 0);
      }
    } else if (isKept(all, index, end)) {
      folded += ' ';
      starts.push(from[index] ?? 0);
      ends.push(to[end - 1] ?? 0);
    }
  }
  return { folded, starts, ends };
}

/** Splits a query into normalised words, and quoted phrases. */
export function readQuery(query: string): string[] {
  const parts = query.matchAll(/["“”＂]([^"“”＂]*)["“”＂]?|[^\s"“”＂]+/g);
  return [...new Set(Array.from(parts, ([word, phrase]) => foldText(phrase ?? word)).filter(Boolean))];
}

/** Returns a predicate for texts that contain every word of the query, in any order; an empty query matches all. */
export function createTextFilter(query: string): (text: string) => boolean {
  const words = readQuery(query);
  return (text) => {
    const folded = foldText(text);
    return words.every((word) => folded.includes(word));
  };
}
