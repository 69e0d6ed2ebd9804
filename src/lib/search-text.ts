/** How words are searched: width, case, かな/カナ and spaces beside Japanese do not matter. */

/** A text as it is compared, and where each of its letters came from. */
export interface FoldedText {
  folded: string;
  /** For each letter of `folded` where that of the text begins. */
  starts: readonly number[];
  /** For each letter of `folded` where that of the text ends. */
  ends: readonly number[];
}

/** Marks that stand by themselves, which are taken for those that are set on a letter. */
const loneMarks: Record<string, string> = { ゛: '\u3099', ゜: '\u309a' };
/** Which of them is written depends on keyboard and device alone; Greek has a small sigma for the ends of words. */
const lookAlikes: Record<string, string> = {
  ...Object.fromEntries(Array.from('‐‒–—―−', (dash) => [dash, '-'])),
  '〜': '~',
  '‘': "'",
  '’': "'",
  ς: 'σ',
};
/** Not seen: where a line may break, and which shape of a letter is meant. */
const invisible = '\\u00AD\\u200B\\u2060\\uFE00-\\uFE0F\\u{E0100}-\\u{E01EF}';
/** Parts of Korean syllables become one, too. */
const hangul = '\\u1100-\\u11FF\\u3131-\\u318E\\uA960-\\uA97C\\uD7B0-\\uD7FB\\uFFA0-\\uFFDC';
const joined = `\\p{M}゛゜\\uFF9E\\uFF9F${invisible}${hangul}`;
/** A letter with what becomes one with it: か and ゛, ｶ and ﾞ. */
const letters = new RegExp(`[^${joined}][${joined}]*|[${joined}]+`, 'gu');
const invisibles = new RegExp(`[${invisible}]`, 'gu');
const others = new RegExp(`[ァ-ヶヽヾ${Object.keys(lookAlikes).join('')}]`, 'g');

const japanese = '[\\u3000-\\u30FF\\p{Script=Han}]';
const endsJapanese = new RegExp(`${japanese}$`, 'u');
const beginsJapanese = new RegExp(`^${japanese}`, 'u');

/** All but the spaces. */
function foldLetters(text: string): string {
  return text
    .replace(/[゛゜]/g, (mark) => loneMarks[mark] ?? mark)
    .replace(invisibles, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(others, (letter) => lookAlikes[letter] ?? String.fromCharCode(letter.charCodeAt(0) - 0x60));
}

/** A space is one, and none beside Japanese. */
function isKept(text: string, from: number, to: number): boolean {
  if (from === 0 || to === text.length) return false;
  return !endsJapanese.test(text.slice(Math.max(0, from - 2), from)) && !beginsJapanese.test(text.slice(to, to + 2));
}

/** A text as it is compared: NFKC, lower case, katakana as hiragana. */
export function foldText(text: string): string {
  return foldLetters(text).replace(/\s+/g, (spaces, at: number, all: string) =>
    isKept(all, at, at + spaces.length) ? ' ' : '',
  );
}

/** Folds a text and notes the places. */
export function foldWithPlaces(text: string): FoldedText {
  let all = '';
  const from: number[] = [];
  const to: number[] = [];
  // A long text has few different ones.
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
      // One by one: no call takes so many arguments.
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

/** What is looked for: words, and in quotes phrases, which may hold spaces; folded. */
export function readQuery(query: string): string[] {
  const parts = query.matchAll(/["“”＂]([^"“”＂]*)["“”＂]?|[^\s"“”＂]+/g);
  return [...new Set(Array.from(parts, ([word, phrase]) => foldText(phrase ?? word)).filter(Boolean))];
}

/** Makes a test for texts that hold every word of the query, in any order; an empty query matches all. */
export function createTextFilter(query: string): (text: string) => boolean {
  const words = readQuery(query);
  return (text) => {
    const folded = foldText(text);
    return words.every((word) => folded.includes(word));
  };
}
