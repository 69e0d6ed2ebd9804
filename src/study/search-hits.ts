/** Which lessons hold what is looked for, and in what order they are shown. */

/** Folded words, with the words that have them as a reading: one of each row must be found. */
export type Needles = readonly (readonly string[])[];

/** A lesson's words as they are searched (`device/lesson-texts.ts`), kept in memory while the search is open. */
export interface SearchedLesson {
  id: string;
  /** Of its record. */
  key: string;
  courseId: string;
  title: string;
  /** Of the lesson within its course. */
  place: number;
  /** Title and headings, folded, a line each. */
  heads: string;
  /** Title, headings, texts and questions, folded, a line each. */
  folded: string;
}

/** Where all that is looked for stands: in the title, in title and headings, or also in the text. */
export type HitRank = 0 | 1 | 2;

export interface Hit {
  lesson: SearchedLesson;
  rank: HitRank;
}

/** Readings by themselves, folded; one may belong to several words. */
export type Readings = ReadonlyMap<string, ReadonlySet<string>>;

/** Shorter beginnings of a reading than this fit too many words. */
const MIN_BEGINNING = 3;
/** Nobody's words have so many readings that begin alike. */
const MOST_ALTERNATIVES = 300;

/** Words whose reading a word in kana begins with, each with the letters that follow: 守る is typed as まもる. */
function* withEndings(word: string, readings: Readings): Generator<string> {
  if (!/^[ぁ-ゖー]+$/.test(word)) return;
  for (let length = 1; length < word.length; length += 1)
    for (const read of readings.get(word.slice(0, length)) ?? []) if (read !== '') yield read + word.slice(length);
}

/** Adds to each word the words that have it as a reading, as the beginning of one, or one and its ending. */
export function toNeedles(words: readonly string[], readings: Readings): Needles {
  return words.map((word) => {
    const found = new Set([word, ...(readings.get(word) ?? []), ...withEndings(word, readings)]);
    if (word.length >= MIN_BEGINNING) {
      for (const [reading, of] of readings) if (reading.startsWith(word)) for (const read of of) found.add(read);
    }
    // A reading above letters that are not seen has no word, and that would stand everywhere.
    const some = [...found].filter(Boolean).slice(0, MOST_ALTERNATIVES);
    // Where 情報 stands, 情報量 need not be looked for.
    return some.filter((one) => !some.some((other) => other !== one && one.includes(other)));
  });
}

/** Tells whether folded words have all that is looked for; it is asked thousands of times. */
type Holds = (folded: string) => boolean;

function toHolds(needles: Needles): Holds {
  const [[word, ...alternatives] = [], ...more] = needles;
  if (word !== undefined && alternatives.length + more.length === 0) return (folded) => folded.includes(word);
  return (folded) => needles.every((row) => row.some((one) => folded.includes(one)));
}

/** Whether title and headings have all that is looked for, and whether the title alone. */
function rankHeads({ heads }: SearchedLesson, holds: Holds): 0 | 1 | undefined {
  if (!holds(heads)) return undefined;
  return holds(heads.split('\n', 1)[0] ?? '') ? 0 : 1;
}

/** By the place in the course. */
export function compareLessons(courseOrder: ReadonlyMap<string, number>) {
  const courseAt = ({ courseId }: SearchedLesson) => courseOrder.get(courseId) ?? courseOrder.size;
  return (a: SearchedLesson, b: SearchedLesson) => courseAt(a) - courseAt(b) || a.place - b.place;
}

/** When a slice of work is over, and how it rests: `rest` throws when the work was called off. */
export interface Pace {
  isOver: () => boolean;
  rest: () => Promise<void>;
}

/**
 * Looks through lessons in slices: titles and headings first, since what stands there comes first, then the texts for as long
 * as there is room.
 *
 * @param lessons in the order of hits of one rank.
 * @param most so many are found.
 * @throws what `rest` throws.
 */
export async function searchLessons(
  lessons: readonly SearchedLesson[],
  needles: Needles,
  most: number,
  pace: Pace,
): Promise<Hit[]> {
  const holds = toHolds(needles);
  const hits: Hit[] = [];
  const others: SearchedLesson[] = [];
  for (const [index, lesson] of lessons.entries()) {
    if (index % 16 === 0 && pace.isOver()) await pace.rest();
    const rank = rankHeads(lesson, holds);
    if (rank === undefined) others.push(lesson);
    else hits.push({ lesson, rank });
  }
  for (const [index, lesson] of others.entries()) {
    if (hits.length >= most) break;
    if (index % 16 === 0 && pace.isOver()) await pace.rest();
    if (holds(lesson.folded)) hits.push({ lesson, rank: 2 });
  }
  return hits.toSorted((a, b) => a.rank - b.rank).slice(0, most);
}
