/**
 * A slow and simple search, the oracle for the real one: explicit tables of letters, no regular expressions, no
 * built-in Unicode normalization, and nothing from `src/lib/search-text.ts`.
 */

const hiragana = Array.from(
  'ぁあぃいぅうぇえぉおかきくけこさしすせそたちっつてとなにぬねのはひふへほまみむめもゃやゅゆょよらりるれろわをん',
);
const katakana = Array.from(
  'ァアィイゥウェエォオカキクケコサシスセソタチッツテトナニヌネノハヒフヘホマミムメモャヤュユョヨラリルレロワヲン',
);
const halfWidth = Array.from('ｧｱｨｲｩｳｪｴｫｵｶｷｸｹｺｻｼｽｾｿﾀﾁｯﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓｬﾔｭﾕｮﾖﾗﾘﾙﾚﾛﾜｦﾝ');
const plain = Array.from('うかきくけこさしすせそたちつてとはひふへほ');
const voiced = Array.from('ゔがぎぐげござじずぜぞだぢづでどばびぶべぼ');
const plosive = Array.from('ぱぴぷぺぽ');
const voicedKatakana = Array.from('ヴガギグゲゴザジズゼゾダヂヅデドバビブベボ');
const plosiveKatakana = Array.from('パピプペポ');
const small = Array.from('abcdefghijklmnopqrstuvwxyz');
const capital = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');

const VOICE = ['\u3099', '゛', 'ﾞ'];
const PLOSION = ['\u309a', '゜', 'ﾟ'];
const SPACES = [' ', '\t', '\n', '\u00a0', '　'];
const DASHES = ['-', '‐', '–', '—', '―', '−', '－'];
const QUOTES = ['"', '“', '”', '＂'];
const UNSEEN = ['\u200b', '\ufe0f'];

const table = new Map<string, string>();
const enter = (from: readonly string[], to: readonly string[]) =>
  from.forEach((one, at) => table.set(one, to[at] ?? ''));
enter(katakana, hiragana);
enter(halfWidth, hiragana);
enter(voicedKatakana, voiced);
enter(plosiveKatakana, plosive);
enter(capital, small);
enter(['ｰ', '｡', '｢', '｣', '､', '･', '～', '〜', '’'], ['ー', '。', '「', '」', '、', '・', '~', '~', "'"]);
enter(
  DASHES,
  DASHES.map(() => '-'),
);
enter(['㈱', '①', 'ﬁ', '…', '㍻'], ['(株)', '1', 'fi', '...', '平成']);
enter(['𠮷', '髙', '﨑', '齋', '斉', '齊', '邊', '邉'], ['吉', '高', '崎', '斎', '斎', '斎', '辺', '辺']);

/** Folds each letter; a letter that becomes several yields one entry for each of them. */
function foldLetters(text: string): string[] {
  const letters: string[] = [];
  for (const written of text) {
    if (UNSEEN.includes(written)) continue;
    const code = written.codePointAt(0) ?? 0;
    const narrow = code >= 0xff01 && code <= 0xff5e ? String.fromCodePoint(code - 0xfee0) : written;
    const last = letters.at(-1) ?? '';
    if (VOICE.includes(written) && plain.includes(last)) letters.splice(-1, 1, voiced[plain.indexOf(last)] ?? '');
    else if (PLOSION.includes(written) && plain.slice(-5).includes(last))
      letters.splice(-1, 1, plosive[plain.slice(-5).indexOf(last)] ?? '');
    else letters.push(...Array.from(table.get(written) ?? table.get(narrow) ?? narrow));
  }
  return letters;
}

function isJapanese(letter: string | undefined): boolean {
  const code = letter?.codePointAt(0) ?? 0;
  return (
    (code >= 0x3001 && code <= 0x30ff) || (code >= 0x3400 && code <= 0x9fff) || (code >= 0x20000 && code <= 0x2fa1f)
  );
}

/** Collapses spaces to one; removes them at the ends and beside Japanese. */
export function oracleFold(text: string): string[] {
  const folded: string[] = [];
  let hasSpace = false;
  for (const letter of foldLetters(text)) {
    if (SPACES.includes(letter)) {
      hasSpace = true;
      continue;
    }
    if (hasSpace && folded.length > 0 && !isJapanese(folded.at(-1)) && !isJapanese(letter)) folded.push(' ');
    hasSpace = false;
    folded.push(letter);
  }
  return folded;
}

function holds(text: readonly string[], word: readonly string[]): boolean {
  for (let at = 0; at + word.length <= text.length; at += 1) {
    if (word.every((letter, index) => text[at + index] === letter)) return true;
  }
  return false;
}

/** Splits a query into words at spaces; a quoted phrase is one word. */
function oracleWords(query: string): string[][] {
  const words = [''];
  let isQuoted = false;
  for (const letter of query) {
    if (QUOTES.includes(letter)) {
      isQuoted = !isQuoted;
      words.push('');
    } else if (SPACES.includes(letter) && !isQuoted) words.push('');
    else words.push((words.pop() ?? '') + letter);
  }
  return words.map(oracleFold).filter((word) => word.length > 0);
}

export interface OracleLesson {
  title: string;
  lines: readonly { text: string; kind: 'heading' | 'text' | 'question' }[];
  readings: readonly (readonly [word: string, reading: string])[];
}

/**
 * Returns each lesson's rank: 0 by title, 1 by title and headings, 2 by all its words; undefined if a word is missing.
 */
export function oracleSearch(lessons: readonly OracleLesson[], query: string): (0 | 1 | 2 | undefined)[] {
  const words = oracleWords(query);
  const readings = lessons.flatMap((lesson) => lesson.readings);
  const readAs = (word: readonly string[]) =>
    readings.flatMap(([of, reading]): string[][] => {
      const folded = oracleFold(reading);
      const begins = word.length >= 3 && word.every((letter, at) => folded[at] === letter);
      if (folded.join('') === word.join('') || begins) return [oracleFold(of)];
      // A word that begins with a reading also matches the letters with that reading, followed by the rest of the word.
      const isKana = word.every((letter) => [...hiragana, ...voiced, ...plosive, 'ー'].includes(letter));
      const isFollowed = isKana && folded.length > 0 && folded.every((letter, at) => word[at] === letter);
      const letters = oracleFold(of);
      return isFollowed && letters.length > 0 ? [[...letters, ...word.slice(folded.length)]] : [];
    });
  const standIn = (texts: readonly string[]) =>
    words.every((word) =>
      texts.some((text) => [word, ...readAs(word)].some((wanted) => holds(oracleFold(text), wanted))),
    );
  return lessons.map(({ title, lines }) => {
    if (words.length === 0) return undefined;
    const heads = [title, ...lines.filter(({ kind }) => kind === 'heading').map(({ text }) => text)];
    if (standIn([title])) return 0;
    if (standIn(heads)) return 1;
    return standIn([title, ...lines.map(({ text }) => text)]) ? 2 : undefined;
  });
}
