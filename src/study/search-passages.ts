/** The words around a hit, with what was looked for marked. */
import { foldWithPlaces } from '@/search-text';

import type { Needles } from './search-hits';

/** A piece of a passage. */
export interface PassagePart {
  text: string;
  isFound: boolean;
}

/** So many letters stand before the first word found, and so many in all. */
const BEFORE = 18;
const LENGTH = 90;

/** Where words stand in a text, in its own letters; without overlaps. */
export function findPlaces(text: string, needles: Needles): [from: number, to: number][] {
  const { folded, starts, ends } = foldWithPlaces(text);
  const found: [number, number][] = [];
  for (const word of needles.flat()) {
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length))
      found.push([starts[at] ?? 0, ends[at + word.length - 1] ?? 0]);
  }
  let end = 0;
  return found.toSorted((a, b) => a[0] - b[0] || b[1] - a[1]).filter(([from, to]) => from >= end && (end = to) > 0);
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

/** Cuts the passage around the first word found; the whole text where it is short. */
export function cutPassage(text: string, needles: Needles): PassagePart[] {
  const places = findPlaces(text, needles);
  const from = Math.max(0, Math.min((places[0]?.[0] ?? 0) - BEFORE, text.length - LENGTH));
  const to = Math.min(text.length, from + LENGTH);
  const parts: PassagePart[] = from > 0 ? [{ text: '…', isFound: false }] : [];
  let end = from;
  for (const [start, stop] of places.filter((place) => place[0] < to)) {
    if (start > end) parts.push({ text: text.slice(end, start), isFound: false });
    parts.push({ text: text.slice(start, stop), isFound: true });
    end = stop;
  }
  if (end < to) parts.push({ text: text.slice(end, to), isFound: false });
  return to < text.length ? [...parts, { text: '…', isFound: false }] : parts;
}
