/** Typesets formulas, within bounds; its own chunk with the fonts, fetched with the first formula. */
import 'katex/dist/katex.min.css';
import { __parse, __renderToDomTree, type VirtualNode } from 'katex';

import {
  BLOCK_ELEMENTS,
  DEPTH_STEP,
  FLAT_DEPTH,
  MAX_ELEMENTS,
  MAX_FORMULA_CELLS,
  MAX_FORMULA_DEPTH,
  MAX_TEX,
  MAX_TEXT_ELEMENTS,
  MAX_TOKENS,
  MIN_ELEMENTS,
  REFUSED_ELEMENTS,
} from './markdown-limits';
import type { FormulaPlace } from './markdown-page';

/** 'faulty' is no TeX, 'refused' costs too much. */
export type FormulaState = 'fine' | 'faulty' | 'refused';

interface Judgement {
  state: FormulaState;
  elements: number;
  /** Typeset, but no element yet; the page takes it once. */
  tree?: VirtualNode;
}

const options = {
  // KaTeX's own error message is coloured by a style attribute, which the Content-Security-Policy blocks.
  throwOnError: true,
  strict: false,
  // No command may fetch or link.
  trust: false,
  maxExpand: 1000,
  maxSize: 50,
};

let tokens = 0;
let cells = 0;

function count(added: readonly { text: string }[]): void {
  tokens += added.length;
  for (const { text } of added) if (text === '&' || text === '\\\\') cells += 1;
  if (tokens > MAX_TOKENS || cells > MAX_FORMULA_CELLS) throw new RangeError('Formula too complex');
}

interface Expander {
  pushTokens: (added: readonly { text: string }[]) => void;
}

/** The prototype of KaTeX's expander, which it does not export: a macro meets one. */
function findExpander(): Expander {
  const found: Expander[] = [];
  const catchExpander = (expander: object) => {
    found.push(Object.getPrototypeOf(expander) as Expander);
    return '';
  };
  __parse('\\catch', { macros: { '\\catch': catchExpander } });
  const [prototype] = found;
  if (!prototype) throw new TypeError('KaTeX hands no expander to macros');
  return prototype;
}

/** Looked for with the first formula: that KaTeX is evaluated is a task of its own. */
let known: Expander | undefined;

/** A thousand expansions may leave millions of tokens behind: they are counted where all of them pass. */
function renderCounted(tex: string, isDisplay: boolean): VirtualNode {
  const expander = (known ??= findExpander());
  const { pushTokens } = expander;
  expander.pushTokens = function pushCounted(this: Expander, added) {
    count(added);
    pushTokens.call(this, added);
  };
  try {
    return __renderToDomTree(tex, { ...options, displayMode: isDisplay });
  } finally {
    expander.pushTokens = pushTokens;
  }
}

