/**
 * Tests the words that the search index reads from a lesson: words by heading, without markup, and the readings of
 * furigana.
 */
import { expect, test } from 'vitest';

import { fetchExtras } from '@/ui/markdown/load-extras';
import { readWords } from '@/ui/markdown/markdown-words';

async function read(text: string) {
  await fetchExtras(text);
  const reading = readWords(text);
  let parts = 0;
  for (;;) {
    const next = reading.next();
    if (next.done) return { ...next.value, parts };
    parts += 1;
  }
}
const linesOf = async (text: string) =>
  (await read(text)).blocks.map(({ text: words, heading, isHeading }) =>
    isHeading ? `# ${words}` : `${heading}: ${words}`,
  );

test.each([
  ['headings and the text below them', '前\n\n## 題\n\n後', [': 前', '# 題', '題: 後']],
  [
    'no markup',
    '**太い**[リンク](https://example.com)と`code`と$\\sqrt{2} \\approx 1.4$',
    [': 太いリンクとcodeと√(2) ≈ 1.4'],
  ],
  ['lines of a paragraph as one', '日本\n語', [': 日本語']],
  [
    'cells, items, quotes and code each alone',
    '- a\n- b\n\n|c|d|\n|-|-|\n|e|f|\n\n> g\n\n```js\nh\n```',
    ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((word) => `: ${word}`),
  ],
  ['pictures by their descriptions', '![図の説明](content:a)', [': 図の説明']],
  ['no tags', '<kbd>Ctrl</kbd>を押す', [': Ctrlを押す']],
  ['words instead of readings', '{情報|じょうほう}を｜守《まも》る', [': 情報を守る']],
])('the search index reads %s', async (_, text, lines) => {
  expect(await linesOf(text)).toEqual(lines);
});

test.each([
  ['a footnote', '本文[^1]の続き\n\n別\n\n[^1]: 脚注', [': 本文の続き', ': 別', ': 脚注']],
  ['a link', '[詳しく][a]は別\n\n別\n\n[a]: https://example.com', [': 詳しくは別', ': 別']],
  ['a picture', '![図][a]のとおり\n\n別\n\n[a]: content:a', [': 図のとおり', ': 別']],
])('fault: the search index leaves out the markup of %s whose name is defined further down', async (_, text, lines) => {
  expect(await linesOf(text)).toEqual(lines);
});

test.each([
  [
    'definitions',
    '用語\n: **意味**の説明\n続き\n\n別の語\n\n: 別の意味',
    [': 用語', ': 意味の説明 続き', ': 別の語', ': 別の意味'],
  ],
  ['titles of callouts', '> [!NOTE] 題\n> 中身\n\n:::details 設定例\n例\n:::', [': 題', ': 中身', ': 設定例', ': 例']],
  ['a callout without a title of its own', '> [!NOTE]\n> 中身', [': 中身']],
  ['names of files', '```js title="src/app.ts"\nx\n```', [': src/app.ts', ': x']],
  ['ruby in HTML', '<ruby>情報<rp>（</rp><rt>じょうほう</rt><rp>）</rp></ruby>量', [': 情報量']],
])('fault: the search index reads %s', async (_, text, lines) => {
  expect(await linesOf(text)).toEqual(lines);
});

test("fault: the search index reads a long table's head once, although the table is read in batches of rows", async () => {
  const rows = Array.from({ length: 400 }, (_, row) => [`品${row}`, `値${row}`]);
  const lines = await linesOf(['|品名|値|', '|-|-|', ...rows.map((row) => `|${row.join('|')}|`)].join('\n'));
  expect(lines).toEqual(['品名', '値', ...rows.flat()].map((cell) => `: ${cell}`));
});

test.each([
  ['a footnote without references', '本文[^1]\n\n[^1]: 脚注\n\n[^2]: 書き手の控え', [': 本文', ': 脚注']],
  ['a cell beyond the columns of its table', '|a|b|\n|-|-|\n|c|d|余り|', [': a', ': b', ': c', ': d']],
])('fault: %s is not shown, and the search index does not read it', async (_, text, lines) => {
  expect(await linesOf(text)).toEqual(lines);
});

test('fault: the search index reads ruby in HTML as readings', async () => {
  const { readings } = await read('<ruby>情<rt>じょう</rt>報<rt>ほう</rt></ruby>{量|りょう}');
  expect(readings).toEqual([
    ['情', 'じょう'],
    ['報', 'ほう'],
    ['情報', 'じょうほう'],
    ['量', 'りょう'],
    ['情報量', 'じょうほうりょう'],
  ]);
});

test('fault: the search index reads the source of a formula that is too long to be drawn', async () => {
  const formula = '^{a}'.repeat(1500);
  expect(await linesOf(`$$\n${formula}\n$$`)).toEqual([`: ${formula}`]);
});

test('the search index reads the readings of words, and of adjacent words together', async () => {
  const { readings } = await read('{情報|じょうほう}{量|りょう}と{暗号|あんごう}\n\n- **{鍵|かぎ}**');
  expect(readings).toEqual([
    ['情報', 'じょうほう'],
    ['量', 'りょう'],
    ['情報量', 'じょうほうりょう'],
    ['暗号', 'あんごう'],
    ['鍵', 'かぎ'],
  ]);
});

test('the search index reads a long text in many parts, so that the page stays responsive', async () => {
  const { blocks, parts } = await read('## 題\n\n文です。\n\n'.repeat(100));
  expect(blocks).toHaveLength(200);
  expect(parts).toBeGreaterThan(80);
});
