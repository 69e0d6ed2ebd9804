/** Tests which words of a text the editor names as shown raw, and which addresses as links. */
import { expect, test } from 'vitest';

import { findUndrawn } from '@/ui/markdown-tools/find-undrawn';

const find = (text: string) => findUndrawn(text, new AbortController().signal);

test.each([
  '<table>',
  '<video src="a.mp4">',
  '</iframe>',
  '<Unknown prop="a">',
  '{% unknown a %}',
  '{{ name }}',
  '{.red}',
  '{: .note }',
  '[[ページ]]',
  '![[録音.m4a]]',
  '[資料](第1回 資料.pdf)',
  '^[注]',
  '[^1]',
  '((脚注です))',
  '[f:id:a:20260101:plain]',
  ':smile:',
  '%%覚え書き%%',
  '［＃改ページ］',
  String.raw`\newpage`,
  '+++',
  '#見出し',
  "import Tabs from '@theme/Tabs'",
  '.. note:: 題',
  '== 見出し',
  '|a|b|',
  '?> 覚え書き',
  ':::',
  '{info}',
  '[@yamada2020]',
  '@fig-a',
  '| 行',
  '{/*',
])('the editor names %s, which learners see as it is written, with its line', async (raw) => {
  const { raw: found } = await find(`---\nbreaks: true\n---\n\n一行目\n${raw}`);

  expect(found).toEqual([{ line: 6, words: raw }]);
});

test.each([
  ['文^上^です', '^上^'],
  ['H~2~Oです', '~2~'],
  ['** 太字**です', '**'],
  ['```mermaid\ngraph\n```', 'mermaid'],
])('the editor names in %j what learners see raw: %s', async (text, words) => {
  expect((await find(text)).raw).toEqual([{ line: 1, words }]);
});

test.each([
  '本文だけの文章です。10~20分、5~10分、A棟~~B棟、C棟~~D棟',
  '<b>太字</b>と<ruby>漢字<rt>かんじ</rt></ruby>\n\n> [!NOTE]\n> 本文',
  '{% hint style="info" %}\n本文\n{% endhint %}',
  '`<table>`と`:smile:`\n\n```\n{% raw %}\n```',
  '$x^2^3$\n\n\\begin{align}\na\n\\end{align}',
  '注[^1]\n\n[^1]: 注の本文',
  '9:00:30に集合。比率は1:2:3、#1と#2',
  '- [ ] 一\n- [x] 二\n\n| a | b |\n| - | - |\n| c | d |',
  '[資料](https://example.jp/)と![図](content:a)',
  '**太字**です。2**3と__init__、a == b、i++',
])('the editor names nothing in %j', async (text) => {
  expect((await find(text)).raw).toEqual([]);
});

test('the editor names each bare address as far as it is a link, with its line', async () => {
  const { addresses } = await find(
    '詳細はhttps://example.jp/資料/第1回.pdfを見る\n[資料](https://example.jp/)\n\nwww.example.jpと<https://example.jp/a>とa@example.jpへ',
  );

  expect(addresses).toEqual([
    { line: 1, words: 'https://example.jp/資料/第1回.pdf' },
    { line: 4, words: 'www.example.jp' },
    { line: 4, words: 'a@example.jp' },
  ]);
});
