/** Tests copies of text with formulas: each formula once, as its source, and pasted again as a formula. */
import { render } from 'katex';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { htmlToMarkdown } from '@/ui/markdown-tools/paste/html-to-markdown';
import { copyFormulas } from '@/ui/markdown/formulas/math-renderer';

const article = document.createElement('article');

beforeEach(() => {
  // jsdom has no layout, so it has no `innerText`.
  Object.defineProperty(HTMLElement.prototype, 'innerText', {
    configurable: true,
    get(this: HTMLElement) {
      return this.textContent;
    },
  });
  document.body.replaceChildren(article);
});
afterEach(() => {
  Reflect.deleteProperty(HTMLElement.prototype, 'innerText');
  document.body.replaceChildren();
});

/** Shows a paragraph of words and of formulas in dollars, with a reading above its last word. */
function showText(text: string): void {
  const paragraph = document.createElement('p');
  for (const [index, part] of text.split('$').entries()) {
    const span = document.createElement('span');
    if (index % 2 === 1) render(part, span, { displayMode: part.startsWith('\\int') });
    else span.textContent = part;
    paragraph.append(span);
  }
  const [ruby, reading] = [document.createElement('ruby'), document.createElement('rt')];
  reading.append('たんい');
  ruby.append('単位', reading);
  paragraph.append(ruby);
  article.replaceChildren(paragraph);
}

/** Copies the selection; undefined if the copy is left to the browser. */
function copy(target: Element = article): Record<string, string> | undefined {
  const copied: Record<string, string> = {};
  const clipboardData = { setData: (type: string, words: string) => (copied[type] = words) };
  const event = Object.assign(new Event('copy', { bubbles: true, cancelable: true }), { clipboardData });
  document.addEventListener('copy', (copying) => copyFormulas(copying as ClipboardEvent), { once: true });
  target.dispatchEvent(event);
  return event.defaultPrevented ? copied : undefined;
}

test('a copied formula arrives once as its source, without readings, and is pasted as a formula', () => {
  showText('面積は$S=\\pi r^2$、体積は$\\int_0^1 x\\,dx$です。');
  getSelection()?.selectAllChildren(article);
  const copied = copy();

  expect(copied?.['text/plain']).toBe('面積は$S=\\pi r^2$、体積は$$\n\\int_0^1 x\\,dx\n$$です。単位');
  expect(htmlToMarkdown(copied?.['text/html'] ?? '')?.markdown).toContain('面積は$S=\\pi r^2$、体積は');
  expect(document.body.children).toHaveLength(1);
});

test('a formula that is selected in part is copied whole, and the selection stays', () => {
  showText('面積は$S=\\pi r^2$');
  const sign = article.querySelector('.katex-html .mord');
  if (sign) getSelection()?.selectAllChildren(sign);
  const before = getSelection()?.toString();

  expect(copy()?.['text/plain']).toBe('$S=\\pi r^2$');
  expect(getSelection()?.toString()).toBe(before);
});

test('a selection that begins or ends at a layer of a formula copies the whole formula', () => {
  showText('面積は$S=\\pi r^2$です。');
  const [formula, last] = [article.querySelector('.katex'), article.querySelector('ruby')];
  if (!formula || !last) throw new Error('nothing is shown');
  getSelection()?.setBaseAndExtent(formula, 1, last, 0);
  expect(copy()?.['text/plain']).toBe('$S=\\pi r^2$です。');
  getSelection()?.setBaseAndExtent(article, 0, formula, 1);
  expect(copy()?.['text/plain']).toBe('面積は$S=\\pi r^2$');
});

test('a copy without formulas, or in a field, is left to the browser', () => {
  showText('面積は$S$');
  const words = article.querySelector('ruby');
  if (words) getSelection()?.selectAllChildren(words);
  expect(copy()).toBeUndefined();
  getSelection()?.selectAllChildren(article);
  const field = document.createElement('textarea');
  document.body.append(field);
  expect(copy(field)).toBeUndefined();
});
