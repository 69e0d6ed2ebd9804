/** Tests lessons as elements: furigana, headings, tables, tasks, footnotes and images. */
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';

import { readOutline } from '@/ui/markdown/cut/outline';
import { Markdown } from '@/ui/markdown/Markdown';

import { fetchAhead, show, TestImage } from './support/show-markdown';

beforeAll(fetchAhead);
afterEach(cleanup);

function headingIds(container: HTMLElement): string[] {
  return [...container.querySelectorAll('h1, h2, h3, h4, h5, h6')]
    .map(({ id }) => id)
    .filter((id) => id.startsWith('h-'));
}

test.each(['{漢字|かんじ}を読む', '｜漢字《かんじ》を読む', '|漢字《かんじ》を読む'])(
  'the word in %s has its reading above it',
  (text) => {
    const ruby = show(text).querySelector('ruby');

    expect(ruby?.childNodes[0]?.textContent).toBe('漢字');
    expect(ruby?.querySelector('rt')?.textContent).toBe('かんじ');
    expect([...(ruby?.querySelectorAll('rp') ?? [])].map((rp) => rp.textContent)).toEqual(['（', '）']);
  },
);

test('furigana can be left out of rendered markdown', () => {
  const container = show('{漢字|かんじ}と｜言葉《ことば》', { furigana: false });

  expect(container.textContent).toBe('漢字と言葉');
  expect(container.querySelector('ruby')).toBeNull();
});

test('furigana written as ｜漢字《かんじ》 work inside a table', () => {
  const container = show('| ｜順序《じゅんじょ》 | b |\n| - | - |\n| ｜値《あたい》 | 2 |');

  expect([...container.querySelectorAll('rt')].map((rt) => rt.textContent)).toEqual(['じゅんじょ', 'あたい']);
});

test('code, formulas and braces in technical text have no furigana', () => {
  const container = show('`{漢字|かんじ}` ${漢字|かんじ}$ {a|b}\n\n    {漢字|かんじ}\n\n```\n｜漢字《かんじ》\n```');

  expect(container.querySelector('ruby')).toBeNull();
  expect(container.textContent).toContain('{a|b}');
});

test("an image's alternative text has no readings", () => {
  show('![{漢字|かんじ}の図](content:a)');

  expect(screen.getByRole('img', { name: '漢字の図' })).toBeDefined();
});

test("the headings of a text with an h1 move down one level, because the page's title is the only h1", () => {
  const container = show('# 題\n\n## 節\n\n### 項\n\n> # 引用の題\n\n別の題\n=====');

  expect(container.querySelector('h1')).toBeNull();
  expect([...container.querySelectorAll('h2, h3, h4')].map((element) => element.tagName + element.textContent)).toEqual(
    ['H2題', 'H3節', 'H4項', 'H2引用の題', 'H2別の題'],
  );
});

test('the headings of a text without an h1 keep their levels', () => {
  expect(show('## 節\n\n### 項').innerHTML).toMatch(/<h2[^>]*>節<.*<h3[^>]*>項</s);
});

test('headings have the unique ids of the outline', () => {
  const text =
    '## まとめ\n\n### `git` を使う\n\n## まとめ\n\n#### 小さい\n\n## {漢字|かんじ}と**強調** [a](b)\n\n## !!!';
  const outline = readOutline(text);

  expect(outline.map(({ id }) => id)).toEqual([
    'h-まとめ',
    'h-git-を使う',
    'h-まとめ-1',
    'h-漢字と強調-a',
    'h-section',
  ]);
  expect(outline[3]).toEqual({ depth: 2, text: '漢字と強調 a', id: 'h-漢字と強調-a' });
  expect(headingIds(show(text))).toEqual(outline.map(({ id }) => id));
});

test("a link to a heading does not need the id's prefix", () => {
  show('## 次の節\n\n[次へ](#次の節) [無い](#無い)');

  expect(screen.getByRole('link', { name: '次へ' }).getAttribute('href')).toBe('#h-次の節');
});

test("the headings of a notice have no ids, which could clash with a lesson's", () => {
  expect(headingIds(show('## 節', { variant: 'inline' }))).toEqual([]);
});

test('a table is in a named scrolling group, and its headers have scopes', () => {
  show('| | 会員 | 非会員 |\n| --- | ---: | --- |\n| 購入 | 30 | 20 |');

  const region = screen.getByRole('group', { name: '表1（会員、非会員）' });
  expect(region.tabIndex).toBe(0);
  expect(
    within(region)
      .getAllByRole('columnheader')
      .map((head) => head.textContent),
  ).toEqual(['会員', '非会員']);
  expect(within(region).getByRole('rowheader', { name: '購入' })).toBeDefined();
});

