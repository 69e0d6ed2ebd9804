/** Tests what is spoken for a lesson's text. */
import { cleanup } from '@testing-library/react';
import { fetchAhead, show } from '@tests/unit/ui/support/show-markdown';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';

import { MAX_SENTENCE, sentenceEnds } from '@/features/lessons/voice/sentences';
import { readScript } from '@/features/lessons/voice/use-reading';
import { readPageRuns } from '@/ui/markdown/spoken/page-runs';

beforeAll(fetchAhead);
afterEach(cleanup);

async function speak(text: string, hasBreaks = false): Promise<string[]> {
  const { sentences } = await readScript('題', text, hasBreaks);
  return sentences.slice(1).map(({ spoken }) => spoken);
}

describe('readings', () => {
  test('each of 200 words with furigana is spoken with the reading that its author wrote', async () => {
    const kana = (index: number) => `よみ${String.fromCharCode(0x3042 + (index % 80))}${'ん'.repeat(1 + (index % 3))}`;
    const forms = [
      (index: number) => `{漢字${index}|${kana(index)}}`,
      (index: number) => `｜漢字${index}《${kana(index)}》`,
      (index: number) => `足場《${kana(index)}》`,
      (index: number) => `<ruby>漢字<rp>(</rp><rt>${kana(index)}</rt><rp>)</rp></ruby>`,
    ];
    const words = Array.from({ length: 200 }, (_, index) => forms[index % forms.length]?.(index) ?? '');
    const spoken = await speak(words.map((word) => `これは${word}です。`).join(''));
    expect(spoken).toEqual(words.map((_, index) => `これは${kana(index)}です。`));
  });

  test.each([
    ['letter by letter', '{安全帯|あん|ぜん|たい}を着けます。', 'あんぜんたいを着けます。'],
    ['letters between without a reading', '{取り扱い|と||あつか|}に注意。', 'とりあつかいに注意。'],
    ['several in one HTML element', '<ruby>情<rt>じょう</rt>報<rt>ほう</rt></ruby>の量。', 'じょうほうの量。'],
    ['in bold text and links', '**{情報|じょうほう}**は[{量|りょう}](/a)。', 'じょうほうはりょう。'],
    ['in a heading', '## {情報|じょうほう}', 'じょうほう'],
    ['in a picture’s description', '![{足場|あしば}の図](content:a)', '画像、あしばの図。'],
  ])('are spoken %s', async (_, text, spoken) => {
    expect(await speak(text)).toEqual([spoken]);
  });
});

