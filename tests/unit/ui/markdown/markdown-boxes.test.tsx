/**
 * Tests boxes (callouts) in the syntax of other tools: Qiita, Zenn, Docusaurus, VitePress, Pandoc, MkDocs, pymdownx,
 * GitHub and Obsidian.
 */
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';

import { readOutline } from '@/ui/markdown/cut/outline';
import { drawMarkdown } from '@/ui/markdown/draw/draw-parts';

import { fetchAhead, show } from '../support/show-markdown';

beforeAll(fetchAhead);
afterEach(cleanup);

test.each([
  [':::note\n本文\n:::', '補足', 'note'],
  [':::note info\n本文\n:::', '補足', 'note'],
  [':::note warn\n本文\n:::', '注意', 'warning'],
  ['::: note  warn \n本文\n:::', '注意', 'warning'],
  [':::note alert\n本文\n:::', '警告', 'danger'],
  [':::note warn 題\n本文\n:::', '題', 'warning'],
  [':::message\n本文\n:::', '', 'note'],
  [':::message alert\n本文\n:::', '注意', 'warning'],
  [':::tip[題]\n\n本文\n\n:::', '題', 'tip'],
  [':::tip[題]{#own .wide}\n\n本文\n\n:::', '題', 'tip'],
  [':::caution 気をつける\n本文\n:::', '気をつける', 'danger'],
  [':::danger\n本文\n:::', '警告', 'danger'],
  [':::info\n本文\n:::', '補足', 'note'],
  [':::success\n本文\n:::', '確認', 'tip'],
  ['::: {.warning}\n本文\n:::', '注意', 'warning'],
  ['::: {.callout-tip title="題"}\n本文\n:::', '題', 'tip'],
  [':::{note} 題\n本文\n:::', '題', 'note'],
  [':::unknown 題\n本文\n:::', '題', 'note'],
  ['!!! warning "電源を切る"\n    本文', '電源を切る', 'warning'],
  ['!!! note\n\n    本文', '補足', 'note'],
  ['!!! danger ""\n    本文', '警告', 'danger'],
  ['!!! note inline end "題"\n    本文', '題', 'note'],
  ['!!! 大事なこと\n    本文', '大事なこと', 'note'],
  ['!!! tip "題"\n\t本文', '題', 'tip'],
  ['??? + "題"\n    本文', undefined, undefined],
  ['???+ tip "題"\n    本文', '題', 'tip'],
  ['=== "Python"\n    本文', 'Python', 'note'],
  ['/// tip | 題\n本文\n///', '題', 'tip'],
  ['/// warning\n\n本文\n\n///', '注意', 'warning'],
  ['/// admonition | 題\n    type: danger\n    attrs: {class: x}\n\n本文\n///', '題', 'danger'],
  ['/// tab | Python\n本文\n///', 'Python', 'note'],
  ['> [!WARNING]\n> 本文', '注意', 'warning'],
  ['> [!faq]+ 題\n> 本文', '題', 'note'],
  ['> [!自分]\n> 本文'.replace('自分', 'own'), 'own', 'note'],
  ['> [!own] 題\n> 本文', '題', 'note'],
  ['> [!TIP|style:flat|label:題]\n> 本文', '題', 'tip'],
  ['> **Warning**\n> 本文', '注意', 'warning'],
  ['::: {.callout-tip}\n## 題\n\n本文\n:::', '題', 'tip'],
  ['::: {#tip-a .callout-tip title="題"}\n本文\n:::', '題', 'tip'],
  ['{% hint style="info" %}\n本文\n{% endhint %}', '補足', 'note'],
  ['{% hint style="danger" %}\n\n本文\n\n{% endhint %}', '警告', 'danger'],
  ['{% note warning 題 %}\n本文\n{% endnote %}', '注意', 'warning'],
  ['{% tabs %}\n{% tab title="題" %}\n本文\n{% endtab %}\n{% endtabs %}', '題', 'note'],
  [':::note[題]\n本文\n:::', '題', 'note'],
  [':::tip{icon="star" title="題"}\n本文\n:::', '題', 'tip'],
  ['::: {.panel-tabset}\n本文\n:::', undefined, undefined],
  ['<aside>\n\n本文\n\n</aside>', '', 'note'],
  ['<aside>\n💡 本文\n</aside>', '💡 ', 'note'],
  ['<callout icon="💡" color="blue_bg">\n本文\n</callout>', '💡', 'note'],
  ['<Aside type="tip" title="題">\n本文\n</Aside>', '題', 'tip'],
  ['<Callout type="warning">\n\n本文\n\n</Callout>', '注意', 'warning'],
  ['<Note>本文</Note>', '', 'note'],
  ['<div class="alert alert-warning" role="alert">\n本文\n</div>', '注意', 'warning'],
  ['<div class="admonition tip">\n\n<div>本文</div>\n\n</div>', 'ヒント', 'tip'],
  ['<div class="alert alert-danger">本文</div>', '', 'danger'],
  ['<div class="row">\n\n<div class="note">\n本文\n</div>\n\n</div>', '補足', 'note'],
  ['<div class="row">\n<div class="note">\n本文\n</div>\n</div>', undefined, undefined],
  ['<div class="card">\n<div>\n本文\n</div>\n</div>', undefined, undefined],
  ['<Aside type="tip" title="題">本文</Aside>', '題 ', 'tip'],
  ['<Tabs>\n<TabItem value="a" label="題">\n\n本文\n\n</TabItem>\n</Tabs>', '題', 'note'],
])('%j is rendered as a box with the title 「%s」', (text, title, kind) => {
  show(`前\n\n${text}\n\n後`);

  const note = screen.queryByRole('note');
  expect([note?.textContent, note?.dataset.kind]).toEqual([title === undefined ? undefined : `${title}本文`, kind]);
});