test('tasks are disabled checkboxes with their words as labels', () => {
  show('- [ ] **まだ**の`事`\n  - [x] 内側\n- [x] 済み\n\n  続き');

  const box = screen.getByRole('checkbox', { name: 'まだの事' });
  expect(box).toHaveProperty('disabled', true);
  expect(box).toHaveProperty('checked', false);
  expect(screen.getByRole('checkbox', { name: '内側' })).toHaveProperty('checked', true);
  expect(screen.getByRole('checkbox', { name: '済み' })).toHaveProperty('checked', true);
});

test('footnotes are labelled in Japanese, and have links to the note and back', () => {
  const container = show('文[^1]と文[^a]、また[^1]。\n\n[^1]: 注です。\n[^a]: 別の注。');

  expect(screen.getByRole('heading', { name: '脚注' })).toBeDefined();
  const links = [...container.querySelectorAll<HTMLAnchorElement>('a')];
  expect(links).toHaveLength(6);
  for (const link of links) {
    expect(document.getElementById(link.hash.slice(1)), link.outerHTML).not.toBeNull();
  }
  expect(screen.getAllByRole('link', { name: '本文へ戻る' })).toHaveLength(2);
  expect(screen.getByRole('link', { name: '本文へ戻る（2）' })).toBeDefined();
});

test('two markdown texts on one screen have no element ids in common', () => {
  const text = '文[^1]\n\n[^1]: 注';
  render(
    <>
      <Markdown text={text} Image={TestImage} variant="inline" />
      <Markdown text={text} Image={TestImage} variant="inline" />
    </>,
  );

  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const link of document.querySelectorAll('[aria-describedby]')) {
    expect(document.getElementById(link.getAttribute('aria-describedby') ?? '')?.textContent).toBe('脚注');
  }
});

test.each([
  ['content:abc_-1#1200x675', { src: 'content:abc_-1', width: '1200', height: '675' }],
  ['content:abc', { src: 'content:abc', width: null, height: null }],
  ['content:abc#0x675', { src: 'content:abc', width: null, height: null }],
  ['content:abc#1x10001', { src: 'content:abc', width: null, height: null }],
  ['https://images.test/a.png#1x10000', { src: 'https://images.test/a.png', width: '1', height: '10000' }],
  ['/pictures/a.png', { src: '/pictures/a.png', width: null, height: null }],
])('the image %s is shown with its size', (source, expected) => {
  const image = within(show(`![図](${source})`)).getByRole('img', { name: '図' });

  const read = (name: string) => image.getAttribute(name);
  expect({ src: read('src'), width: read('width'), height: read('height') }).toEqual(expected);
  expect(image.closest('p')).toBeNull();
});

test.each([
  'content:a/b',
  'content:',
  `content:${'a'.repeat(65)}`,
  'data:image/png;base64,AA',
  '//host.test/a.png',
  'javascript:alert(1)',
  'blob:x',
  'content:a#b',
])('the image %s is replaced by its alternative text', (source) => {
  const container = show(`前![図の説明](${source})後`);

  expect(container.querySelector('img')).toBeNull();
  expect(container.textContent).toBe('前図の説明後');
});

test('a figure is never inside a paragraph or heading', () => {
  const container = show(
    '文中の![図](content:a)です。\n\n**![図](content:a)**\n\n## 題![図](content:a)\n\n[![図](content:a)](/x)',
  );

  expect(container.querySelectorAll('figure')).toHaveLength(3);
  expect(container.querySelector('p figure, h2 figure')).toBeNull();
});

test('emphasis works next to Japanese punctuation', () => {
  const container = show('これは**「例」**です。**注意。**次に*（斜体）*を。2 * 3 * 4、a*b*c');

  expect([...container.querySelectorAll('strong, em')].map((element) => element.textContent)).toEqual([
    '「例」',
    '注意。',
    '（斜体）',
    'b',
  ]);
});

test('a bare URL in a text ends where Japanese begins', () => {
  const container = show(
    'https://example.com/a?b=1を見る。詳細はhttps://example.com。**次**、[社内](/x) www.example.comへ',
  );

  expect([...container.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([
    'https://example.com/a?b=1',
    'https://example.com',
    '/x',
    'http://www.example.com',
  ]);
  expect(container.querySelector('strong')?.textContent).toBe('次');
});

test('something like an HTML entity at the end of a URL is not part of it', () => {
  const links = (text: string) => [...show(text).querySelectorAll('a')].map((link) => link.getAttribute('href'));
  expect(links('www.example.com/?q=1&hl;')).toEqual(['http://www.example.com/?q=1']);
  expect(links('www.example.com/?q=1&hl;を見る')).toEqual(['http://www.example.com/?q=1']);
  expect(links('www.example.com/?q=1&hl;x&y=2')).toEqual(['http://www.example.com/?q=1&hl;x&y=2']);
});

test('source lines of Japanese are joined without a space, other lines with one', () => {
  expect(show('日本語の\n文章\nwords\nmore').textContent).toBe('日本語の文章\nwords\nmore');
});
