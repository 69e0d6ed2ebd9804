/** The words around a hit, with what was looked for marked. */
import { foldWithPlaces } from '@/lib/search-text';

import type { Needles } from './search-hits';

/** A piece of a passage. */
export interface PassagePart {
  text: string;
  isFound: boolean;
}

/** So many letters stand before the first word found, and so many in all. */
const LENGTH_BEFORE_HIT = 18;
const PASSAGE_LENGTH = 90;

/** Where words stand in a text, in its own letters; without overlaps. */
export function findPlaces(text: string, needles: Needles): [from: number, to: number][] {
  const { folded, starts, ends } = foldWithPlaces(text);
  const found: [number, number][] = [];
  for (const word of needles.flat()) {
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length))
      found.push([starts[at] ?? 0, ends[at + word.length - 1] ?? 0]);
  }
  const places: [number, number][] = [];
  for (const [from, to] of found.toSorted((a, b) => a[0] - b[0])) {
    const last = places.at(-1);
    if (last && from < last[1]) last[1] = Math.max(last[1], to);
    else places.push([from, to]);
  }
  return places;
}

/** How many different things of what is looked for stand in a folded text. */
export function countNeedles(folded: string, needles: Needles): number {
  return needles.filter((alternatives) => alternatives.some((word) => folded.includes(word))).length;
}

/** Which of folded lines, the title above them, has most of what is looked for: the first of its like, undefined for none. */
export function findLine(folded: string, needles: Needles): number | undefined {
  let best: { at?: number; count: number } = { count: 0 };
  for (const [at, line] of folded.split('\n').entries()) {
    const count = at === 0 ? 0 : countNeedles(line, needles);
    if (count > best.count) best = { at, count };
    if (best.count === needles.length) break;
  }
  return best.at;
}

/** More marks than any script sets on a letter. */
const MOST_MARKS = 16;

/** What belongs to the letter before: marks that are set on it, and the second half of one. */
const isWithinLetter = (text: string, at: number) => /^[\p{M}\p{Cs}ﾞﾟ]/u.test(text.slice(at, at + 2));

/** Where the letter begins that a place may lie within. */
function beginOfLetter(text: string, at: number): number {
  let place = at;
  while (place > 0 && at - place < MOST_MARKS && isWithinLetter(text, place)) place -= 1;
  return place;
}

/**
 * Cuts the passage around the first word found; the whole text where it is short.
 *
 * @param places where the words stand, for whoever knows.
 */
export function cutPassage(text: string, needles: Needles, places = findPlaces(text, needles)): PassagePart[] {
  const from = beginOfLetter(
    text,
    Math.max(0, Math.min((places[0]?.[0] ?? 0) - LENGTH_BEFORE_HIT, text.length - PASSAGE_LENGTH)),
  );
  const to = beginOfLetter(text, Math.min(text.length, from + PASSAGE_LENGTH));
  const parts: PassagePart[] = from > 0 ? [{ text: '…', isFound: false }] : [];
  let end = from;
  for (const [start, stop] of places.filter((place) => place[0] < to)) {
    if (start > end) parts.push({ text: text.slice(end, start), isFound: false });
    parts.push({ text: text.slice(start, stop), isFound: true });
    end = stop;
  }
  if (end < to) parts.push({ text: text.slice(end, to), isFound: false });
  return Math.max(end, to) < text.length ? [...parts, { text: '…', isFound: false }] : parts;
}