test.each([
  [':::details 題\n本文\n:::', '題'],
  ['::: details 題 {open}\n本文\n:::', '題'],
  [':::spoiler {state="open"} 題\n本文\n:::', '題'],
  ['::: {.callout-note collapse="true" title="題"}\n本文\n:::', '題'],
  ['[details="題"]\n本文\n[/details]', '題'],
  ['<Accordion title="題">\n本文\n</Accordion>', '題'],
  [':::spoiler\n本文\n:::', '詳細'],
  ['??? note "題"\n    本文', '題'],
  ['??? warning\n    本文', '注意'],
  ['/// details | 題\n    type: tip\n\n本文\n///', '題'],
  ['> [!tip]- 題\n> 本文', '題'],
])('%j is collapsed under 「%s」', (text, title) => {
  const details = show(text).querySelector('details');

  expect(details?.querySelector('summary')?.textContent).toBe(title);
  expect(details?.textContent).toBe(`${title}本文`);
});

test.each([
  ['colons', ':::tip **太字**と`code`{養生|ようじょう}\n本文\n:::'],
  ['exclamation marks', '!!! tip "**太字**と`code`{養生|ようじょう}"\n    本文'],
  ['slashes', '/// tip | **太字**と`code`{養生|ようじょう}\n本文\n///'],
  ['a label', '> [!tip] **太字**と`code`{養生|ようじょう}\n> 本文'],
])('a title after %s is read as markdown', (_, text) => {
  const title = show(text).querySelector('[role=note] > p');

  expect(title?.querySelector('strong')?.textContent).toBe('太字');
  expect(title?.querySelector('code')?.textContent).toBe('code');
  expect(title?.querySelector('ruby rt')?.textContent).toBe('ようじょう');
  expect(title?.textContent).not.toContain('本文');
});

const body = [
  '一つ目',
  '',
  '二つ目',
  '',
  '- 項目',
  '    - 内側',
  '',
  '```js',
  'a',
  '',
  ':::',
  '```',
  '',
  '1. 番号',
  '---',
  '末',
];

test.each([
  ['colons', [':::tip', ...body, ':::']],
  ['exclamation marks', ['!!! tip', ...body.map((line) => line && `    ${line}`)]],
  ['slashes', ['/// tip', ...body, '///']],
])('a box of %s holds paragraphs, lists and code, and ends before the text after it', (_, lines) => {
  const container = show(['前', '', ...lines, '', '後'].join('\n'));

  const note = screen.getByRole('note');
  expect([...note.querySelectorAll('p')].map(({ textContent }) => textContent)).toEqual([
    'ヒント',
    '一つ目',
    '二つ目',
    '末',
  ]);
  expect([...note.querySelectorAll('li')].map(({ textContent }) => textContent?.trim().slice(0, 2))).toEqual([
    '項目',
    '内側',
    '番号',
  ]);
  expect(note.querySelector('pre')?.textContent).toBe('a\n\n:::');
  expect(container.lastElementChild?.textContent).toMatch(/末後$/);
});

