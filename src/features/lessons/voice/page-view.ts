/** Finds where sentences are on the screen and scrolls to them, for reading aloud. */
import { findInPage, findProse, type PageRun } from '@/ui/markdown/spoken/page-runs';

import type { Script } from './sentences';

/**
 * Upper edge, in px, of the area in which a sentence counts as visible: below the top bar and the phone's table of
 * contents.
 */
const VISIBLE_FROM_PX = 112;

/** The part of the window, above the player, in which a sentence counts as visible. */
export interface Zone {
  top: number;
  bottom: number;
}

export function readZone(player: Element | null): Zone {
  const bar = player?.getBoundingClientRect();
  return { top: VISIBLE_FROM_PX, bottom: bar && bar.top > VISIBLE_FROM_PX ? bar.top : innerHeight };
}

/** Returns the element of the article that is read aloud. */
export function findArticle(): Element | null {
  return document.querySelector('main article');
}

function findText(): Element | null {
  const article = findArticle();
  return article && findProse(article);
}

/** Returns true for text inside a closed `<details>`, which is not read aloud; its summary is. */
export function isFolded(range: Range): boolean {
  const { startContainer: start } = range;
  const element = start instanceof Element ? start : start.parentElement;
  const fold = element?.closest('details:not([open])');
  return Boolean(fold) && !element?.closest('summary');
}

export function isInView(range: Range, { top, bottom }: Zone): boolean {
  const box = range.getBoundingClientRect();
  // A range without a height, such as a picture that is still loading, does not count as scrolled away.
  return box.height === 0 || (box.bottom > top && box.top < bottom);
}

/** Scrolls a sentence to the upper third of the window, unless it is completely visible. */
export function bringIntoView(range: Range, { top, bottom }: Zone): void {
  const box = range.getBoundingClientRect();
  if (box.height === 0 || (box.top >= top && box.bottom <= bottom)) return;
  const isTall = box.height > (bottom - top) * 0.7;
  const place = isTall ? top : top + (bottom - top) * 0.2;
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  scrollBy({ top: box.top - place, behavior: isCalm ? 'auto' : 'smooth' });
}

/**
 * Returns the first sentence that ends below a height in the window, px, and is not folded; 0, the very first sentence,
 * if there is none.
 */
export function firstBelow({ sentences, written }: Script, runs: readonly PageRun[], top = VISIBLE_FROM_PX): number {
  const found = sentences.findIndex(({ place }) => {
    const range = findInPage(runs, written, place);
    return range !== undefined && range.getBoundingClientRect().bottom > top && !isFolded(range);
  });
  return Math.max(0, found);
}

/**
 * A stored position above this share of the text counts as read to the end: reading aloud then starts at the beginning.
 */
const LAST_SHARE = 0.9;
/** The lesson counts as scrolled to its beginning while at most this share of the text is above the window. */
const FIRST_SHARE = 0.05;

/**
 * Returns the sentence to start reading aloud with: if the lesson is scrolled to its beginning, the one where the
 * learner stopped last time, else the first visible one.
 *
 * @param share the stored reading position, see `readReadingPosition`.
 */
export function firstToRead(script: Script, runs: readonly PageRun[], share: number | undefined): number {
  const text = findText();
  if (!text) return 0;
  const { top, height } = text.getBoundingClientRect();
  const isAtStart = top > -height * FIRST_SHARE;
  const isStored = share !== undefined && share >= FIRST_SHARE && share <= LAST_SHARE;
  return firstBelow(script, runs, isAtStart && isStored ? top + share * height : VISIBLE_FROM_PX);
}

/** Returns the sentence where the reader's selection begins; undefined without a selection in the text. */
export function selectedSentence({ sentences, written }: Script, runs: readonly PageRun[]): number | undefined {
  const selection = getSelection();
  const article = findArticle();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return undefined;
  const chosen = selection.getRangeAt(0);
  if (!article?.contains(chosen.startContainer)) return undefined;
  const found = sentences.findIndex(({ place }) => {
    const range = findInPage(runs, written, place);
    return range !== undefined && range.compareBoundaryPoints(Range.START_TO_END, chosen) > 0;
  });
  return found === -1 ? undefined : found;
}
