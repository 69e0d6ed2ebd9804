/** Typesets formulas within limits; a lazy chunk with the fonts, loaded with the first formula. */
import 'katex/dist/katex.min.css';
import { __parse, __renderToDomTree, type VirtualNode } from 'katex';

import type { FormulaPlace } from '@/ui/markdown/elements/page-state';
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
} from '@/ui/markdown/markdown-limits';

import classes from './math.module.css';

// Copies formulas once, as their TeX source. KaTeX draws each formula in two layers, MathML and HTML, and a browser
// would copy both. KaTeX's own `copy-tex` writes `innerHTML`, which Trusted Types block, and joins paragraphs.

/** Controls and furigana readings, which browsers do not copy. */
const NOT_COPIED = 'rt, rp, button, input, select, textarea';

/** Returns a copy of the selected nodes; a formula that is selected in part is copied whole. */
function selectedNodes(selection: Selection): DocumentFragment {
  const nodes = document.createDocumentFragment();
  for (let index = 0; index < selection.rangeCount; index += 1) {
    const range = selection.getRangeAt(index).cloneRange();
    const formulaOf = (node: Node) => (node instanceof Element ? node : node.parentElement)?.closest('.katex');
    const [first, last] = [formulaOf(range.startContainer), formulaOf(range.endContainer)];
    if (first) range.setStartBefore(first);
    if (last) range.setEndAfter(last);
    nodes.append(range.cloneContents());
  }
  return nodes;
}

/**
 * Replaces each formula by MathML that holds its source alone, which this app's editor and others paste as a formula.
 */
function keepSources(nodes: ParentNode): Element[] {
  return [...nodes.querySelectorAll('.katex')].flatMap((formula) => {
    const [math, source] = [formula.querySelector('math'), formula.querySelector('annotation')];
    if (!math || !source) return [];
    math.replaceChildren(source);
    formula.replaceWith(math);
    return [math];
  });
}

/** Handles a copy of text with formulas; other copies are left to the browser. */
export function copyFormulas(event: ClipboardEvent): void {
  const { clipboardData, target, defaultPrevented } = event;
  const selection = getSelection();
  const isField = target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null;
  if (defaultPrevented || isField || !clipboardData || !selection || selection.isCollapsed) return;
  const holder = document.createElement('div');
  holder.className = classes.copied ?? '';
  holder.append(selectedNodes(selection));
  const formulas = keepSources(holder);
  if (formulas.length === 0) return;
  for (const element of holder.querySelectorAll(NOT_COPIED)) element.remove();
  clipboardData.setData('text/html', holder.innerHTML);
  for (const formula of formulas) {
    const isBlock = formula.getAttribute('display') === 'block';
    const source = document.createElement('span');
    source.className = (isBlock ? classes.copiedBlock : classes.copiedSource) ?? '';
    source.textContent = isBlock ? `$$\n${formula.textContent}\n$$` : `$${formula.textContent}$`;
    formula.replaceWith(source);
  }
  // The browser's own plain text needs a layout: it separates paragraphs, cells and items as in other copies.
  document.body.append(holder);
  clipboardData.setData('text/plain', holder.innerText);
  holder.remove();
  event.preventDefault();
}

/** 'faulty': invalid TeX. 'refused': exceeds a limit. */
export type FormulaState = 'fine' | 'faulty' | 'refused';

interface Judgement {
  state: FormulaState;
  elements: number;
  /** The typeset tree of a formula, not yet turned into elements; used once. */
  tree?: VirtualNode;
}

const options = {
  // KaTeX's own error message needs a style attribute, which the Content-Security-Policy blocks.
  throwOnError: true,
  strict: false,
  // Disallows commands that load or link to anything.
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

/** Loads the chemistry commands of mhchem into KaTeX. */
export async function loadChemistry(): Promise<void> {
  await import('katex/contrib/mhchem');
}

interface Expander {
  pushTokens: (added: readonly { text: string }[]) => void;
}

/** Gets the prototype of KaTeX's expander, which is not exported, through a macro. */
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

/** KaTeX's expander, found with the first formula, to keep that work out of the task that evaluates KaTeX. */
let known: Expander | undefined;

/** Typesets a formula while counting the expander's tokens: a thousand expansions may produce millions of tokens. */
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

/** Yields all nodes with their depth, without recursion, because the tree may be very deep. */
function* walk(tree: VirtualNode): Generator<{ node: VirtualNode; depth: number }> {
  const waiting = [{ node: tree, depth: 1 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    yield next;
    for (const child of next.node.children ?? []) waiting.push({ node: child, depth: next.depth + 1 });
  }
}

/** Returns the weighted number of elements of a tree, and its depth. */
function measure(tree: VirtualNode): { elements: number; depth: number } {
  let elements = 0;
  let deepest = 0;
  for (const { depth } of walk(tree)) {
    elements += 1 + Math.max(0, depth - FLAT_DEPTH) / DEPTH_STEP;
    deepest = Math.max(deepest, depth);
  }
  return { elements, depth: deepest };
}

/**
 * Replaces the style attributes of tall brackets by styles set from script, because the Content-Security-Policy blocks
 * style attributes.
 */
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
    // A limit was exceeded: the app's own, KaTeX's, or that of the browser's stack.
    const isTooMuch = error instanceof RangeError || /Too many expansions/.test(String(error));
    if (isTooMuch) return { state: 'refused', elements: REFUSED_ELEMENTS };
    return { state: 'faulty', elements: 0 };
  }
}

const MAX_KEPT = 1000;
const kept = new Map<string, Judgement>();

/** Checks a formula on its own; results are cached, because an edited text is checked at every keystroke. */
function judgeAlone(tex: string, isDisplay: boolean): Judgement {
  const key = `${isDisplay ? 'block' : 'inline'} ${tex}`;
  const known = kept.get(key);
  if (known) return known;
  if (kept.size >= MAX_KEPT) kept.clear();
  const judgement = typeset(tex, isDisplay);
  kept.set(key, judgement);
  return judgement;
}

/** For each formula, the number of elements of all formulas of its text up to and including it. */
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

/** Returns whether a formula can be drawn within the limits of the text, counting the formulas before it. */
export function judgeMath(place: FormulaPlace): FormulaState {
  return sumUpTo(place) > MAX_TEXT_ELEMENTS ? 'refused' : judgeAlone(place.tex, place.isDisplay).state;
}

/** Maximum number of elements of formulas that are inserted into the page per frame. */
const ELEMENTS_PER_FRAME = 500;

/** A part of a large formula that waits to be inserted in a later frame. */
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

document.addEventListener('copy', copyFormulas);

// Printing needs the formulas complete, so all waiting parts are inserted before it.
window.addEventListener('beforeprint', () => {
  isPrinting = true;
  putBack(Infinity);
});
window.addEventListener('afterprint', () => {
  isPrinting = false;
});

/**
 * Draws an accepted formula into an element, a large one over several frames; resolves when all of it is drawn. Creates
 * DOM nodes, because Trusted Types block markup strings.
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
  await drawing;
}