test('text directly below the indented body of a box (!!! tip) is outside of the box', () => {
  const container = show('!!! tip\n    本文\n後');

  expect(screen.getByRole('note').textContent).toBe('ヒント本文');
  expect(container.textContent).toBe('ヒント本文後');
});

test.each([
  ['::::tip 外\n:::note 内\n本文\n:::\n続き\n::::\n後'],
  ['//// tip | 外\n/// note | 内\n本文\n///\n続き\n////\n後'],
  ['!!! tip "外"\n    !!! note "内"\n        本文\n\n    続き\n\n後'],
  ['/// tip | 外\n:::note 内\n本文\n:::\n!!! note ""\n\n続き\n///\n後'],
])('boxes can contain boxes: %j', (text) => {
  const container = show(text);

  const [outer, inner] = screen.getAllByRole('note');
  expect(inner?.textContent).toBe('内本文');
  expect(outer?.contains(inner ?? null)).toBe(true);
  expect(outer?.textContent).toMatch(/^外内本文.*続き$/);
  expect(container.textContent).toMatch(/続き後$/);
});

test.each([
  ['- 項目\n\n  :::note warn\n  本文\n  :::\n\n- 次'],
  ['1. 項目\n\n    !!! warning\n        本文\n\n2. 次'],
  ['1. 項目\n\n    /// warning\n    本文\n    ///\n\n2. 次'],
])('a box may be inside of a list: %j', (text) => {
  const container = show(text);

  expect(container.querySelector('li [role=note]')?.textContent).toBe('注意本文');
  expect(container.querySelectorAll('li')).toHaveLength(2);
});

test('a container that serves only the layout is rendered as its contents, without a box', () => {
  const container = show('::: code-group\n```js\na\n```\n:::\n\n/// html | div.wide\n文\n///');

  expect(screen.queryByRole('note')).toBeNull();
  expect(container.querySelector('pre')?.textContent).toBe('a');
  expect(container.querySelector('p')?.textContent).toBe('文');
});

test.each([
  '!!!',
  '!!! すごい\n次の文',
  '!!!!! note',
  '??? なぜ',
  '/// と書くと',
  '///',
  ':::',
  '=== 題',
  '`:::note`',
  '    :::note\n    コード\n    :::',
  '```\n!!! note\n    本文\n/// tip\n:::note\n```',
])('%j is not rendered as a box', (text) => {
  const container = show(text);

  expect(screen.queryByRole('note')).toBeNull();
  expect(container.querySelector('blockquote, details')).toBeNull();
});

test.each([
  '# 題\n\n/// tip | 箱\n## 中\n///\n\n## 後',
  '# 題\n\n:::note warn\n## 中\n:::\n## 後',
  '# 題\n\n!!! tip\n    ## 中\n\n## 後',
  '# 題\n\n/// tip\n\n中\n\n///\n---\n\n## 後',
])('headings inside a box are not in the table of contents: %j', (text) => {
  expect(readOutline(text).map((heading) => heading.text)).toEqual(['題', '後']);
  expect([...show(text).querySelectorAll('[id^="h-"]')].map(({ id }) => id)).toEqual(['h-題', 'h-後']);
});

test('lines of a text below boxes (:::note) keep their line numbers', () => {
  const text = ':::note\n本文\n:::\n\n!!! tip\n    本文\n\n/// tip\n    open: true\n\n本文\n///\n\n$x$';
  const lines: number[] = [];
  const report = { onPlain: () => undefined, onFormula: ({ line }: { line: number }) => lines.push(line) };
  [...drawMarkdown(text, { isFuriganaShown: true, hasHeadingIds: true, idPrefix: '', report }).draw()].at(-1);

  expect(lines).toEqual([14]);
});
