/**
 * Tests the prerendered skeleton of a screen that the queue may change: its titles, and empty boxes in place of the
 * rest.
 */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { type StyleRules, writeOutline } from '@/features/prerender/prerender';

/** Sizes of elements, which jsdom does not compute: `data-box="width height"`, else those of the nearest ancestor. */
function boxOf(element: Element | null): { width: number; height: number } {
  if (!element) return { width: 300, height: 100 };
  const [width = 0, height = 0] = (element.getAttribute('data-box') ?? '').split(' ').map(Number);
  return width ? { width, height } : boxOf(element.parentElement);
}

beforeEach(() => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return boxOf(this) as DOMRect;
  });
});
afterEach(() => document.body.replaceChildren());

function write(markup: string): { page: Element; rules: StyleRules; text: string } {
  const { body } = new DOMParser().parseFromString(`<div>${markup}</div>`, 'text/html');
  document.body.replaceChildren(...body.childNodes);
  const rules: StyleRules = new Map();
  const text = writeOutline(document.body.firstElementChild as Element, rules);
  return { page: new DOMParser().parseFromString(text, 'text/html').body, rules, text };
}

describe('the prerendered outline of a screen', () => {
  test('a prerendered skeleton keeps the title, words marked as lasting, and links', () => {
    const { text } = write(
      '<div class="stack"><h1 class="title">題</h1><a class="row" href="/lessons/l1"><span data-lasting>一課</span></a></div>',
    );
    expect(text).toBe(
      '<div><div class="stack"><h1 class="title">題</h1>' +
        '<a class="row" href="/lessons/l1"><span data-lasting="">一課</span></a></div></div>',
    );
  });

  test('a prerendered skeleton contains no words that may change, no icons, and no attributes that may change', () => {
    const { page, text } = write(
      '<h1>題</h1><a class="row" href="/lessons/l1" data-absent="true" title="未読"><svg data-box="22 22" class="read"></svg>' +
        '<span data-lasting>一課</span><span style="position:absolute">（読了）</span><span data-box="80 20">送信待ち</span></a>' +
        '<section style="border-top-width:1px"><h2>続きから</h2><button>始める</button></section>',
    );
    expect(page.textContent).toBe('題一課');
    expect(text).not.toMatch(/absent|未読|svg|class="read"|button/);
    expect(page.querySelectorAll('a > .painted-shape')).toHaveLength(2);
  });

  test("in a prerendered outline a lesson's mark has the same shape whether the lesson is read or unread", () => {
    const row = (mark: string, paths: string) =>
      `<a class="row" href="/lessons/l1"><svg class="${mark}" style="display:block" data-box="22 22">${paths}</svg><span data-lasting>一課</span></a>`;
    const read = write(row('check read', '<path d="M0 0"></path>'));
    const unread = write(row('dashed unread', '<path d="M1 1"></path><path d="M2 2"></path>'));

    expect(read.text).toBe(unread.text);
    expect(read.text).not.toMatch(/svg|read"/);
    expect([...read.rules.keys()]).toEqual([...unread.rules.keys()]);
  });

  test('the browser parses a prerendered skeleton into the elements that were written, also inside paragraphs', () => {
    const { page, text } = write(
      '<h1>題</h1><p style="display:block"><a href="/x" style="display:block"><i data-box="20 20">x</i></a><b data-box="20 20">y</b></p>',
    );
    expect(page.innerHTML).toBe(text);
  });

  test('a skeleton box has the size of the element it replaces: a share of the window’s width, or pixels', () => {
    const { page, rules } = write(
      '<h1>題</h1><div data-box="300 120" style="background-color:red">6 / 14</div><p data-box="90 20">5分</p>',
    );
    const named = [...page.querySelectorAll('.painted-shape')].map((shape) => shape.className.split(' ').at(-1));
    const ruleOf = (name: string | undefined) => [...rules].find(([, known]) => known === name)?.[0];
    expect(named.map(ruleOf)).toEqual(['height:120px;width:100%', 'height:20px;flex:none;width:90px']);
    expect(page.querySelectorAll('.painted-seen')).toHaveLength(1);
  });

  test('cards in a container without a background become separate shapes', () => {
    const card = '<section data-box="300 60" style="background-color:red"><b>7日</b></section>';
    const { page } = write(`<h1>題</h1><div class="grid">${card}${card}</div>`);
    expect(page.querySelectorAll('.grid > .painted-seen')).toHaveLength(2);
  });

  test.each(['javascript:alert(1)', '//evil.test/x', '/\\evil.test'])(
    'a row with the address %s has no harmful link',
    (href) => {
      const { page } = write(`<h1>題</h1><a href="${href}"><span data-lasting>一課</span></a>`);
      const address = page.querySelector('a')?.getAttribute('href');
      expect(address === null || new URL(address ?? '', location.href).protocol !== 'javascript:').toBe(true);
      expect(address?.startsWith('/\\')).not.toBe(true);
    },
  );
});