describe('what has no words of its own', () => {
  test.each([
    ['a formula by name', '面積は$x^2$です。', ['面積は数式です。']],
    [
      'a formula with its author’s reading',
      '面積は$x^2 % 読み：エックスの二乗$です。',
      ['面積は数式、エックスの二乗、です。'],
    ],
    [
      'a displayed formula',
      '次の式です。\n\n$$\nx^2 % 読み：エックスの二乗\n$$\n\nおわり。',
      ['次の式です。', '数式、エックスの二乗。', 'おわり。'],
    ],
    [
      'code by name alone',
      '次を実行します。\n\n```sh\nrm -rf /\n```\n\nおわり。',
      ['次を実行します。', 'コード。', 'おわり。'],
    ],
    ['a picture by its description', '![足場の図](content:a)', ['画像、足場の図。']],
    ['a picture without description not at all', '前。\n\n![](content:a)\n\n後。', ['前。', '後。']],
    ['a link by its words', '[手順書](https://example.com/a)を読む。', ['手順書を読む。']],
    ['a bare address as a link', 'https://example.com/a?b=1 を見る。', ['リンク を見る。']],
    ['code within a sentence', '`git push`を使います。', ['git pushを使います。']],
    ['numbers of an ordered list', '3. 切る\n4. 待つ', ['3、切る', '4、待つ']],
    ['a callout with its title', '> [!WARNING]\n> 触らない。', ['注意', '触らない。']],
    ['a task', '- [x] 点検する', ['点検する']],
    ['a definition', '用語\n: 意味', ['用語', '意味']],
    ['a fold with its title', '<details><summary>答え</summary>\n\n四です。\n\n</details>', ['答え', '四です。']],
  ])('speaks %s', async (_, text, spoken) => {
    expect(await speak(text)).toEqual(spoken);
  });

  test('no markup character of markdown or HTML is spoken', async () => {
    const text = `# 題\n\n**太字**と*斜体*と~~取り消し~~と==強調==と\`code\`、[リンク](/a "b")。<b>太い</b><br>次。\n\n- 一\n  - 二\n\n> 引用\n\n---\n\n| 見出し | 数 |\n|:--|--:|\n| 一 | 2 |\n\n:::tip 助言\n中身\n:::\n\n注[^1]。\n\n[^1]: **脚注**\n\n{情報|じょうほう}と｜漢字《かんじ》。\n\n$$\n\\frac{a}{b}\n$$`;
    const spoken = (await speak(text)).join('');
    expect(spoken).not.toMatch(/[*_~=`#|<>[\](){}《》｜^$\\:"\uFFFC\u2028-]/);
    expect(spoken).toContain('太字と斜体と取り消しと強調とcode、リンク。太い');
  });
});

describe('tables', () => {
  test('tables are spoken row by row, each cell after its column’s heading', async () => {
    expect(await speak('| {品名|ひんめい} | 数 |\n| - | - |\n| ねじ | 10個 |\n| くぎ | |')).toEqual([
      '表。ひんめい、数',
      'ひんめい、ねじ。数、10個',
      'ひんめい、くぎ',
    ]);
  });

  test('in a table whose first column has no heading, each row’s first cell is spoken once, as its name', async () => {
    expect(await speak('| | 朝 | 夜 |\n| - | - | - |\n| 月 | 1 | 2 |')).toEqual(['表。朝、夜', '月。朝、1。夜、2']);
  });

  test('a table row that is too long is split between its cells', async () => {
    const long = 'あ'.repeat(70);
    const spoken = await speak(`| 甲 | 乙 |\n| - | - |\n| ${long} | ${long} |`);
    expect(spoken).toEqual(['表。甲、乙', `甲、${long}`, `乙、${long}`]);
  });
});

describe('footnotes', () => {
  const text = '一つ目[^a]。二つ目[^b]。三つ目。\n\n[^b]: 乙の{注|ちゅう}。\n[^a]: 甲の注。続き。';

  test('footnotes follow the sentence that refers to them, and are marked as notes', async () => {
    const { sentences } = await readScript('題', text, false);
    expect(sentences.map(({ spoken, isNote }) => (isNote ? `(${spoken})` : spoken))).toEqual([
      '題',
      '一つ目。',
      '(脚注、甲の注。)',
      '(続き。)',
      '二つ目。',
      '(脚注、乙のちゅう。)',
      '三つ目。',
    ]);
    const [, first, note] = sentences;
    expect(note?.place).toEqual(first?.place);
  });

  test('footnotes that refer to each other do not repeat without end', async () => {
    expect(await speak('本文[^a]。\n\n[^a]: 甲[^b]。\n[^b]: 乙[^a]。')).toEqual(['本文。', '脚注、甲。', '脚注、乙。']);
  });

  test('footnotes in a table follow their row', async () => {
    expect(await speak('| 甲 |\n| - |\n| 一[^a] |\n| 二 |\n\n[^a]: 注。')).toEqual([
      '表。甲',
      '甲、一',
      '脚注、注。',
      '甲、二',
    ]);
  });
});

describe('sentences', () => {
  const written = '今日は晴れです。本当ですか？「はい。」はい！\u2028版は1.5です\u2028おわり';

  test.each([
    ['the segmenter', true],
    ['the rule for browsers without it', false],
  ])('%s ends sentences at full stops, question marks and line breaks', (_, useSegmenter) => {
    let from = 0;
    const parts = sentenceEnds(written, useSegmenter).map((to) => written.slice(from, (from = to)));
    expect(parts).toEqual([
      '今日は晴れです。',
      '本当ですか？',
      '「はい。」',
      'はい！\u2028',
      '版は1.5です\u2028',
      'おわり',
    ]);
  });

  test('a long sentence is split at commas, and never inside a word with a reading', async () => {
    const spoken = await speak(`${'あ'.repeat(60)}、${'い'.repeat(57)}{長い言葉|よみ}${'う'.repeat(30)}、おわり。`);
    expect(spoken).toEqual([`${'あ'.repeat(60)}、`, `${'い'.repeat(57)}よみ${'う'.repeat(30)}、おわり。`]);
    const endless = await speak(`${'え'.repeat(118)}{長い言葉|よみ}${'お'.repeat(150)}`);
    expect(endless.join('')).toBe(`${'え'.repeat(118)}よみ${'お'.repeat(150)}`);
    expect(Math.max(...endless.map((part) => part.length))).toBeLessThanOrEqual(MAX_SENTENCE);
  });

  test('a line break of the author ends a sentence only where line breaks are shown', async () => {
    expect(await speak('住所\n氏名')).toEqual(['住所氏名']);
    expect(await speak('住所\n氏名', true)).toEqual(['住所', '氏名']);
  });
});

test('the spoken text is divided into the same runs of text as the rendered page, with and without furigana', async () => {
  const text = `# 大見出し\n\n{情報|じょうほう}の**量**[^1]と$x$。\n\n## 見出し\n\n1. 一\n2. 二\n\n   続き\n\n- [ ] 仕事\n\n| 甲 | 乙 |\n| - | - |\n| {一|いち} | $y$ |\n\n\`\`\`js title="a.js"\na\n\`\`\`\n\n<details><summary>折</summary>\n\n中\n\n</details>\n\n> [!NOTE] 題\n> 本文\n\n![図](content:a)\n\n[外](https://example.com)\\\n次の行\n\n用語\n: 意味\n\n$$\nz\n$$\n\n[^1]: 注[^2]\n[^2]: 別の注`;
  const { written } = await readScript('題', text, false);
  for (const furigana of [true, false]) {
    const container = show(text, { furigana });
    expect(readPageRuns(container).map((run) => run.written)).toEqual(written.slice(1));
    cleanup();
  }
});
