/** The find bar of an open lesson (find in page); an installed app on a phone has no browser menu for it. */
import { ActionIcon, CloseButton, Portal, TextInput } from '@mantine/core';
import { type KeyboardEvent, type RefObject, useCallback, useDeferredValue, useEffect, useRef, useState } from 'react';
import IconChevronLeft from '~icons/chevron-left';
import IconChevronRight from '~icons/chevron-right';

import { foldText, readQuery } from '@/lib/search-text';
import { type Needles, toNeedles } from '@/study/search/search-hits';
import { countNeedles, findPlaces } from '@/study/search/search-passages';
import { findBar } from '@/ui/display/bar-room';
import { focusOnMount } from '@/ui/keys/form-focus';
import { isOfInputMethod } from '@/ui/keys/input-method';
import { plainFormula } from '@/ui/markdown/formulas/plain-formula';

import classes from './LessonFind.module.css';

/**
 * Excluded from the search: controls, ruby readings, footnote numbers, and text that is only for screen readers or only
 * visual.
 */
const NOT_TEXT =
  'nav, button, input, dialog, rt, rp, [data-footnote-ref], [data-footnote-backref], [aria-hidden="true"], [data-lesson-find], .katex-mathml, [data-no-find]';
const BLOCK_SELECTOR =
  'p, li, h1, h2, h3, h4, h5, h6, td, th, pre, dt, dd, summary, figcaption, blockquote, div, article';

/** Elements that are found although they have no text nodes: pictures, formulas and line breaks. */
const DRAWN = 'img, .katex, br';

/** The text by which the search finds a picture or formula (its alternative text or source). */
function wordsOf(element: Element): string {
  if (element.localName === 'br') return ' ';
  if (element instanceof HTMLImageElement) return element.alt;
  return plainFormula(element.querySelector('annotation')?.textContent ?? '');
}

interface Block {
  /** True for the page's main heading (h1). */
  isTitle: boolean;
  text: string;
  nodes: { node: Text | Element; at: number }[];
}

function readBlocks(root: Element): Block[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, (node) => {
    if (!(node instanceof Element) || node.matches(DRAWN)) return NodeFilter.FILTER_ACCEPT;
    // An exception to the excluded buttons: a button that enlarges a picture of the text contains that picture, which
    // is searched.
    const isText = !node.matches(NOT_TEXT) || node.firstElementChild?.localName === 'img';
    return isText ? NodeFilter.FILTER_SKIP : NodeFilter.FILTER_REJECT;
  });
  const blocks = new Map<Element | null, Block>();
  while (walker.nextNode()) {
    const node = walker.currentNode as Text | Element;
    const element = node.parentElement?.closest(BLOCK_SELECTOR) ?? null;
    const block = blocks.get(element) ?? { isTitle: element?.localName === 'h1', text: '', nodes: [] };
    blocks.set(element, block);
    block.nodes.push({ node, at: block.text.length });
    block.text += node instanceof Text ? node.data : wordsOf(node);
  }
  return [...blocks.values()];
}

/** Reads the ruby readings of the text, each with the words that it belongs to. */
function readReadings(root: Element): Map<string, Set<string>> {
  const readings = new Map<string, Set<string>>();
  const add = (word: string, reading: string) => readings.set(reading, (readings.get(reading) ?? new Set()).add(word));
  let before = { ruby: root, word: '', reading: '' };
  for (const ruby of root.querySelectorAll('ruby')) {
    const copy = ruby.cloneNode(true) as Element;
    // In HTML each character may have a separate ruby reading.
    const reading = foldText(Array.from(copy.querySelectorAll('rt'), ({ textContent }) => textContent).join(''));
    for (const part of copy.querySelectorAll('rt, rp')) part.remove();
    const word = foldText(copy.textContent);
    add(word, reading);
    // Readings of adjacent ruby elements are also joined, so that a search finds the whole word.
    const isNext = ruby.previousSibling === before.ruby;
    before = { ruby, word: (isNext ? before.word : '') + word, reading: (isNext ? before.reading : '') + reading };
    if (isNext) add(before.word, before.reading);
  }
  return readings;
}

