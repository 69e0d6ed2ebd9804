/** What is found in the words of the lessons on the device, as it is shown. */
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

/** Words as they are looked for in the lesson. */
function toQuery(words: readonly string[]): string {
  return [...new Set(words.map((word) => (/\s/.test(word) ? `"${word}"` : word)))].join(' ');
}

/** What a line has nothing of, as it is written where the lesson first has it; questions stand on a screen of their own. */
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

/** What is shown of one of a lesson's lines. */
function showLine(lesson: SearchedLesson, lines: ShownLines, at: number, needles: Needles): Partial<Found> {
  const line = readLine(lines, at);
  if (!line) return {};
  const { text, kind, heading } = line;
  const places = findPlaces(text, needles);
  const passage = cutPassage(text, needles, places);
  // The lesson names its question sets; what they ask stands on a screen of its own.
  if (kind === 'question') return { heading, passage, find: `"${heading}"` };
  // Also those that the passage has no room for.
  const words = places.map(([from, to]) => text.slice(from, to));
  return { heading, passage, find: toQuery([...words, ...findElsewhere(lesson, lines, text, needles)]) };
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
