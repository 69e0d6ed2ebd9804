/** Where words stand in a lesson as it is drawn: ranges over its text nodes, furigana left out. */
import { foldText, readQuery } from '@/search-text';
import { type Needles, toNeedles } from '@/study/search-hits';
import { countNeedles, findPlaces } from '@/study/search-passages';

/** No words of the lesson: controls, readings, what only readers or only eyes are told. */
const NOT_TEXT = 'nav, button, input, rt, rp, [aria-hidden="true"], [data-lesson-find], .katex-mathml, [data-no-find]';
const BLOCKS = 'p, li, h1, h2, h3, h4, h5, h6, td, th, pre, dt, dd, summary, figcaption, blockquote, div, article';

interface Block {
  text: string;
  nodes: { node: Text; at: number }[];
}

function readBlocks(root: Element): Block[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, (node) => {
    if (node instanceof Element) return node.matches(NOT_TEXT) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_SKIP;
    return NodeFilter.FILTER_ACCEPT;
  });
  const blocks = new Map<Element | null, Block>();
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    const element = node.parentElement?.closest(BLOCKS) ?? null;
    const block = blocks.get(element) ?? { text: '', nodes: [] };
    blocks.set(element, block);
    block.nodes.push({ node, at: block.text.length });
    block.text += node.data;
  }
  return [...blocks.values()];
}

/** The readings that the text itself gives. */
function readReadings(root: Element): Map<string, Set<string>> {
  const readings = new Map<string, Set<string>>();
  for (const ruby of root.querySelectorAll('ruby')) {
    const copy = ruby.cloneNode(true) as Element;
    for (const reading of copy.querySelectorAll('rt, rp')) reading.remove();
    const reading = foldText(ruby.querySelector('rt')?.textContent ?? '');
    if (reading) readings.set(reading, (readings.get(reading) ?? new Set()).add(foldText(copy.textContent)));
  }
  return readings;
}

/** @param isEnd of two nodes that meet there, the one before */
function pointAt({ nodes }: Block, place: number, isEnd: boolean): [Text, number] | undefined {
  const found = nodes.findLast(({ at }) => (isEnd ? at < place : at <= place));
  return found && [found.node, Math.min(place - found.at, found.node.data.length)];
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
  /** In the order of the text. */
  ranges: Range[];
  /** The first of the block that holds most of what is looked for: where a search's passage stands. */
  best: number;
}

/** Finds every word of a query, or of its phrases in quotes. */
export function findInText(root: Element, query: string): FoundInText {
  const needles: Needles = toNeedles(readQuery(query), readReadings(root));
  const found: FoundInText = { ranges: [], best: 0 };
  let most = 0;
  for (const block of needles.length > 0 ? readBlocks(root) : []) {
    const ranges = findPlaces(block.text, needles).flatMap((place) => toRange(block, place));
    const count = ranges.length > 0 ? countNeedles(foldText(block.text), needles) : 0;
    if (count > most) {
      most = count;
      found.best = found.ranges.length;
    }
    found.ranges.push(...ranges);
  }
  return found;
}