/**
 * Converts an offset in a block's text to a DOM position.
 *
 * @param isEnd true to take the earlier of two nodes at their boundary
 */
function pointAt({ nodes }: Block, place: number, isEnd: boolean): [Node, number] | undefined {
  const found = nodes.findLast(({ at }) => (isEnd ? at < place : at <= place));
  if (!found) return undefined;
  const { node, at } = found;
  if (node instanceof Text) return [node, Math.min(place - at, node.data.length)];
  const { parentNode: parent } = node;
  return parent ? [parent, [...parent.childNodes].indexOf(node) + (isEnd ? 1 : 0)] : undefined;
}

function toRange(block: Block, [from, to]: [number, number]): Range[] {
  const [start, end] = [pointAt(block, from, false), pointAt(block, to, true)];
  if (!start || !end) return [];
  const range = document.createRange();
  range.setStart(...start);
  range.setEnd(...end);
  return [range];
}

interface FoundInText {
  /** The matches in the order of the text. */
  ranges: Range[];
  /**
   * Index of the match to show first: the first match in the block with most matches, which is the passage shown in the
   * search results.
   */
  best: number;
}

/** Finds every term of a query in the rendered lesson; quoted phrases are found as a whole. */
export function findInText(root: Element, query: string): FoundInText {
  const needles: Needles = toNeedles(readQuery(query), readReadings(root));
  const found: FoundInText = { ranges: [], best: 0 };
  let most = 0;
  for (const block of needles.length > 0 ? readBlocks(root) : []) {
    // The ranges are computed only on a match, because computing them costs fifty times as much as the search.
    const count = countNeedles(foldText(block.text), needles);
    if (count === 0) continue;
    const ranges = findPlaces(block.text, needles).flatMap((place) => toRange(block, place));
    if (count > most && !block.isTitle) {
      most = count;
      found.best = found.ranges.length;
    }
    found.ranges.push(...ranges);
  }
  return found;
}

const nothing: FoundInText = { ranges: [], best: 0 };

function mark(name: string, ranges: readonly Range[]): void {
  // Firefox supports highlights since 140, Safari since 17.2; older browsers select the current match instead.
  if (typeof Highlight === 'undefined') return;
  if (ranges.length > 0) CSS.highlights.set(name, new Highlight(...ranges));
  else CSS.highlights.delete(name);
}

function show(range: Range): void {
  // A picture or formula has no text node: its range starts in its parent element.
  const { startContainer: start } = range;
  const element = start instanceof Element ? start : start.parentElement;
  for (let at = element?.closest('details'); at; at = at.parentElement?.closest('details')) at.open = true;
  element?.scrollIntoView({ block: 'center' });
  // Scroll to the match itself, because its parent element, such as long code, may be taller than the window.
  const { top, bottom, height } = range.getBoundingClientRect();
  const edge = innerHeight / 5;
  if (height > 0 && (top < edge || bottom > innerHeight - edge)) scrollBy(0, (top + bottom - innerHeight) / 2);
  if (typeof Highlight !== 'undefined') return;
  const selection = getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
}

interface FindInText {
  count: number;
  /** Index of the current match, from 0. */
  current: number;
  /** Moves to the next (1) or previous (-1) match; wraps around. */
  step: (by: 1 | -1) => void;
}

function useFound(query: string): FoundInText {
  const [found, setFound] = useState(nothing);
  useEffect(() => {
    // Search in an effect, after the article is rendered: until then, the document has no article or that of the
    // previous screen.
    const root = document.querySelector('main article');
    if (!root) return undefined;
    let frame = 0;
    const look = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => setFound(findInText(root, query)));
    };
    // Search again after each DOM change, because a long text is rendered in slices.
    const observer = new MutationObserver(look);
    observer.observe(root, { childList: true, subtree: true });
    look();
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [query]);
  return found;
}

