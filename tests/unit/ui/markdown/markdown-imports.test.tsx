/** Tests texts of other tools: ids of headings, sizes of pictures, includes, embedded pages, and LiaScript. */
import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';

import { findImages } from '@/offline/packs/course-pack-images';
import { readOutline } from '@/ui/markdown/cut/outline';
import { readImage } from '@/ui/markdown/elements/allowed-links';
import { Markdown } from '@/ui/markdown/Markdown';
import { Picture } from '@/ui/Picture';

import { fetchAhead, show } from '../support/show-markdown';

beforeAll(fetchAhead);
afterEach(cleanup);

test.each([
  '## 題 { #own-id }',
  '## 題 {#own-id}',
  '## 題{#own-id}',
  '## 題 {#own-id .wide}',
  '## 題 { .wide #own-id data-x="1" }',
  '## 題 {: #own-id }',
  '## 題 ## { #own-id }',
  '題 { #own-id }\n---',
])('the heading %j has the id in its braces, also in the table of contents', (heading) => {
  const container = show(`[先](#own-id)\n\n${heading}`);

  expect(readOutline(heading)).toEqual([{ depth: 2, text: '題', id: 'h-own-id' }]);
  expect(container.querySelector('h2')?.outerHTML).toBe('<h2 id="h-own-id">題</h2>');
  expect(container.querySelector('a')?.getAttribute('href')).toBe('#h-own-id');
});

test.each([
  ['## 題 { .wide }', '題'],
  ['> ## 題 { #own-id }', '題'],
  ['- ## 題 { #own-id }', '題'],
  ['## 集合 {1, 2}', '集合 {1, 2}'],
  ['## {養生|ようじょう}', '養生'],
])('the heading %s is shown as 「%s」', (text, words) => {
  expect(show(text, { furigana: false }).querySelector('h2')?.textContent).toBe(words);
});

test.each([
  ['#同じ見出し', 'h-同じ見出し'],
  ['#同じ見出し-1', 'h-同じ見出し-1'],
  ['#同じ見出し-2', 'h-同じ見出し-2'],
  ['#同じ見出し_1', 'h-同じ見出し-1'],
  ['#vuejs-とは', 'h-vue-js-とは'],
  ['#手順必須', 'h-手順-必須'],
  ['#%E5%90%8C%E3%81%98%E8%A6%8B%E5%87%BA%E3%81%97-1', 'h-同じ見出し-1'],
])('the link %s leads to the heading to which GitHub and MkDocs give that id', (link, id) => {
  const text = `[先](${link})\n\n## 同じ見出し\n\n### 同じ見出し\n\n## 同じ見出し\n\n## Vue.js とは？\n\n## 手順（必須）`;
  const container = show(text);

  expect(container.querySelector('a')?.getAttribute('href')).toBe(`#${id}`);
  expect(container.querySelectorAll(`[id="${id}"]`)).toHaveLength(1);
  expect(readOutline(text).map((heading) => heading.id)).toContain(id);
});

function DataImage({ source, alt, ...size }: { source: string; alt: string }) {
  return <img src={source} alt={alt} data-size={JSON.stringify(size)} />;
}

