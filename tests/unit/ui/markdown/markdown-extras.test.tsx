/**
 * Tests syntax beyond markdown: everyday HTML, callouts, definition lists, and file names and highlighted lines of
 * code.
 */
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';

import { readOutline } from '@/ui/markdown/cut/outline';

import { fetchAhead, show, TestImage } from '../support/show-markdown';

afterEach(cleanup);

test('a text is not shown before the parser of its extras is loaded', async () => {
  vi.resetModules();
  const { Markdown } = await import('@/ui/markdown/Markdown');
  const { container } = render(<Markdown text={'前\n\n<b>太字</b>'} Image={TestImage} />);
  expect(container.textContent).toBe('');
  expect(container.querySelector('[aria-busy]')).not.toBeNull();

  await waitFor(() => expect(container.querySelector('b')?.textContent).toBe('太字'));
  expect(container.textContent).toBe('前太字');
});

beforeAll(fetchAhead);

test.each([
  '<figure>\n  <img src="content:a" alt="図">\n  <figcaption>図1 配線</figcaption>\n</figure>',
  '<figure>\n\n![図](content:a)\n\n<figcaption>図1 配線</figcaption>\n\n</figure>',
  '<figure><img src="content:a" alt="図"/><figcaption>図1 <b>配線</b></figcaption></figure>',
  '<figure markdown="span">\n  ![図](content:a){ width="300" }\n  <figcaption>図1 配線</figcaption>\n</figure>',
])('a picture with its caption: %j', (text) => {
  const figure = show(text, { hasBreaks: true }).querySelector('figure:has(figcaption)');

  expect(figure?.querySelector('img')?.getAttribute('src')).toBe('content:a');
  expect(figure?.textContent.trim()).toBe('図1 配線');
  expect(figure?.querySelector('br')).toBeNull();
});

test.each([
  '<picture><source srcset="content:b"><img src="content:a" alt="図"></picture>',
  '<picture>\n  <source srcset="content:b">\n  <img src="content:a" alt="図">\n</picture>',
  '<p align="center"><picture><source srcset="content:b"/><img src="content:a" alt="図"/></picture></p>',
])('a picture with other sources is a picture without line breaks: %j', (text) => {
  const container = show(text, { hasBreaks: true });

  expect(container.querySelector('img')?.getAttribute('src')).toBe('content:a');
  expect(container.querySelector('br')).toBeNull();
  expect(container.textContent).toBe('');
});

test.each([
  ['<center>中央</center>', '中央'],
  ['<font color="red">赤</font>と<s>古</s>', '赤と古'],
  ['<section>\n\n本文\n\n</section>', '本文'],
  ['長い<wbr>語と<abbr title="a">略</abbr>', '長い語と略'],
  ['![[図.png]]', ''],
  ['[TOC]\n\n本文', '本文'],
  ['[https://example.jp/:title=題]', '題（新しいタブで開きます）'],
  ['[[_TOC_]]\n\n本文', '本文'],
])('the text %j is shown without its tags', (text, words) => {
  expect(show(text).textContent).toBe(words);
});

test('a picture named as in Obsidian is a picture, with its size', () => {
  const [image] = show('![[図 1.png|図|300]]').querySelectorAll('img');
  expect([image?.getAttribute('src'), image?.alt, image?.width]).toEqual([encodeURI('図 1.png'), '図', 300]);
});

test.each(['sup', 'sub', 'kbd', 'mark', 'small', 'b', 'strong', 'i', 'em', 'u', 'code', 'del', 'ins'])(
  'the HTML tag <%s> is rendered without its attributes; a page translator leaves code and keys',
  (tag) => {
    const container = show(`前<${tag} class="x" style="color:red" data-a=b>言葉</${tag}>後`);

    const kept = ['kbd', 'code'].includes(tag) ? ' translate="no"' : '';
    expect(container.querySelector(tag)?.outerHTML).toBe(`<${tag}${kept}>言葉</${tag}>`);
    expect(container.textContent).toBe('前言葉後');
  },
);

