/**
 * Finds where parts of a text that is read aloud are shown in the rendered page. Only reads the page, and adds nothing
 * to it.
 */
import { ATOM, isInline, LINE_END } from './run-tags';

import codeClasses from '@/ui/markdown/elements/code.module.css';
import proseClasses from '@/ui/markdown/elements/markdown.module.css';
import mathClasses from '@/ui/markdown/formulas/math.module.css';

/** A run of text as the page shows it, possibly translated. */
export interface PageRun {
  written: string;
  nodes: { node: Text | Element; at: number }[];
}

/**
 * Matches elements that are not part of the text read aloud: readings, controls, footnote numbers, and words for screen
 * readers.
 */
const SKIPPED =
  'rt, rp, input, dialog, nav, [data-footnote-ref], [data-footnote-backref], [data-no-find], [aria-hidden="true"]';
/** A CSS module class that is composed of others has several names. */
const selectorOf = (classNames: string | undefined) => `.${classNames?.trim().replaceAll(/\s+/g, '.')}`;
const ATOMS = [codeClasses.code, mathClasses.formula, mathClasses.formulaBlock].map(selectorOf).join();
const PICTURES = 'img, [role="img"]';

/** Cuts an element's text into the same runs as `RunReader` cuts the markdown source. */
export function readPageRuns(root: Element): PageRun[] {
  const runs: PageRun[] = [];
  let run: PageRun = { written: '', nodes: [] };
  const add = (node: Text | Element, written: string) => {
    run.nodes.push({ node, at: run.written.length });
    run.written += written;
  };
  const end = () => {
    if (run.written.trim() !== '') runs.push(run);
    run = { written: '', nodes: [] };
  };
  const walk = (node: Node): void => {
    if (node instanceof Text) return add(node, node.data);
    if (!(node instanceof Element) || node.matches(SKIPPED)) return;
    const isBlock = !isInline(node.localName);
    if (isBlock) end();
    if (node.localName === 'br') add(node, LINE_END);
    else if (node.matches(PICTURES) || node.matches(ATOMS)) add(node, ATOM);
    else for (const child of node.childNodes) walk(child);
    if (isBlock) end();
  };
  walk(root);
  end();
  return runs;
}

/** Returns the element with a lesson's text. */
export function findProse(article: Element): Element | null {
  return article.querySelector(selectorOf(proseClasses.prose));
}

/** Returns the runs of a lesson's screen: its title, then its text. */
export function readLessonRuns(article: Element): PageRun[] {
  const parts = [article.querySelector('h1'), findProse(article)];
  return parts.flatMap((part) => (part ? readPageRuns(part) : []));
}

/** @param isEnd true to take the earlier node at a boundary of two nodes */
function setEdge(range: Range, { nodes }: PageRun, place: number, isEnd: boolean): void {
  const found = nodes.findLast(({ at }) => (isEnd ? at < place : at <= place)) ?? nodes[0];
  if (!found) return;
  const { node, at } = found;
  if (node instanceof Element) {
    if (isEnd) range.setEndAfter(node);
    else range.setStartBefore(node);
  } else if (isEnd) range.setEnd(node, Math.min(place - at, node.data.length));
  else range.setStart(node, Math.min(place - at, node.data.length));
}

/** A position in the runs: a run's index, and an offset in its written text. */
export interface RunPlace {
  run: number;
  at: number;
}

/**
 * Returns where a part of the spoken text is shown. On a translated page this is the whole of its runs.
 *
 * @param written the runs of the source.
 * @returns undefined while that part is not rendered.
 */
export function findInPage(
  runs: readonly PageRun[],
  written: readonly string[],
  [from, to]: readonly [RunPlace, RunPlace],
): Range | undefined {
  const [first, last] = [runs[from.run], runs[to.run]];
  const isSame = first?.written === written[from.run] && last?.written === written[to.run];
  if (!first || !last || !(isSame || runs.length === written.length)) return undefined;
  const range = document.createRange();
  setEdge(range, first, isSame ? from.at : 0, false);
  setEdge(range, last, isSame ? to.at : last.written.length, true);
  return range;
}