test.each([
  ['![図](content:a =250x)', { width: 250, height: 141, shownWidth: 250 }],
  ['![図](content:a =250x100)', { width: 250, height: 100, shownWidth: 250 }],
  ['![図](content:a =x90)', { width: 160, height: 90, shownWidth: 160 }],
  ['![図](content:a#1200x600 =250x)', { width: 250, height: 125, shownWidth: 250 }],
  ['![図](content:a#1200x600 =x100)', { width: 200, height: 100, shownWidth: 200 }],
  ['![図](content:a "題" =250x100)', { width: 250, height: 100, shownWidth: 250 }],
  ['![図](content:a =250x100 "題")', { width: 250, height: 100, shownWidth: 250 }],
  ['![図](<content:a> =250x100)', { width: 250, height: 100, shownWidth: 250 }],
  ['![図](content:a =50%x)', { shownWidth: '50%' }],
  ['![図](content:a#1200x600){ width=50% }', { width: 1200, height: 600, shownWidth: '50%' }],
  ['![図](content:a =50%)', { shownWidth: '50%' }],
  ['![図](content:a){ width=100% }', {}],
  ['![図](content:a){width=300px}', { width: 300, height: 169, shownWidth: 300 }],
  ['![図](content:a){width="2.5in" height="1in"}', { width: 240, height: 96, shownWidth: 240 }],
  ['![図](content:a){width=10cm}', { width: 378, height: 213, shownWidth: 378 }],
  ['![図](content:a){: style="width: 50%" }', { shownWidth: '50%' }],
  ['![図|250](content:a)', { width: 250, height: 141, shownWidth: 250 }],
  ['![図|250x100](content:a)', { width: 250, height: 100, shownWidth: 250 }],
  ['![図 | 50%](content:a "題")', { shownWidth: '50%' }],
  ['![図|right|250](content:a)', { width: 250, height: 141, shownWidth: 250 }],
  ['<img src="content:a" alt="図" width="80" height="60">', { width: 80, height: 60, shownWidth: 80 }],
  ['<img src="content:a" alt="図" width="250">', { width: 250, height: 141, shownWidth: 250 }],
  ['<img src="content:a" alt="図" width="50%">', { shownWidth: '50%' }],
  ['<img src="content:a" alt="図" style="width: 50%; float: left">', { shownWidth: '50%' }],
  ['<img src="content:a" alt="図" width="300px" height="auto">', { width: 300, height: 169, shownWidth: 300 }],
  ['![図](content:a =50%x*)', { shownWidth: '50%' }],
  ['<img src="content:a" alt="図" width="50vw">', { shownWidth: '50%' }],
  ['<img src="content:a" alt="図" style="max-width: 20em">', { width: 320, height: 180, shownWidth: 320 }],
  ['![図](content:a){ width="250" }', { width: 250, height: 141, shownWidth: 250 }],
  ['![図](content:a){: width=250 height=100 .right }', { width: 250, height: 100, shownWidth: 250 }],
  ['![図](content:a#1200x600)', { width: 1200, height: 600 }],
])('%s is a picture with the size %j', (text, size) => {
  const { container } = render(<Markdown text={`前${text}後`} Image={DataImage} />);

  const image = container.querySelector('img');
  expect([image?.getAttribute('src'), image?.alt]).toEqual(['content:a', '図']);
  expect(JSON.parse(image?.dataset.size ?? '')).toEqual(size);
  expect(container.textContent).toBe('前後');
  expect(findImages(text)).toEqual(['content:a']);
});

test.each([
  ['<figure style="width: 50%">\n<img src="content:a" alt="図"></figure>', { shownWidth: '50%' }],
  ['<div style="max-width:300px">\n\n![図](content:a)\n\n</div>', { width: 300, height: 169, shownWidth: 300 }],
  [
    '<div style="width:300px"><img src="content:a" width="80" height="60"></div>',
    { width: 80, height: 60, shownWidth: 80 },
  ],
])('the picture in %j has the size %j', (text, size) => {
  const { container } = render(<Markdown text={text} Image={DataImage} />);
  expect(JSON.parse(container.querySelector('img')?.dataset.size ?? '')).toEqual(size);
});

test.each(['`![図](content:a =250x)`', '```\n![図](content:a =250x)\n```'])(
  'the picture markup in code %j is left as it is written',
  (text) => {
    expect(show(text).textContent).toContain('=');
  },
);

test('a picture URL with a wrong size is read without the size', () => {
  expect(readImage('content:a#=0x')).toEqual({ source: 'content:a' });
});

test('a picture with an explicit width is not shown wider, and the space reserved before it is loaded has that width', () => {
  const { container, rerender } = render(<Picture alt="図" width={250} height={100} shownWidth={250} />, {
    wrapper: MantineProvider,
  });
  const placeholder = container.querySelector<HTMLElement>('[role=img]');
  expect([placeholder?.style.maxWidth, placeholder?.style.aspectRatio]).toEqual(['250px', '2.5 / 1']);

  rerender(<Picture url="/a.png" alt="図" width={250} height={100} shownWidth={250} />);
  expect(container.querySelector('img')?.closest('span')?.style.maxWidth).toBe('250px');
});

test('attributes in braces after a link are not shown', () => {
  const container = show('[先](https://example.com/){.internal-link target=_blank}です');

  expect(container.querySelector('a')?.getAttribute('href')).toBe('https://example.com/');
  expect(container.textContent).toMatch(/です$/);
  expect(container.textContent).not.toContain('{');
});

test.each([
  ['{{#include src/main.rs}}', 'src/main.rs'],
  ['{{#include ../../src/main.rs:part}}', 'src/main.rs'],
  ['{{#playground src/main.rs editable}}', 'src/main.rs'],
  ['{{#rustdoc_include main.rs:2:5}}', 'main.rs'],
  ['{* ../../docs_src/__init__/main.py hl[2,4:6] *}', 'docs_src/__init__/main.py'],
  ['{!> ../../docs_src/main.py!}', 'docs_src/main.py'],
  ['{!../../docs_src/main.py!}', 'docs_src/main.py'],
  ['--8<-- "docs/main.md"', 'docs/main.md'],
  ['{% include "main.md" %}', 'main.md'],
  ['```rust\n{{#include main.rs}}\n```', 'main.rs'],
  ['```Python hl_lines="1"\n{!> ../../main.py!}\n```', 'main.py'],
])('the include %j is replaced by a sentence that names the missing file', (text, path) => {
  const container = show(`前\n\n${text}\n\n後`);

  expect(screen.getByRole('note').textContent).toBe(`ファイル ${path} の内容は、ここには含まれていません。`);
  expect(container.querySelector('pre')).toBeNull();
});