test('the HTML tag ruby makes furigana', () => {
  const container = show('<ruby>漢字<rp>（</rp><rt>かんじ</rt><rp>）</rp></ruby>を読む');

  expect(container.querySelector('ruby rt')?.textContent).toBe('かんじ');
});

test('details can be collapsed, also with blank lines and markdown inside', () => {
  const container = show('<details open>\n<summary>答え</summary>\n\n**太字**です。\n\n- 項目\n\n</details>\n\n後');

  const details = container.querySelector('details');
  expect(details?.open).toBe(false);
  expect(details?.querySelector('summary')?.textContent).toBe('答え');
  expect(details?.querySelector('strong, li')).not.toBeNull();
  expect(details?.textContent).not.toContain('後');
});

test('collapsible details are rendered in one slice, unless they are too long', async () => {
  const fold = (lines: number) => `<details>\n<summary>題</summary>\n\n${'文です。\n\n'.repeat(lines)}</details>\n\n`;
  const container = show(`${'前の文です。\n\n'.repeat(90)}${fold(40)}${fold(40)}${fold(200)}後`);
  await waitFor(() => expect(container.querySelector('[aria-busy]')).toBeNull());

  expect([...container.querySelectorAll('details')].map((one) => one.querySelectorAll('p').length)).toEqual([40, 40]);
  expect(container.querySelectorAll('p')).toHaveLength(90 + 40 + 40 + 200 + 1);
  expect(container.textContent).not.toContain('<');
});

test('HTML div and span elements are rendered as their words, without the elements', () => {
  const container = show(
    '<div align="center">\n<p>文 <b>太</b>&amp;</p>\n\n**中**\n\n</div>\n\n<span class="a">語</span>',
  );

  expect(container.textContent).toBe('文 太&中語');
  expect(container.querySelector('strong')?.textContent).toBe('中');
});

test('a definition list in HTML is rendered', () => {
  const container = show('<dl>\n<dt>語</dt>\n<dd>意味</dd>\n</dl>');

  expect(container.querySelector('dl')?.innerHTML).toBe('<dt>語</dt><dd>意味</dd>');
});

test('a picture in HTML is checked and shown like one in markdown', () => {
  const container = show(
    '<img src="content:abc" alt="図" width="300" height="200">\n\n<p><img src="javascript:x" alt="無"></p>',
  );

  const image = container.querySelector('img');
  expect([image?.getAttribute('src'), image?.getAttribute('width'), image?.alt]).toEqual(['content:abc', '300', '図']);
  expect(container.querySelectorAll('img')).toHaveLength(1);
  expect(container.querySelector('p figure')).toBeNull();
});

test('a link in HTML is checked like one in markdown', () => {
  show('<a href="https://example.com/x" target="_top">外</a> <a href="javascript:alert(1)">無</a>');

  const link = screen.getByRole('link');
  expect(link.getAttribute('rel')).toBe('noopener noreferrer nofollow');
  expect(link.getAttribute('target')).toBe('_blank');
});

test('a link can lead to an id that HTML defines', () => {
  const container = show('[先へ](#here)\n\n<a id="here"></a>先');

  expect(container.querySelector('a')?.getAttribute('href')).toBe('#h-here');
  expect(container.querySelector('#h-here')).not.toBeNull();
  cleanup();
  expect(show('<a id="here"></a>先', { variant: 'inline' }).querySelector('[id]')).toBeNull();
});

test.each([
  ['> [!NOTE]\n> 本文', '補足', 'note'],
  ['> [!tip] 題\n>\n> 本文', '題', 'tip'],
  [':::warning\n本文\n:::', '注意', 'warning'],
  ['::: danger だめ\n本文\n:::', 'だめ', 'danger'],
  [':::message alert\n本文\n:::', '注意', 'warning'],
  [':::note[題]\n\n本文\n\n:::', '題', 'note'],
])('%s is rendered as a callout', (text, title, kind) => {
  show(`前\n\n${text}\n\n後`);

  const note = screen.getByRole('note');
  expect(note.textContent).toBe(`${title}本文`);
  expect(note.dataset.kind).toBe(kind);
});

