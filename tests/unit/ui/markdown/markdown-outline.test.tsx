/** Tests that the outline, which is read without the parser, agrees with the rendered text. */
import { cleanup, render } from '@testing-library/react';
import fc from 'fast-check';
import { afterEach, beforeAll, expect, test } from 'vitest';

import { readOutline } from '@/ui/markdown/cut/outline';
import { Markdown } from '@/ui/markdown/Markdown';

import { fetchAhead } from '../support/show-markdown';

beforeAll(fetchAhead);
afterEach(cleanup);

const lines = [
  '# 題',
  '## 節',
  '### 項',
  '#### 小',
  '##',
  '## 節 ##',
  '## 節 {#own}',
  '## 節 {/*own*/}',
  '題',
  '--',
  ' ## 字下げ',
  '    ## 符号',
  '#題',
  '## `a` **b**',
  '',
  '',
  '',
  '文',
  '- 項目',
  '  - 内側',
  '  ## 項目の題',
  '1. 番号',
  '> 引用',
  '> ## 引用の題',
  '```',
  '```js',
  '  ```',
  '   ```',
  '~~~',
  '````',
  '$$',
  '$$ x $$',
  '---',
  '***',
  '===',
  '<div>',
  '</div>',
  '<!--',
  '-->',
  '<script>',
  '<b>文',
  '| a | b |',
  '| - | - |',
  '[^1]: 注',
  '    続き',
  '[a]: b',
  '\t文',
  '<https://example.com>',
];

function shownHeadings(text: string) {
  const { container } = render(<Markdown text={text} Image={() => null} />);
  return [...container.querySelectorAll('[id^="h-"]')].map(({ id, tagName }) => `${tagName}#${id}`);
}

test('every heading of the outline is on the page, and the page has no other heading ids', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...lines), { maxLength: 14 }), (chosen) => {
      const text = chosen.join('\n');
      expect(shownHeadings(text)).toEqual(readOutline(text).map(({ depth, id }) => `H${depth}#${id}`));
      cleanup();
    }),
    { numRuns: 200, seed: 42 },
  );
});

test('lines like headings in code, formulas and HTML are not in the outline', () => {
  const text = '```\n## a\n```\n\n$$\n## b\n$$\n\n<!--\n## c\n-->\n\n- x\n\n  ```\n  ## d\n  ```\n\n## 本物';

  expect(readOutline(text).map((heading) => heading.text)).toEqual(['本物']);
});

test.each([
  ['## 式$x^2$と[^1]', '式x^2と'],
  ['## [言葉](https://example.com) と ![図](content:a)', '言葉 と 図'],
  ['## `a_b` と snake_case と \\*', 'a_b と snake_case と *'],
  ['## ~~古い~~ <kbd>Ctrl</kbd> &amp; ｜漢字《かんじ》', '古い Ctrl & 漢字'],
  ['## C# ##', 'C#'],
])('the heading %s is listed as its plain words', (text, words) => {
  expect(readOutline(text)[0]?.text).toBe(words);
});

test('underlined headings are in the table of contents with their levels', () => {
  const text = '題\n===\n\n節の\n名前\n---\n\n文\n\n---\n\n```\nこれは\n---\n```\n\n- 項目\n---\n\n### 項';

  expect(readOutline(text).map(({ depth, text: words }) => [depth, words])).toEqual([
    [2, '題'],
    [3, '節の 名前'],
  ]);
  expect(shownHeadings(text)).toEqual(['H2#h-題', 'H3#h-節の-名前']);
});

test.each(['## 所有権 {#what-is_It}', '## 所有権 {/*what-is_It*/}'])(
  "in %s the braces hold the heading's id",
  (heading) => {
    const { container } = render(<Markdown text={`[先](#what-is_It)\n\n${heading}`} Image={() => null} />);

    expect(readOutline(heading)).toEqual([{ depth: 2, text: '所有権', id: 'h-what-is_it' }]);
    expect(container.querySelector('h2')?.outerHTML).toBe('<h2 id="h-what-is_it">所有権</h2>');
    expect(container.querySelector('a')?.getAttribute('href')).toBe('#h-what-is_it');
  },
);

test("a link to a heading may contain characters that the heading's id leaves out", () => {
  const { container } = render(<Markdown text={'[先](#a--b_c)\n\n## A & B_C'} Image={() => null} />);

  expect(container.querySelector('a')?.getAttribute('href')).toBe('#h-a-b-c');
});

test("ids stay unique when a heading's text equals a numbered id", () => {
  expect(readOutline('## a\n## a 2\n## a').map(({ id }) => id)).toEqual(['h-a', 'h-a-2', 'h-a-1']);
});

test.each([
  ['{% hint style="info" %}\n## 内\n{% endhint %}\n\n## 外', '外'],
  ['<aside>\n\n## 内\n\n</aside>\n\n## 外', '外'],
  ['<Tip>\n\n## 内\n\n</Tip>\n\n## 外', '外'],
  ['{{< hint info >}}\n## 内\n{{< /hint >}}\n\n## 外', '外'],
  [String.raw`\begin{align}` + '\n## a\n' + String.raw`\end{align}` + '\n## 外', '外'],
  ['## ![[図.png|250]] 題', '図.png 題'],
  ['## 題 <!-- 注 -->', '題'],
])('in %j, which has extended syntax, only the heading %s is listed, with its id on the page', (text, words) => {
  const [heading, ...more] = readOutline(text);

  expect(heading?.text).toBe(words);
  expect(more).toEqual([]);
  expect(shownHeadings(text)).toEqual([`H2#${heading?.id}`]);
});
