/** Tests which words of a text the editor names as shown raw, and which addresses as links. */
import { growthOf } from '@tests/support/time-growth';
import { expect, test } from 'vitest';

import { findUndrawn } from '@/ui/markdown-tools/find-undrawn';
import { findRaw } from '@/ui/markdown-tools/raw-syntax';

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
  '＃ 見出し',
  '＃＃見出し',
  '*[HTML]: Hyper Text',
  '[NOTE]',
  '![図][a]',
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
  '［漢字］｛かんじ｝',
  '{漢字;かんじ}',
  '{漢字::かんじ}',
  ':ruby[漢字]',
  '[ruby 漢字 かんじ]',
  '《《強調》》',
  'ｈｔｔｐｓ：／／ｅｘａｍｐｌｅ．ｊｐ／ａ',
  'https：//example.jp/a',
  '＊＊太字＊＊',
  '｀コード｀',
  "'''太字'''",
  "'''",
  '+++ 題',
  'h1. 題',
  'bq. 引用',
  '用語:: 説明',
  '{color:red}',
  '{:toc}',
  '[~yamada]',
  '[資料|https://example.jp/a]',
  '!a.png!',
  '!a.png|width=200!',
  '[[https://example.jp/a][資料]]',
  '[ ]空白なし',
  '[-] 中止',
  '・[ ] 点',
  '｜名前｜値｜',
  '＞ 引用',
  '-一行',
  '*一行',
  '氏名\t所属\t役割',
])('the editor names %s, which learners see as it is written, with its line', async (raw) => {
  const { raw: found } = await find(`---\nbreaks: true\n---\n\n一行目\n${raw}`);

  expect(found).toEqual([{ line: 6, words: raw }]);
});

test.each([
  ['文^上^です', '^上^'],
  ['漢字{かんじ}です', '字{かんじ}'],
  ['[会議]: 10時から\n\n本文', '[会議]: 10時から'],
  ['H~2~Oです', '~2~'],
  ['** 太字**です', '**'],
  ['[**漢字**]{かんじ}', ']{かんじ}'],
  ['[ruby]漢字[/ruby]', '[/ruby]'],
  ['前に｜漢字《かんじ', '｜漢字《'],
  ['- [-] 中止\n- [x] 済み', '[-] 中止'],
  ['<https://example.jp/第1回 資料.pdf>', '<https://example.jp/第1回'],
  ['［資料］（https://example.jp/a）', '［資料］（'],
  ['｜漢字<<かんじ>>', '｜漢字<<'],
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
  '小説《こころ》と｜漢字《かんじ》、{名前: 山田}、a[i]、{漢字|かんじ}',
  '9:00:30に集合。比率は1:2:3、#1と#2',
  '- [ ] 一\n- [x] 二\n\n| a | b |\n| - | - |\n| c | d |',
  '[資料](https://example.jp/)と![図](content:a)',
  '![図][a]と[資料][b]\n\n[a]: content:a\n[b]: https://example.jp/',
  '＃1です。[会議]は、10時から',
  '**太字**です。2**3と__init__、a == b、i++',
  "-5度、'a'と'b'、5''、h1.5、std::vector、[a]、良い！png！、https://example.jp/a",
  'A｜B、2＞1、＊印、a<b',
  '\t字下げした行',
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

test.each([
  '[漢]{',
  '［漢',
  '{漢;',
  '{漢::か',
  ':ab[',
  '[/a',
  '[ruby ',
  '｜漢',
  '｜漢《',
  '《《漢',
  '字{か',
  '![漢][',
  '＃',
  '*[a',
  '!a.png',
  '[a|http:',
  '[[a][',
  "''a",
  '＊＊',
  '｀',
  '［あ',
  'ｈｔｔｐ：／／',
  'a:: ',
  '・[',
  '漢',
  'a\t',
])('words with many of %j are searched in linear time', async (piece) => {
  const search = (value: string) =>
    findRaw({ type: 'root', children: [{ type: 'paragraph', children: [{ type: 'text', value }] }] }, 0, {
      raw: [],
      addresses: [],
    });
  expect(await growthOf(search, piece, 32)).toBeLessThan(32);
});