test('callouts may contain any markdown, also code and other callouts, and the text after them is outside', () => {
  const container = show('::::tip\n```js\n:::\n```\n\n:::details 続き\n- 項目\n:::\n::::\n後');

  const tip = screen.getByRole('note');
  expect(tip.querySelector('pre')?.textContent).toBe(':::');
  expect(tip.querySelector('details summary')?.textContent).toBe('続き');
  expect(tip.querySelector('details li')?.textContent).toBe('項目');
  expect(tip.textContent).not.toContain('後');
  expect(container.querySelector('blockquote')).toBeNull();
});

test('headings inside a callout are not in the table of contents, and those after it are', () => {
  const text = '# 題\n\n:::tip\n## 中\n:::\n\n## 後';

  expect(readOutline(text).map((heading) => heading.text)).toEqual(['題', '後']);
  expect([...show(text).querySelectorAll('[id^="h-"]')].map(({ id }) => id)).toEqual(['h-題', 'h-後']);
});

test('a quote with an unknown label in brackets stays a quote', () => {
  expect(show('> [!なに] x').querySelector('blockquote')?.textContent).toBe('[!なに] x');
});

test.each([
  ['用語\n: 説明です\n: もうひとつ', '<dt>用語</dt><dd>説明です</dd><dd>もうひとつ</dd>'],
  ['用語\n\n: **説明**です', '<dt>用語</dt><dd><strong>説明</strong>です</dd>'],
  ['甲\n: 一\n\n乙\n: 二', '<dt>甲</dt><dd>一</dd><dt>乙</dt><dd>二</dd>'],
  ['甲\n: 一\n乙\n: 二', '<dt>甲</dt><dd>一</dd><dt>乙</dt><dd>二</dd>'],
])('%s is rendered as a definition list', (text, html) => {
  expect(show(text).querySelector('dl')?.innerHTML).toBe(html);
});

test('a line that begins with a colon alone is not a definition', () => {
  expect(show('一行目\n二行目\n\n: 説明').querySelector('dl')).toBeNull();
  expect(show('8:30\n:)').querySelector('dl')).toBeNull();
});

test.each([
  ['js:app.js', 'app.js'],
  ['js title="src/a b.js"', 'src/a b.js'],
  ["ts filename='a.ts' {1}", 'a.ts'],
  ['js src/App.js active', 'src/App.js'],
  ['rust:src/main.rs', 'src/main.rs'],
  ['js{2-3}', 'js'],
  ['rust,ignore', 'rust'],
  ['js {1,3}', 'js'],
  ['rust,editable', 'rust'],
  ['ruby:file.rb', 'file.rb'],
  ['js:main.js', 'main.js'],
  ['{.python title="a.py"}', 'a.py'],
  ['{python}', 'python'],
])('a code block with the info string %s is titled 「%s」', (info, name) => {
  show(`\`\`\`${info}\na\nb\nc\n\`\`\``);

  expect(screen.getByRole('group', { name: `コード（${name}）` }).textContent).toBe('a\nb\nc');
});

test('highlighted lines of code have a bar, and line numbers outside the code are ignored', () => {
  const container = show('```js {1,3-4,9,0}\na\nb\nc\n```');

  const bars = [...container.querySelectorAll<HTMLElement>('pre [style]')].map(({ style }) => [
    style.top,
    style.height,
  ]);
  expect(bars).toEqual([
    ['0em', '1.75em'],
    ['3.5em', '1.75em'],
  ]);
});

test.each([
  'java',
  'rust',
  'rs',
  'c',
  'c++',
  'cs',
  'go',
  'php',
  'rb',
  'kotlin',
  'swift',
  'vue',
  'scss',
  'toml',
  'docker',
  'ps1',
  'r',
  'graphql',
  'lua',
  'rust,ignore',
])('%s code is highlighted', async (language) => {
  const container = show(`\`\`\`${language}\nif (true) { return "a" } // 1\n# 注\n<b>x</b> FROM 1\na = "b"\n\`\`\``);

  await waitFor(() => expect(container.querySelector('[class^=hljs-]')).not.toBeNull());
  expect(within(container).getByRole('group').textContent).toContain('if (true)');
});
