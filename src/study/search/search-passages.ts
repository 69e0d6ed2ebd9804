/** Makes passages around search hits, with the hits marked. */
import { foldWithPlaces } from '@/lib/search-text';

import type { Needles } from './search-hits';

/** A part of a passage: text, marked or not. */
export interface PassagePart {
  text: string;
  isFound: boolean;
}

/** Number of characters before the first hit, and in the whole passage. */
const LENGTH_BEFORE_HIT = 18;
const PASSAGE_LENGTH = 90;

/** Returns the positions of the search words in the original (unfolded) text, without overlaps. */
export function findPlaces(text: string, needles: Needles): [from: number, to: number][] {
  const { folded, starts, ends } = foldWithPlaces(text);
  const found: [number, number][] = [];
  for (const word of needles.flat()) {
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length))
      found.push([starts[at] ?? 0, ends[at + word.length - 1] ?? 0]);
  }
  const places: [number, number][] = [];
  for (const [from, to] of [...found].sort((a, b) => a[0] - b[0])) {
    const last = places.at(-1);
    if (last && from < last[1]) last[1] = Math.max(last[1], to);
    else places.push([from, to]);
  }
  return places;
}

/** Counts how many of the search words occur in a folded text. */
export function countNeedles(folded: string, needles: Needles): number {
  return needles.filter((alternatives) => alternatives.some((word) => folded.includes(word))).length;
}

/**
 * Returns the index of the first folded line with the most search words, ignoring the title (line 0); undefined without
 * a hit.
 */
export function findLine(folded: string, needles: Needles): number | undefined {
  let best: { at?: number; count: number } = { count: 0 };
  for (const [at, line] of folded.split('\n').entries()) {
    const count = at === 0 ? 0 : countNeedles(line, needles);
    if (count > best.count) best = { at, count };
    if (best.count === needles.length) break;
  }
  return best.at;
}

/** Maximum number of combining marks on a letter: more than any script uses. */
const MAX_MARKS = 16;

/** Returns true if the character at a position belongs to the letter before it: a combining mark or a low surrogate. */
const isWithinLetter = (text: string, at: number) => /^[\p{M}\p{Cs}ﾞﾟ]/u.test(text.slice(at, at + 2));

/** Returns the start of the letter at a position. */
function beginOfLetter(text: string, at: number): number {
  let place = at;
  while (place > 0 && at - place < MAX_MARKS && isWithinLetter(text, place)) place -= 1;
  return place;
}

/**
 * Cuts the passage around the first hit; returns the whole text when it is short.
 *
 * @param places positions of the hits, if already known.
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
