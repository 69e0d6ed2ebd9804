/** What hostile texts cannot do: run scripts, lead astray, freeze the page. */
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import { Markdown, type MarkdownImageProps } from '@/ui/Markdown';
import { isTooComplex } from '@/ui/markdown-guard';
import { renderMarkdown } from '@/ui/markdown-render';

afterEach(cleanup);

function TestImage({ source, alt }: MarkdownImageProps) {
  return <img src={source} alt={alt} />;
}

function show(text: string): HTMLElement {
  return render(<Markdown text={text} Image={TestImage} />).container;
}

const notice = '本文が長すぎるか複雑なため、そのまま表示しています。';

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java&#115;cript:alert(1)',
  'javascript&colon;alert(1)',
  '&#1;javascript:alert(1)',
  'java&Tab;script:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'file:///etc/passwd',
  'blob:https://x/y',
  'ftp://host.test/x',
  'content:abc',
  'tel:110',
  '//host.test/x',
  '/\\\\host.test/x',
  '\\\\\\\\host.test',
  '/%5Chost.test',
  '/&Tab;/host.test',
  '/..//host.test',
  'https:host.test',
  'https:/host.test',
  'http://',
  'https://a b',
])('a link to %s is plain words', (url) => {
  const container = show(`前[言葉](<${url}>)後`);

  const links = [...container.querySelectorAll('a')];
  // What became a harmless address of our own is no danger either.
  for (const link of links) expect(link.origin).toBe(window.location.origin);
  expect(links.map((link) => link.getAttribute('href')).filter((href) => !href?.includes('%'))).toEqual([]);
  expect(container.textContent).toContain('言葉');
});

test.each(['/courses/1', 'courses/1?a=b#c', './x', '?a=1', '#x', 'mailto:a@example.com'])(
  'a link to %s stays in the tab',
  (url) => {
    const link = show(`[言葉](${url})`).querySelector('a');

    expect(link?.getAttribute('href')).toBe(url);
    expect(link?.target).toBe('');
  },
);

test('an external link opens a new tab, and says so', () => {
  show('[言葉](https://example.com/x)');

  const link = screen.getByRole('link', { name: '言葉（新しいタブで開きます）' });
  expect(link.getAttribute('rel')).toBe('noopener noreferrer nofollow');
  expect(link.getAttribute('target')).toBe('_blank');
});

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<a href="javascript:alert(1)">x</a>',
  '<kbd onclick="alert(1)">x</kbd>',
  '<style>*{display:none}</style>',
  '<form action="https://evil.test"><input name=q></form>',
  '<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<details open ontoggle=alert(1)>',
  '<base href="https://evil.test">',
  '[x](<javascript:alert(1)> "onclick=alert(1)")',
  '![x](javascript:alert(1))',
  '![x"onerror="alert(1)](https://a.test/x"onerror="alert(1).png)',
  '[x]: javascript:alert(1)\n\n[x]',
  '<javascript:alert(1)>',
  '```"><img src=x onerror=alert(1)>\nx\n```',
  '[^<img src=x onerror=alert(1)>]\n\n[^<img src=x onerror=alert(1)>]: x',
  '# <img src=x onerror=alert(1)>',
  '{<img src=x onerror=alert(1)>|<script>あ}',
  '| <img src=x onerror=alert(1)> |\n| - |\n| <script> |',
  '$\\htmlData{a=b}{x}\\includegraphics{x}$',
])('%s does no harm', (text) => {
  const container = show(`前\n\n${text}\n\n文 ${text}`);

  expect(container.querySelector('script, style, iframe, svg, form, details, base, object, embed')).toBeNull();
  for (const element of container.querySelectorAll('*')) {
    expect(element.getAttributeNames().filter((name) => name.startsWith('on'))).toEqual([]);
    expect(element.getAttribute('href') ?? '').not.toMatch(/script:/i);
    expect(element.getAttribute('src') ?? '').not.toMatch(/script:|^x$/i);
  }
});

test('HTML is shown as the text it is, except for a few bare tags', () => {
  const container = show(
    '<kbd>Ctrl</kbd>と<b>太字</b><br>次 H<sub>2</sub> <mark>開いた <!-- 隠れた --><KBD>x</KBD>\n\n<div>\n塊\n</div>',
  );

  expect(container.querySelector('kbd')?.textContent).toBe('Ctrl');
  expect(container.querySelector('sub')?.textContent).toBe('2');
  expect(container.querySelector('br')).not.toBeNull();
  expect(container.querySelector('b, mark')).toBeNull();
  expect(container.textContent).toContain('<b>太字</b>');
  expect(container.textContent).toContain('<div>\n塊\n</div>');
  expect(container.textContent).not.toContain('隠れた');
});

