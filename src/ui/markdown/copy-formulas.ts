/**
 * Copies formulas once, as their TeX source. KaTeX draws each formula in two layers, MathML and HTML, and a browser
 * would copy both. KaTeX's own `copy-tex` writes `innerHTML`, which Trusted Types block, and joins paragraphs.
 */
import classes from './math.module.css';

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
