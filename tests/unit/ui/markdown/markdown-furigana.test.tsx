/**
 * Tests the spellings of furigana: which text has a reading, in the page, the table of contents, the search and
 * one-line texts.
 */
import { cleanup } from '@testing-library/react';
import { growthOf } from '@tests/support/time-growth';
import { afterEach, beforeAll, expect, test } from 'vitest';

import { firstWords } from '@/features/question-set-editor/editor-words';
import { plainText } from '@/features/questions/player/plain-text';
import { readOutline } from '@/ui/markdown/cut/outline';
import { plainRuby } from '@/ui/markdown/extras/ruby';
import { readWords } from '@/ui/markdown/markdown-words';

import { fetchAhead, show } from '../support/show-markdown';

beforeAll(fetchAhead);
afterEach(cleanup);

/** Returns the text with each reading in parentheses after its word, as browsers without ruby show it. */
const read = (text: string) => show(text).querySelector('p')?.textContent;

const spellings: [text: string, shown: string, plain: string][] = [
  ['{安全帯|あん|ぜん|たい}を着ける', '安（あん）全（ぜん）帯（たい）を着ける', '安全帯を着ける'],
  ['{安全帯|あんぜん|たい}', '安全帯（あんぜんたい）', '安全帯'],
  ['{安全帯|あんぜんたい}', '安全帯（あんぜんたい）', '安全帯'],
  ['{取り扱い|と||あつか|}', '取（と）り扱（あつか）い', '取り扱い'],
  ['{𠮷野|よし|の}', '𠮷（よし）野（の）', '𠮷野'],
  ['{漢字｜かん｜じ}', '漢（かん）字（じ）', '漢字'],
  ['足場《あしば》を組む', '足場（あしば）を組む', '足場を組む'],
  ['仮の足場《あしば》', '仮の足場（あしば）', '仮の足場'],
  ['人々《ひとびと》と〆切《しめきり》', '人々（ひとびと）と〆切（しめきり）', '人々と〆切'],
  ['一ヶ月《いっかげつ》', '一ヶ月（いっかげつ）', '一ヶ月'],
  ['麦酒《ビール》', '麦酒（ビール）', '麦酒'],
  ['｜ビル管理《びるかんり》', 'ビル管理（びるかんり）', 'ビル管理'],
  ['｛漢字｜かんじ｝と｛漢字|かん|じ｝', '漢字（かんじ）と漢（かん）字（じ）', '漢字と漢字'],
  ['**足場《あしば》**と{床|ゆか}', '足場（あしば）と床（ゆか）', '足場と床'],
];

const otherTools: [text: string, shown: string][] = [
  ['<ruby><rb>漢字</rb><rt>かんじ</rt></ruby>を読む', '漢字（かんじ）を読む'],
  ['<ruby>漢字<rp>(</rp><rt>かんじ</rt><rp>)</rp></ruby>', '漢字（かんじ）'],
  ['<ruby><rb>漢字</rb><rp>（</rp><rt>かんじ</rt><rp>）</rp></ruby>', '漢字（かんじ）'],
  ['<ruby>漢<rt>かん</rt>字<rt>じ</rt></ruby>', '漢（かん）字（じ）'],
  ['<ruby><rb>漢</rb><rb>字</rb><rt>かん</rt><rt>じ</rt></ruby>', '漢（かん）字（じ）'],
  ['<ruby><rbc><rb>漢</rb><rb>字</rb></rbc><rtc><rt>かん</rt><rt>じ</rt></rtc></ruby>', '漢（かん）字（じ）'],
  ['<ruby>漢字<rt>かんじ</ruby>です', '漢字（かんじ）です'],
  ['<ruby lang="ja" class="x">漢字<rt style="font-size:50%">かんじ</rt></ruby>', '漢字（かんじ）'],
  ['<RUBY>漢字<RT>かんじ</RT></RUBY>', '漢字（かんじ）'],
  ['<ruby>東京<rt>Tokyo</rt></ruby>', '東京（Tokyo）'],
  ['[漢字]{かんじ}と[漢字]^(かん.じ)', '漢字（かんじ）と漢字（かんじ）'],
  ['{漢字}(かんじ)と{漢字}{かんじ}', '漢字（かんじ）と漢字（かんじ）'],
  ['｜漢字(かんじ)と|漢字（かんじ）', '漢字（かんじ）と漢字（かんじ）'],
  ['[[rb:漢字 > かんじ]]', '漢字（かんじ）'],
  ['{{furigana|漢字|かんじ}}', '漢字（かんじ）'],
  ['{{ruby|漢字|かんじ}}と{{ルビ|漢字|かんじ}}', '漢字（かんじ）と漢字（かんじ）'],
  [String.raw`\ruby{漢字}{かんじ}と\ruby[g]{漢字}{かん|じ}`, '漢字（かんじ）と漢字（かんじ）'],
  ['&ruby(かんじ){漢字};', '漢字（かんじ）'],
];

