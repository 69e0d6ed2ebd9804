/**
 * Tests which asterisks, underscores and similar signs around words are markup: beside scripts without spaces, in
 * ranges, identifiers and operators.
 */
import { cleanup } from '@testing-library/react';
import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { afterEach, beforeAll, expect, test } from 'vitest';

import { readOutline } from '@/ui/markdown/cut/outline';
import { readWords } from '@/ui/markdown/markdown-words';
import { parseMarkdown } from '@/ui/markdown/parse/parse-markdown';

import { fetchAhead, show } from '../support/show-markdown';

beforeAll(fetchAhead);
afterEach(cleanup);

/** Returns the text as learners see it, with the tags of styled words only. */
function styled(text: string): string {
  const { innerHTML } = show(text);
  return innerHTML
    .replace(/<(\/?)(?!\/?(?:del|strong|em|mark|ins)\b)[^>]*>/g, '')
    .replaceAll('&gt;', '>')
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&');
}

const styledTexts: [text: string, shown: string][] = [
  // Cases of strikethrough.
  ['比較: ~~この行だけ~~が取り消し線。', '比較: <del>この行だけ</del>が取り消し線。'],
  ['~~「旧版」~~は使いません', '<del>「旧版」</del>は使いません'],
  ['これは~~（旧）~~です', 'これは<del>（旧）</del>です'],
  ['~~取消。~~次', '<del>取消。</del>次'],
  ['旧版~~1.0~~から', '旧版<del>1.0</del>から'],
  ['~~old~~ and ~~「旧」~~', '<del>old</del> and <del>「旧」</del>'],
  ['~~**太い**旧~~です', '<del><strong>太い</strong>旧</del>です'],
  ['定価~~1000円~~800円', '定価<del>1000円</del>800円'],
  ['~~10~~20名', '<del>10</del>20名'],
  ['word~~old~~new', 'word<del>old</del>new'],
  ['これは~~古い、長い~~文です', 'これは<del>古い、長い</del>文です'],
  ['参加費~~大人1000円、子供500円~~無料', '参加費<del>大人1000円、子供500円</del>無料'],
  ['受付時間~~午前9時~~10時に変更', '受付時間<del>午前9時</del>10時に変更'],
  ['10~~20分。~~旧版~~を使う', '10~~20分。<del>旧版</del>を使う'],
  // Cases of ranges.
  ...[
    'A棟~~B棟、C棟~~D棟',
    'A棟~~B棟とC棟~~D棟、E棟~~F棟',
    '10~~20分、30~~40分',
    '9:00~~10:00、13:00~~14:00',
    '９時~~正午、１３時~~１７時',
    '受付は1階~~3階です。会議は4階~~6階です。',
    '月~~水、金~~日',
    '東京~~大阪、名古屋~~博多',
    '4月~~翌3月、5月~~6月',
    '1F~~屋上、2F~~3F',
    '①~~③、⑤~~⑦',
    'p.10~~p.12、p.20~~p.22',
    'あ~~お、か~~こ',
    'ア~~オとカ~~コ',
    'A~~C, D~~F',
    '初級~~中級／上級~~特級',
    '（1）~~（3）と（5）~~（7）',
    'A-1~~A-3、B-1~~B-3',
    '10％~~20％、30％~~40％',
  ].map((range): [string, string] => [range, range]),
  // Cases of underscores.
  ['__重要__です', '<strong>重要</strong>です'],
  ['_斜体_です', '<em>斜体</em>です'],
  ['これは__重要__です', 'これは<strong>重要</strong>です'],
  ['これは_斜体_です', 'これは<em>斜体</em>です'],
  ['これは__「重要」__です', 'これは<strong>「重要」</strong>です'],
  ['手順_（必須）_を読む', '手順<em>（必須）</em>を読む'],
  ['次の__手順1__です', '次の<strong>手順1</strong>です'],
  ['（__重要__）と「_斜体_」', '（<strong>重要</strong>）と「<em>斜体</em>」'],
  ['_斜体_と_太字_', '<em>斜体</em>と<em>太字</em>'],
  ['a __b__ c _d_', 'a <strong>b</strong> c <em>d</em>'],
  // Cases of highlights and insertions.
  ['==印==', '<mark>印</mark>'],
  ['ここが==大事な点==です', 'ここが<mark>大事な点</mark>です'],
  ['これは==「印」==です', 'これは<mark>「印」</mark>です'],
  ['See ==this part==.', 'See <mark>this part</mark>.'],
  ['==**太い**印==です', '<mark><strong>太い</strong>印</mark>です'],
  ['++追加++です', '<ins>追加</ins>です'],
  ['本文に++（追記）++がある', '本文に<ins>（追記）</ins>がある'],
  // Cases of asterisks beside Hangul, Thai, Chinese and characters outside the basic plane.
  ['**「重要」**です', '<strong>「重要」</strong>です'],
  ['**중요(필수)**는', '<strong>중요(필수)</strong>는'],
  ['이것은**"중요"**합니다', '이것은<strong>"중요"</strong>합니다'],
  ['*(필수)*를', '<em>(필수)</em>를'],
  ['คำ**"สำคัญ"**ครับ', 'คำ<strong>"สำคัญ"</strong>ครับ'],
  ['**“重点”**是', '<strong>“重点”</strong>是'],
  ['**「例」**𠮷野家', '<strong>「例」</strong>𠮷野家'],
  ['~~(옛날)~~은', '<del>(옛날)</del>은'],
  ['__중요__합니다', '<strong>중요</strong>합니다'],
];