/** True if the reader has scrolled, pressed a key or pointed since the last reset. */
function useMovedRef(): RefObject<boolean> {
  const hasMovedRef = useRef(false);
  useEffect(() => {
    const controller = new AbortController();
    const options = { passive: true, signal: controller.signal };
    for (const type of ['wheel', 'touchmove', 'keydown', 'pointerdown'])
      window.addEventListener(type, () => (hasMovedRef.current = true), options);
    return () => controller.abort();
  }, []);
  return hasMovedRef;
}

/** Searches the lesson, and again each time another slice of the text is rendered. */
export function useFindInText(query: string): FindInText {
  const found = useFound(query);
  const [chosen, setChosen] = useState<number>();
  const [lastQuery, setLastQuery] = useState(query);
  if (lastQuery !== query) {
    setLastQuery(query);
    setChosen(undefined);
  }
  const count = found.ranges.length;
  const current = Math.min(chosen ?? found.best, Math.max(0, count - 1));
  const { [current]: range } = found.ranges;

  useEffect(() => {
    mark('lesson-find', found.ranges);
    return () => mark('lesson-find', []);
  }, [found]);
  useEffect(() => {
    mark('lesson-find-now', range ? [range] : []);
    return () => mark('lesson-find-now', []);
  }, [range]);
  const shown = range && `${query} ${current}`;
  const [lastShown, setLastShown] = useState<string>();
  const hasMovedRef = useMovedRef();
  useEffect(() => {
    // A slice rendered later shifts the text below it. Scroll back to the match only if the reader has not scrolled.
    if (!range || (shown === lastShown && hasMovedRef.current)) return;
    hasMovedRef.current = false;
    setLastShown(shown);
    show(range);
  }, [range, shown, lastShown, hasMovedRef]);

  const step = useCallback(
    (by: 1 | -1) => {
      setChosen((current + by + count) % Math.max(1, count));
      // With a single match the index does not change, so scroll to the match again explicitly.
      if (range && count === 1) show(range);
    },
    [current, count, range],
  );
  return { count, current, step };
}

export interface LessonFindProps {
  initial: string;
  onClose: () => void;
}

export function LessonFind({ initial, onClose }: LessonFindProps) {
  const [query, setQuery] = useState(initial);
  const { count, current, step } = useFindInText(useDeferredValue(query));
  const handleKey = ({ key, shiftKey, nativeEvent }: KeyboardEvent) => {
    // An Enter that confirms an IME composition does not move to the next match.
    if (isOfInputMethod(nativeEvent)) return;
    if (key === 'Enter') step(shiftKey ? -1 : 1);
    if (key === 'Escape') onClose();
  };
  return (
    <Portal>
      <div
        ref={findBar}
        role="search"
        className={`${classes.bar} no-print`}
        aria-label="このレッスン内をさがす"
        data-lesson-find
      >
        <TextInput
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
          onKeyDown={handleKey}
          placeholder="このレッスン内をさがす"
          aria-label="さがす言葉"
          ref={initial === '' ? focusOnMount : undefined}
          className={classes.field}
        />
        <span role="status" className={`${classes.count} c-muted text-sm tabular text-center nowrap`}>
          {query.trim() !== '' && (count > 0 ? `${current + 1} / ${count}` : 'ありません')}
        </span>
        <ActionIcon aria-label="前の場所" color="gray" disabled={count === 0} onClick={() => step(-1)}>
          <IconChevronLeft size={20} aria-hidden />
        </ActionIcon>
        <ActionIcon aria-label="次の場所" color="gray" disabled={count === 0} onClick={() => step(1)}>
          <IconChevronRight size={20} aria-hidden />
        </ActionIcon>
        <CloseButton size={44} iconSize={20} aria-label="閉じる" onClick={onClose} />
      </div>
    </Portal>
  );
}
