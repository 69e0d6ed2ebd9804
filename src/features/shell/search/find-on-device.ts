/** Searches the texts of the lessons on the device and prepares the hits for display. */
import { readShownLines } from '@/device/lesson-texts';
import { foldText, readQuery } from '@/lib/search-text';
import type { OwnerKey } from '@/session/session';
import { readLine, type ShownLines } from '@/study/outline/lesson-words';
import {
  type Hit,
  type Needles,
  type Pace,
  type Readings,
  type SearchedLesson,
  searchLessons,
  toNeedles,
} from '@/study/search/search-hits';
import { countNeedles, cutPassage, findLine, findPlaces, type PassagePart } from '@/study/search/search-passages';

/** The maximum number of results: a longer list would not be read, and a longer query narrows it down. */
export const MOST_RESULTS = 30;
/** The number of results that fills a window: while the user types, no further ones are searched for or rendered. */
export const FIRST_RESULTS = 10;

export interface Found {
  kind: 'course' | 'lesson' | 'person';
  id: string;
  title: readonly PassagePart[];
  /** For a person's result: role and user name. */
  role?: string;
  /** For a lesson's result: the title of its course; at first the course id, until the title is looked up. */
  courseTitle?: string;
  isOnDevice?: boolean;
  /** The heading above the matching line; `passage` is the text around the match. */
  heading?: string;
  passage?: readonly PassagePart[];
  /** The query to highlight in the lesson when the result is opened. */
  find?: string;
}

/** Joins words to a query for a lesson's find bar; words with spaces are quoted. */
function toQuery(words: readonly string[]): string {
  return [...new Set(words.map((word) => (/\s/.test(word) ? `"${word}"` : word)))].join(' ');
}

/**
 * Returns, for each search word that is not in a line, its first occurrence elsewhere in the lesson's text; ignores
 * questions, which are on another screen.
 */
function findElsewhere({ folded }: SearchedLesson, lines: ShownLines, text: string, needles: Needles): string[] {
  const line = foldText(text);
  const missing = needles.filter((row) => countNeedles(line, [row]) === 0);
  const all = missing.length > 0 ? folded.split('\n') : [];
  return missing.flatMap((row) => {
    const at = all.findIndex((words) => countNeedles(words, [row]) > 0);
    const other = readLine(lines, at);
    const [place] = other && other.kind !== 'question' ? findPlaces(other.text, [row]) : [];
    return place && other ? [other.text.slice(...place)] : [];
  });
}

/** Returns the heading, passage and find query that a result shows for one line of a lesson. */
function showLine(lesson: SearchedLesson, lines: ShownLines, at: number, needles: Needles): Partial<Found> {
  const line = readLine(lines, at);
  if (!line) return {};
  const { text, kind, heading } = line;
  const places = findPlaces(text, needles);
  const passage = cutPassage(text, needles, places);
  // A match in a question: highlight the set's title, because the lesson's screen shows no questions.
  if (kind === 'question') return { heading, passage, find: `"${heading}"` };
  // Include all matches of the line, even those outside the passage.
  const words = places.map(([from, to]) => text.slice(from, to));
  return { heading, passage, find: toQuery([...words, ...findElsewhere(lesson, lines, text, needles)]) };
}

/** Turns hits into results; a lesson found by its text also gets the line with the most matches. */
async function describeHits(hits: readonly Hit[], needles: Needles, owner: OwnerKey, pace: Pace): Promise<Found[]> {
  const placed = hits.map(({ lesson, rank }) => ({
    lesson,
    at: rank === 0 ? undefined : findLine(lesson.folded, needles),
  }));
  const keys = placed.flatMap(({ lesson, at }) => (at === undefined ? [] : [lesson.key]));
  const records = keys.length > 0 ? await readShownLines(owner, keys).catch(() => []) : [];
  const linesOf = new Map(keys.map((key, index) => [key, records[index]]));
  const found: Found[] = [];
  for (const { lesson, at } of placed) {
    if (pace.isOver()) await pace.rest();
    const { id, title, courseId } = lesson;
    const lines = linesOf.get(lesson.key);
    const line = lines && at !== undefined ? showLine(lesson, lines, at, needles) : {};
    found.push({ kind: 'lesson', id, title: cutPassage(title, needles), courseTitle: courseId, ...line });
  }
  return found;
}

export interface Shelf {
  owner: OwnerKey;
  /** The searchable lessons, in the order in which hits of equal rank are listed. */
  lessons: readonly SearchedLesson[];
  readings: Readings;
}

/**
 * Searches the lessons on the device. An empty query finds nothing.
 *
 * @param most the maximum number of results.
 * @throws what the pace throws, such as the abort reason.
 */
export async function findOnDevice(
  query: string,
  { owner, lessons, readings }: Shelf,
  pace: Pace,
  most: number,
): Promise<Found[]> {
  const needles = toNeedles(readQuery(query), readings);
  if (needles.length === 0) return [];
  const hits = await searchLessons(lessons, needles, most, pace);
  return describeHits(hits, needles, owner, pace);
}