test.each(styledTexts)('the text %s is styled as its author means', (text, shown) => {
  expect(styled(text)).toBe(shown);
});

const plainTexts = [
  '準備は10~20分、片付けは5~10分です。',
  '受付は9時~12時、午後は13時~17時。',
  '約~10分、最大~20分',
  'A~Bと、C~D',
  '5~6 と 7~8',
  '¥1,000~¥2,000、~¥2,200',
  'H~2~O',
  '準備は10~~20分、片付けは5~~10分です。',
  '変数 snake_case_name はそのまま',
  '変数snake_case_nameはそのまま',
  'a_b_c と a_b_c',
  '報告書_最終版_提出用.docx',
  '報告書_2024_最終.docxと写真_01_表.png',
  '__init__メソッドと__main__を',
  '変数は_foo_と_bar_です',
  'これは_fooと_barです',
  'img_写真_01',
  '보고서_최종_수정',
  'C++とC++',
  '前置の++iと後置のi++です',
  'i++ + ++j と i++',
  '++は1増やす、--は1減らす。++は前にも置ける',
  'a == b と c == d',
  'x==1 と y==2',
  '==は等しいか、===は型も。==を使う',
  '==と!=と==',
  '====印====',
  'if (a)==(b) or (c)==(d)',
];

test.each(plainTexts)('the text %s is shown with all its signs, without styled words', (text) => {
  expect(styled(text)).toBe(text);
  expect(show(`| a |\n| - |\n| ${text} |`).querySelector('del, em, strong, mark, ins')).toBeNull();
});

test.each([...styledTexts.map(([text]) => text), ...plainTexts])(
  '%s has the same words in the page, the table of contents and the search',
  (text) => {
    const [heading] = readOutline(`## ${text}`);
    const words = readWords(text);
    let step = words.next();
    while (!step.done) step = words.next();

    const shown = show(`## ${text}`).querySelector('h2')?.textContent;
    expect(heading?.text).toBe(shown);
    expect(step.value.blocks.map((block) => block.text).join('')).toBe(shown);
  },
);

test('markdown signs after a backslash are shown as signs', () => {
  expect(styled('\\==印\\==と\\~~旧~~')).toBe('==印==と~~旧~~');
});

/** Returns a syntax tree without positions. */
function treeOf(node: object): unknown {
  return JSON.parse(JSON.stringify(node, (key, value: unknown) => (key === 'position' ? undefined : value)));
}

test('asterisks and underscores in ASCII text are read as CommonMark reads them', () => {
  const part = fc.constantFrom('a', 'b1', ' ', '*', '**', '_', '__', '***', '(', '".', ',');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 14 }), (parts) => {
      const text = `x ${parts.join('')} x`;
      expect(treeOf(parseMarkdown(text))).toEqual(treeOf(fromMarkdown(text)));
    }),
    { numRuns: 500, seed: 7 },
  );
});

test('a heading has the same words in the table of contents as in the rendered text, whatever signs it has', () => {
  const part = fc.constantFrom('あ', '重', '、', '「', '」', 'a', '1', ' ', '*', '**', '_', '__', '~~', '==', '++');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 10 }), (parts) => {
      const text = `題${parts.join('')}題`;
      const [heading] = readOutline(`## ${text}`);
      expect(heading?.text).toBe(show(`## ${text}`).querySelector('h2')?.textContent?.replace(/\s+/g, ' ').trim());
      cleanup();
    }),
    { numRuns: 300, seed: 7 },
  );
});
