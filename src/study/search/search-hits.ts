/** Finds and ranks lessons for a search. */

/**
 * Folded search words: one row per word, with the word and its alternatives (words with that reading). A hit must
 * contain one entry of each row.
 */
export type Needles = readonly (readonly string[])[];

/** A lesson in the search index (`device/lesson-texts.ts`), in memory while the search is open. */
export interface SearchedLesson {
  id: string;
  /** The key of the lesson's record in the index. */
  key: string;
  courseId: string;
  title: string;
  /** The lesson's position in its course. */
  place: number;
  /** Title and headings of the lesson, folded, one per line. */
  heads: string;
  /** Title, headings, paragraphs and questions of the lesson, folded, one per line. */
  folded: string;
}

/**
 * The rank of a search hit, by where all search words were found: 0 in the title, 1 in title and headings, 2 in the
 * text as well.
 */
export type HitRank = 0 | 1 | 2;

export interface Hit {
  lesson: SearchedLesson;
  rank: HitRank;
}

/** Folded kana readings, each with the words that have this reading. */
export type Readings = ReadonlyMap<string, ReadonlySet<string>>;

/** Minimum length of a prefix of a reading; shorter ones match too many words. */
const MIN_PREFIX_LENGTH = 3;
/** Maximum number of alternatives of one word; real texts have far fewer. */
const MAX_ALTERNATIVES = 300;

/**
 * Yields words whose reading is the beginning of a kana search word, each followed by the remaining letters: まもる finds
 * 守る.
 */
function* withEndings(word: string, readings: Readings): Generator<string> {
  if (!/^[ぁ-ゖー]+$/.test(word)) return;
  for (let length = 1; length < word.length; length += 1)
    for (const read of readings.get(word.slice(0, length)) ?? []) if (read !== '') yield read + word.slice(length);
}

/**
 * Returns each search word with its alternatives: words with this reading, with a reading that starts with it, or with
 * a reading plus an ending.
 */
export function toNeedles(words: readonly string[], readings: Readings): Needles {
  return words.map((word) => {
    const found = new Set([word, ...(readings.get(word) ?? []), ...withEndings(word, readings)]);
    if (word.length >= MIN_PREFIX_LENGTH) {
      for (const [reading, of] of readings) if (reading.startsWith(word)) for (const read of of) found.add(read);
    }
    // Skip empty words, which readings of invisible characters yield: they would match everywhere.
    const some = [...found].filter(Boolean).slice(0, MAX_ALTERNATIVES);
    // Skip alternatives that contain a shorter one: a search for 情報 already finds 情報量.
    return some.filter((one) => !some.some((other) => other !== one && one.includes(other)));
  });
}

/** Returns true if a folded text contains all search words; called thousands of times. */
type Matches = (folded: string) => boolean;

function toMatcher(needles: Needles): Matches {
  const [[word, ...alternatives] = [], ...more] = needles;
  if (word !== undefined && alternatives.length + more.length === 0) return (folded) => folded.includes(word);
  return (folded) => needles.every((row) => row.some((one) => folded.includes(one)));
}

/** Returns 0 when the title contains all search words, 1 when title and headings do, else undefined. */
function rankHeads({ heads }: SearchedLesson, matches: Matches): 0 | 1 | undefined {
  if (!matches(heads)) return undefined;
  return matches(heads.split('\n', 1)[0] ?? '') ? 0 : 1;
}

/** Returns a comparator that sorts lessons by course, then by position in the course. */
export function compareLessons(courseOrder: ReadonlyMap<string, number>) {
  const courseAt = ({ courseId }: SearchedLesson) => courseOrder.get(courseId) ?? courseOrder.size;
  return (a: SearchedLesson, b: SearchedLesson) => courseAt(a) - courseAt(b) || a.place - b.place;
}

/** Time slicing: `isOver` ends a slice, `rest` yields to the page and throws when the search was cancelled. */
export interface Pace {
  isOver: () => boolean;
  rest: () => Promise<void>;
}

/**
 * Searches lessons in time slices: first titles and headings, which rank higher, then texts until enough are found.
 *
 * @param lessons in the order for hits of equal rank.
 * @param most maximum number of hits.
 * @throws what `rest` throws.
 */
export async function searchLessons(
  lessons: readonly SearchedLesson[],
  needles: Needles,
  most: number,
  pace: Pace,
): Promise<Hit[]> {
  const matches = toMatcher(needles);
  const hits: Hit[] = [];
  const others: SearchedLesson[] = [];
  for (const [index, lesson] of lessons.entries()) {
    if (index % 16 === 0 && pace.isOver()) await pace.rest();
    const rank = rankHeads(lesson, matches);
    if (rank === undefined) others.push(lesson);
    else hits.push({ lesson, rank });
  }
  for (const [index, lesson] of others.entries()) {
    if (hits.length >= most) break;
    if (index % 16 === 0 && pace.isOver()) await pace.rest();
    if (matches(lesson.folded)) hits.push({ lesson, rank: 2 });
  }
  return [...hits].sort((a, b) => a.rank - b.rank).slice(0, most);
}
