/** What is found in the words of the lessons on the device, as it is shown. */
import { readShownLines } from '@/device/lesson-texts';
import { readQuery } from '@/search-text';
import type { OwnerKey } from '@/session/session';
import { type PlacedLine, readLine } from '@/study/lesson-words';
import {
  type Hit,
  type Needles,
  type Pace,
  type Readings,
  type SearchedLesson,
  searchLessons,
  toNeedles,
} from '@/study/search-hits';
import { cutPassage, findLine, findPlaces, type PassagePart } from '@/study/search-passages';

/** More than this nobody reads; a longer word narrows it down. */
export const MOST_RESULTS = 30;
/** So many fill a window: more are not looked for, and not drawn, while somebody types. */
export const FIRST_RESULTS = 10;

export interface Found {
  kind: 'course' | 'lesson' | 'person';
  id: string;
  title: readonly PassagePart[];
  /** Of a person: what they are, and what they sign in with. */
  role?: string;
  /** Of a lesson. */
  courseTitle?: string;
  isOnDevice?: boolean;
  /** Where in its text, and the words around. */
  heading?: string;
  passage?: readonly PassagePart[];
  /** What is looked for in the lesson that is opened. */
  find?: string;
}

/** The words that were found, as they stand there: also those that the passage has no room for. */
function findWords(text: string, places: readonly [from: number, to: number][]): string {
  const words = places.map(([from, to]) => text.slice(from, to)).map((word) => (/\s/.test(word) ? `"${word}"` : word));
  return [...new Set(words)].join(' ');
}

/** What is shown of a line of a lesson. */
function showLine({ text, kind, heading }: PlacedLine, needles: Needles): Partial<Found> {
  const places = findPlaces(text, needles);
  const passage = cutPassage(text, needles, places);
  // The lesson names its question sets; what they ask stands on a screen of its own.
  return { heading, passage, find: kind === 'question' ? `"${heading}"` : findWords(text, places) };
}

/** Of lessons found by more than their titles also the line with most of what is looked for. */
async function describeHits(hits: readonly Hit[], needles: Needles, owner: OwnerKey, pace: Pace): Promise<Found[]> {
  const placed = hits.map(({ lesson, rank }) => ({
    lesson,
    at: rank === 0 ? undefined : findLine(lesson.folded, needles),
  }));
  const keys = placed.flatMap(({ lesson, at }) => (at === undefined ? [] : [lesson.key]));
  const records = keys.length > 0 ? await readShownLines(owner, keys).catch(() => []) : [];
  const linesOf = new Map(keys.map((key, index) => [key, records[index]]));
  const found: Found[] = [];
  for (const {
    lesson: { id, key, title, courseId },
    at,
  } of placed) {
    if (pace.isOver()) await pace.rest();
    const lines = linesOf.get(key);
    const line = lines && at !== undefined && readLine(lines, at);
    const named = { kind: 'lesson' as const, id, title: cutPassage(title, needles), courseTitle: courseId };
    found.push(line ? { ...named, ...showLine(line, needles) } : named);
  }
  return found;
}

export interface Shelf {
  owner: OwnerKey;
  /** In the order of hits of one rank. */
  lessons: readonly SearchedLesson[];
  readings: Readings;
}

/**
 * Looks for a query; nothing is found where nothing is looked for.
 *
 * @param most so many are found, the first ones.
 * @throws what the pace throws.
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
