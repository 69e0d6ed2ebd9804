/** Rules shared by a markdown text and its rendered page for reading aloud: both are cut into the same runs. */

/** The character in a run's text for something without text of its own: a picture, a formula, a code block. */
export const ATOM = '\uFFFC';

/** Tags of inline elements. Every other element begins and ends a run. */
const INLINE =
  'a b br button code del em figure font i img input ins kbd label mark rp rt ruby small span strong sub sup u';
const inlineTags = new Set(INLINE.split(' '));

export function isInline(tagName: string): boolean {
  return inlineTags.has(tagName);
}

/**
 * The character in a run's text for a line break of the author, which ends a sentence; other line breaks are spaces.
 */
export const LINE_END = '\u2028';