const fill = (piece: string, length: number) => piece.repeat(Math.floor(length / piece.length));
const sizes = [2_000, 8_000, 30_000, 100_000];
const pieces = [
  '- ',
  '-\t',
  '> ',
  '>',
  '1. ',
  '> - ',
  '[',
  ']',
  '![',
  '[a](',
  '[a](b',
  '[a](<b',
  '![a',
  '*',
  '_',
  '*a ',
  'a* ',
  'a**b',
  '*a _b **c __d ',
  '**「',
  '~~a ~b ',
  '`a',
  '$a ',
  '$x$ ',
  '$x$\n\n',
  '<a ',
  '<!--',
  'a<?',
  'a<!A ',
  '<a href="',
  '[^a',
  '[^a]: ',
  '[^a]: b\n',
  'a\n-\n',
  'a\n=\n',
  'a\n',
  'a\n\n',
  '\n',
  '- a\n',
  '> a\n\n',
  '# a\n',
  '|a',
  '|a|b|\n|-|-|\n',
  '.-',
  'a@',
  'http://a.b ',
  'www.',
  '&',
  '&amp;',
  '{',
  '{あ|',
  '｜あ',
  '{漢|か}',
  '\\',
  '```js\na\n```\n',
  '$$\na\n$$\n',
  '- [ ] a\n',
  '<kbd>',
  'a<br>',
  '    - a\n',
  '![a](b) ',
];
const nested = (size: number) =>
  Array.from({ length: Math.floor(Math.sqrt(size)) }, (_, depth) => `${' '.repeat(2 * depth)}- a`).join('\n');
const shaped: [string, (size: number) => string][] = [
  ...pieces.map((piece): [string, (size: number) => string] => [JSON.stringify(piece), (size) => fill(piece, size)]),
  ['lists in lists', nested],
  ['brackets in brackets', (size) => fill('![a', size / 2) + fill('](b)', size / 2)],
  ['emphasis in emphasis', (size) => fill('*a _a ', size / 2) + fill(' a_ a*', size / 2)],
  ['brackets never opened', (size) => fill('[', size / 2) + fill(']', size / 2)],
  [
    'a wide table with short rows',
    (size) => `${fill('|a', size / 4)}|\n${fill('|-', size / 4)}|\n${fill('a\n', size / 2)}`,
  ],
  ['a lazy quote', (size) => `> ${fill('a\n', size)}`],
  ['deep but short lines', (size) => fill(`${'- '.repeat(19)}a\n`, size)],
  ['a fence in a list', (size) => `- a\n\n  \`\`\`\n${fill(']', size)}`],
  ['a fence in HTML', (size) => `<div>\n\n\`\`\`\n${fill(']', size)}`],
  [
    'growing backticks',
    (size) => Array.from({ length: Math.sqrt(2 * size) }, (_, count) => '`'.repeat(count)).join('a'),
  ],
];

test.each(shaped)('%s, however often, is answered, or the test ends by its limit', (_, make) => {
  for (const size of sizes) {
    const text = make(size);
    // Takes a tenth of a second where the parser is linear; minutes where it is not.
    expect(() => renderMarkdown(text, { isFuriganaShown: true, hasHeadingIds: true, idPrefix: 'x' })).not.toThrow();
  }
});

test.each([
  ['over 100 KB', 'あ'.repeat(35_000)],
  ['lists nested too deep', '- '.repeat(1000)],
  ['thousands of brackets', '['.repeat(8000)],
  ['emphasis nested too deep', '*a _b '.repeat(300) + ' b_ a*'.repeat(300)],
  ['too many formulas', '$x$\n\n'.repeat(600)],
])('a text with %s is shown as it is, with a notice', (_, text) => {
  const container = show(text);

  expect(screen.getByRole('note').textContent).toBe(notice);
  expect(container.textContent).toBe(notice + text);
});

test('a long ordinary lesson is laid out', () => {
  const section =
    '## 見出し\n\n**大切**な`code`の{文章|ぶんしょう}です。[リンク](/x)もあります。\n\n- 項目\n  - 内側\n\n| a | b |\n| - | - |\n| `1` | 2 |\n\n```ts\nconst a = [1, 2];\n```\n\n';
  const text = section.repeat(150);

  expect(new TextEncoder().encode(text).length).toBeGreaterThan(28_000);
  expect(isTooComplex(text)).toBe(false);
  expect(renderMarkdown(text, { isFuriganaShown: true, hasHeadingIds: true, idPrefix: 'x' })).toBeDefined();
});

test('when showing fails the text is shown as it is, until it changes', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  function BrokenImage(): never {
    throw new Error('broken');
  }
  const view = render(<Markdown text="![図](content:a)" Image={BrokenImage} />);
  expect(view.container.textContent).toBe(`${notice}![図](content:a)`);

  view.rerender(<Markdown text="直した文" Image={BrokenImage} />);
  expect(view.container.textContent).toBe('直した文');
});
