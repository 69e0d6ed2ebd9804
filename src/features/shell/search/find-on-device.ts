/** Searches the texts of the lessons on the device and prepares the hits for display. */
import { readShownLines } from '@/device/lesson-texts';
import { foldText, readQuery } from '@/lib/search-text';
import type { OwnerKey } from '@/session/session';
import { readLine, type ShownLines } from '@/study/lesson-words';
import {
  type Hit,
  type Needles,
  type Pace,
  type Readings,
  type SearchedLesson,
  searchLessons,
  toNeedles,
} from '@/study/search-hits';
import { countNeedles, cutPassage, findLine, findPlaces, type PassagePart } from '@/study/search-passages';

/** Results shown at most: a longer list is not read, a longer query narrows it down. */
export const MOST_RESULTS = 30;
/** Results that fill a window: while the user types, no more are searched for or rendered. */
export const FIRST_RESULTS = 10;

export interface Found {
  kind: 'course' | 'lesson' | 'person';
  id: string;
  title: readonly PassagePart[];
  /** For a person: role and user name. */
  role?: string;
  /** For a lesson; holds the course id until the title is looked up. */
  courseTitle?: string;
  isOnDevice?: boolean;
  /** The heading above the match; `passage` is the text around it. */
  heading?: string;
  passage?: readonly PassagePart[];
  /** The query to mark in the lesson when it is opened. */
  find?: string;
}

/** Returns words as a query for the lesson's own find bar. */
function toQuery(words: readonly string[]): string {
  return [...new Set(words.map((word) => (/\s/.test(word) ? `"${word}"` : word)))].join(' ');
}

/** For each needle that a line lacks, returns its first occurrence elsewhere in the lesson; not in questions, which are on another screen. */
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

/** Returns what a result shows of one line of a lesson. */
function showLine(lesson: SearchedLesson, lines: ShownLines, at: number, needles: Needles): Partial<Found> {
  const line = readLine(lines, at);
  if (!line) return {};
  const { text, kind, heading } = line;
  const places = findPlaces(text, needles);
  const passage = cutPassage(text, needles, places);
  // The lesson shows only the titles of its question sets: the questions are on another screen.
  if (kind === 'question') return { heading, passage, find: `"${heading}"` };
  // All matches of the line, also those that the passage cuts off.
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
  /** In the order in which hits of equal rank are listed. */
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