/** All nodes and their depth, without recursion, because depth is what is looked for. */
function* walk(tree: VirtualNode): Generator<{ node: VirtualNode; depth: number }> {
  const waiting = [{ node: tree, depth: 1 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    yield next;
    for (const child of next.node.children ?? []) waiting.push({ node: child, depth: next.depth + 1 });
  }
}

/** How many elements a tree counts for, and how deep it is. */
function measure(tree: VirtualNode): { elements: number; depth: number } {
  let elements = 0;
  let deepest = 0;
  for (const { depth } of walk(tree)) {
    elements += 1 + Math.max(0, depth - FLAT_DEPTH) / DEPTH_STEP;
    deepest = Math.max(deepest, depth);
  }
  return { elements, depth: deepest };
}

/** Tall brackets have their width in a style attribute, which the Content-Security-Policy blocks; a script may set it. */
function setStylesByScript(tree: VirtualNode): void {
  for (const { node } of walk(tree)) {
    const { style, ...attributes } = node.attributes ?? {};
    if (style === undefined) continue;
    const toNode = node.toNode.bind(node);
    node.attributes = attributes;
    node.toNode = () => {
      const element = toNode();
      if (element instanceof SVGElement) element.style.cssText = style;
      return element;
    };
  }
}

function typeset(tex: string, isDisplay: boolean): Judgement {
  if (tex.length > MAX_TEX) return { state: 'refused', elements: 0 };
  tokens = 0;
  cells = 0;
  try {
    count([...tex.matchAll(/&|\\\\/g)].map(([text]) => ({ text })));
    const tree = renderCounted(tex, isDisplay);
    const { elements, depth } = measure(tree);
    const isFine = elements <= MAX_ELEMENTS && depth <= MAX_FORMULA_DEPTH;
    return isFine ? { state: 'fine', elements, tree } : { state: 'refused', elements: REFUSED_ELEMENTS };
  } catch (error) {
    // Our own bound, the stack's, or KaTeX's.
    const isTooMuch = error instanceof RangeError || /Too many expansions/.test(String(error));
    if (isTooMuch) return { state: 'refused', elements: REFUSED_ELEMENTS };
    return { state: 'faulty', elements: 0 };
  }
}

const MAX_KEPT = 1000;
const kept = new Map<string, Judgement>();

/** Remembered, because a text that is being written is judged at every letter. */
function judgeAlone(tex: string, isDisplay: boolean): Judgement {
  const key = `${isDisplay ? 'block' : 'inline'} ${tex}`;
  const known = kept.get(key);
  if (known) return known;
  if (kept.size >= MAX_KEPT) kept.clear();
  const judgement = typeset(tex, isDisplay);
  kept.set(key, judgement);
  return judgement;
}

/** Elements of the formulas of a text up to this one. */
const sums = new WeakMap<FormulaPlace, number>();

function sumUpTo(place: FormulaPlace | undefined): number {
  const unknown: FormulaPlace[] = [];
  let known = place;
  for (; known && !sums.has(known); known = known.before) unknown.push(known);
  let sum = known ? (sums.get(known) ?? 0) : 0;
  for (const each of unknown.reverse()) {
    if (sum <= MAX_TEXT_ELEMENTS) {
      const { elements } = judgeAlone(each.tex, each.isDisplay);
      sum += Math.max(MIN_ELEMENTS, elements) + (each.isDisplay ? BLOCK_ELEMENTS : 0);
    }
    sums.set(each, sum);
  }
  return sum;
}

/** Whether a formula can be drawn where it stands: the formulas before it count as well. */
export function judgeMath(place: FormulaPlace): FormulaState {
  return sumUpTo(place) > MAX_TEXT_ELEMENTS ? 'refused' : judgeAlone(place.tex, place.isDisplay).state;
}

/** Elements of a formula that are put into the page for one frame. */
const ELEMENTS_PER_FRAME = 500;

/** What a part of a large formula holds, until its frame has come. */
interface Part {
  element: Element;
  content: DocumentFragment;
  size: number;
}

const waiting: Part[] = [];
let isPrinting = false;
let drawing: Promise<void> | undefined;

function takeApart(element: Element): Part[] {
  const size = element.querySelectorAll('*').length;
  if (size === 0) return [];
  if (size > ELEMENTS_PER_FRAME) return [...element.children].flatMap(takeApart);
  const content = document.createDocumentFragment();
  content.append(...element.childNodes);
  return [{ element, content, size }];
}

function putBack(most: number): void {
  for (let size = 0; size < most;) {
    const part = waiting.shift();
    if (!part) return;
    part.element.append(part.content);
    size += part.size;
  }
}

async function putAllBack(nextFrame: () => Promise<void>): Promise<void> {
  while (waiting.length > 0) {
    putBack(ELEMENTS_PER_FRAME);
    await nextFrame();
  }
  drawing = undefined;
}

// Paper takes them whole.
window.addEventListener('beforeprint', () => {
  isPrinting = true;
  putBack(Infinity);
});
window.addEventListener('afterprint', () => {
  isPrinting = false;
});

/**
 * Draws a formula that was judged fine into an element, a large one part by part; ends when all of it was laid out.
 * Markup strings are blocked by Trusted Types.
 */
export async function drawMath(
  { tex, isDisplay }: Pick<FormulaPlace, 'tex' | 'isDisplay'>,
  element: HTMLElement,
  nextFrame: () => Promise<void>,
): Promise<void> {
  const judgement = judgeAlone(tex, isDisplay);
  const { tree = typeset(tex, isDisplay).tree, elements } = judgement;
  delete judgement.tree;
  if (!tree) return;
  setStylesByScript(tree);
  const formula = tree.toNode() as Element;
  if (elements > ELEMENTS_PER_FRAME && !isPrinting) waiting.push(...takeApart(formula));
  element.replaceChildren(formula);
  if (waiting.length > 0) drawing ??= putAllBack(nextFrame);
  await (drawing ?? nextFrame());
}