test('an include between lines of code is named below the code', () => {
  const container = show('```rust\nfn a() {}\n{{#include main.rs}}\n```');

  expect(container.querySelector('pre')?.textContent).toBe('fn a() {}');
  expect(screen.getByRole('note').textContent).toContain('main.rs');
});

test.each([
  ['前 {{#include a.md}} 後', '前 （a.md の内容は、ここには含まれていません） 後'],
  ['{{#title 題}}\n\n本文', '本文'],
  ['{{%segment outline}}\n\n本文', '本文'],
  ['{% raw %}\n本文\n{% endraw %}', '本文'],
  ['`{{#include a.md}}` と書く', '{{#include a.md}} と書く'],
  ['{{ name }} と {x}', '{{ name }} と {x}'],
])('the LiaScript text %j is shown as 「%s」', (text, words) => {
  expect(show(text).textContent?.trim()).toBe(words);
});

test.each([
  ['@[youtube](abc)', 'https://www.youtube.com/watch?v=abc', 'YouTube の動画'],
  ['@[card](https://example.com/)', 'https://example.com/', 'https://example.com/'],
  ['@[tweet](https://example.com/a)', 'https://example.com/a', 'https://example.com/a'],
  ['@[speakerdeck](abc)', 'https://speakerdeck.com/player/abc', 'Speaker Deck の資料'],
  ['{%youtube abc %}', 'https://www.youtube.com/watch?v=abc', 'YouTube の動画'],
])('%s is a link to %s', (text, href, words) => {
  const link = show(text).querySelector('a');

  expect(link?.getAttribute('href')).toBe(href);
  expect(link?.textContent).toContain(words);
  expect(screen.queryByText(/@/)).toBeNull();
});

test('an embedded page of an unknown service is named, without a link', () => {
  const container = show('@[niconico](sm1)');

  expect(container.querySelector('a')).toBeNull();
  expect(container.textContent).toBe('niconico（sm1）');
});

const head = '<!--\n\nauthor: 名前\n\nimport: https://example.com/a.md\n\n-->\n\n# 題\n\n';

test.each([
  ['the head comment', head, '題'],
  [
    'marks of animations',
    `${head}{{1}}\n本文\n\n    {{0-1}}\n**********\n\n続き\n\n**********\n\n- {{2}} 項目 {{3}}{語}`,
    '題本文続き項目 語',
  ],
  ['spoken text', `${head}    --{{0}}--\n本文`, '題本文'],
  ['macros', `${head}本文\n@LIA.eval(\`a\`)`, '題本文'],
])('LiaScript: %s is not shown', (_, text, words) => {
  const container = show(text);

  expect(container.textContent?.replace(/\n/g, '')).toBe(words);
  expect(container.querySelector('hr, pre')).toBeNull();
});

test.each([
  ['    [( )] 甲\n    [(X)] 乙', ['甲', '乙']],
  ['    [[ ]] 甲\n    [[X]] 乙\n    [[?]] 考える', ['甲', '乙', 'ヒント：考える']],
  ['    [[答え]]\n    [[?]] 考える', ['ヒント：考える']],
  ['[[答え]]', []],
  ['- [[X]] 甲\n- [[ ]] 乙', ['甲', '乙']],
  ['[[ 甲\n| (乙)\n| 丙\n]]', []],
  ['> 前\n>\n> [[答え]]\n> [[?]] 考える', ['ヒント：考える']],
])('LiaScript: the quiz %j is named with its choices, without its answer', (quiz, choices) => {
  const container = show(`${head}問い\n\n${quiz}\n\n後`);

  const note = screen.getByRole('note');
  expect(note.querySelector('p')?.textContent).toBe('問題（ここでは答えられません）');
  expect([...note.querySelectorAll('li')].map(({ textContent }) => textContent?.trim())).toEqual(choices);
  expect(container.textContent).not.toContain('答え]');
  expect(container.lastElementChild?.textContent).toMatch(/後$/);
});

test('a wiki link alone on a line stays words in a text that is not LiaScript', () => {
  expect(show('[[ページ]]').textContent).toBe('[[ページ]]');
});