test.each(otherTools)('furigana of another tool: %s is shown as %s, and left out as the others', (text, shown) => {
  expect(read(text)).toBe(shown);
  cleanup();
  expect(show(text, { furigana: false }).querySelector('p')?.textContent).toBe(shown.replace(/（.*?）/g, ''));
});

test.each(['漢字（かんじ）', '[資料](あ)', '[メモ]{red}', '漢字(かんじ)', '配列[添字]{値}', '`[漢字]{かんじ}`'])(
  '%s has no furigana',
  (text) => {
    expect(show(text).querySelector('rt')).toBeNull();
  },
);

test.each(spellings)('%s is shown as %s', (text, shown, plain) => {
  expect(read(text)).toBe(shown);
  cleanup();
  expect(show(text, { furigana: false }).querySelector('p')?.textContent).toBe(plain);
});

const plainForms = [
  ...spellings.map(([text, , plain]) => [text, plain] as const),
  ...otherTools.map(([text, shown]) => [text, shown.replace(/（.*?）/g, '')] as const),
];

test.each(plainForms)('%s has no reading in the table of contents, the search and one-line texts', (text, plain) => {
  const words = readWords(text);
  let step = words.next();
  while (!step.done) step = words.next();

  expect(step.value.blocks[0]?.text).toBe(plain);
  expect(plainText(text)).toBe(plain);
  expect(firstWords(text)).toBe(plain);
  const [heading] = readOutline(`## ${text}`);
  expect(heading?.text).toBe(plain);
  expect(show(`## ${text}`).querySelector('h2')?.id).toBe(heading?.id);
});

test.each([
  '《こころ》を読む',
  '小説の《こころ》を読む',
  '小説《Rashomon》を読む',
  '作品《夜警》を見る',
  '絵画《モナ・リザ》を見る',
  'カタカナ《かたかな》',
  '{a|b|c}',
  '{漢字|}',
  '関数 f{x|y} の値',
])('the text %s has no furigana', (text) => {
  expect(show(text).querySelector('ruby')).toBeNull();
  expect(read(text)).toBe(text);
  expect(plainText(text)).toBe(text);
});

test('code has no furigana', () => {
  expect(show('`足場《あしば》`\n\n    {安全|あん|ぜん}').querySelector('ruby')).toBeNull();
  expect(plainText('`足場《あしば》`と`<ruby>字<rt>じ</rt></ruby>`')).toBe(
    '足場《あしば》と<ruby>字<rt>じ</rt></ruby>',
  );
});

test('a word with furigana is found by its readings, letter by letter and whole', () => {
  const words = readWords('{安全帯|あん|ぜん|たい}と足場《あしば》');
  let step = words.next();
  while (!step.done) step = words.next();

  expect(step.value.readings).toEqual(
    expect.arrayContaining([
      ['安全', 'あんぜん'],
      ['安全帯', 'あんぜんたい'],
      ['足場', 'あしば'],
    ]),
  );
});

test.each(['`', '<rt>', '<rt', '[漢]{', '｜漢(', '{{ruby|', '&ruby('])(
  '%j repeated is removed in linear time',
  async (piece) => {
    expect(await growthOf(plainRuby, piece, 32)).toBeLessThan(32);
  },
);
