/** Tests that hostile texts cannot run scripts, disguise links, or freeze the page. */
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';

import { Markdown, type MarkdownImageProps } from '@/ui/markdown/Markdown';

import { fetchAhead } from './support/show-markdown';

beforeAll(fetchAhead);
afterEach(cleanup);

function TestImage({ source, alt }: MarkdownImageProps) {
  return <img src={source} alt={alt} />;
}

function show(text: string): HTMLElement {
  return render(<Markdown text={text} Image={TestImage} />).container;
}

const notice = '長すぎるか複雑なため、ここは書かれたまま表示しています。';

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
])('a link to %s is plain text', (url) => {
  const container = show(`前[言葉](<${url}>)後`);

  const links = [...container.querySelectorAll('a')];
  // A link that was turned into a harmless address of this app is safe too.
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

test('an external link opens a new tab and says so', () => {
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

test('only HTML tags of the allowlist are rendered; other tags stay plain text', () => {
  const container = show(
    '<kbd style="x">Ctrl</kbd>と<b>太字</b><br>次 <mark>開いた <!-- 隠れた --><blink>x</blink>\n\n<table>\n塊\n</table>',
  );

  expect(container.querySelector('kbd')?.outerHTML).toBe('<kbd translate="no">Ctrl</kbd>');
  expect(container.querySelector('b')?.textContent).toBe('太字');
  expect(container.querySelector('br')).not.toBeNull();
  expect(container.querySelector('mark, blink, table')).toBeNull();
  expect(container.textContent).toContain('<mark>開いた');
  expect(container.textContent).toContain('<blink>x</blink>');
  expect(container.textContent).toContain('<table>\n塊\n</table>');
  expect(container.textContent).not.toContain('隠れた');
});

test('a text whose rendering throws is shown as its source until it changes', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  function BrokenImage(): never {
    throw new Error('broken');
  }
  const view = render(<Markdown text="![図](content:a)" Image={BrokenImage} />);
  expect(view.container.textContent).toBe(`${notice}![図](content:a)`);

  view.rerender(<Markdown text="直した文" Image={BrokenImage} />);
  expect(view.container.textContent).toBe('直した文');
});
