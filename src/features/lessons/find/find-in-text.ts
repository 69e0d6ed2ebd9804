/** Finds text in a rendered lesson and returns DOM ranges; furigana readings are not part of the searched text. */
import { foldText, readQuery } from '@/lib/search-text';
import { type Needles, toNeedles } from '@/study/search-hits';
import { countNeedles, findPlaces } from '@/study/search-passages';
import { plainFormula } from '@/ui/markdown/plain-formula';

/** Excluded from the search: controls, ruby readings, footnote numbers, and text that is only for screen readers or only visual. */
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
    // An exception to the excluded buttons: a button that enlarges a picture of the text contains that picture, which is searched.
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

/** Converts an offset in a block's text to a DOM position. @param isEnd true to take the earlier of two nodes at their boundary */
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

export interface FoundInText {
  /** The matches in the order of the text. */
  ranges: Range[];
  /** Index of the match to show first: the first match in the block with most matches, which is the passage shown in the search results. */
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
