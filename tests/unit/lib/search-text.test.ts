/** Tests text folding in searches of titles and people. */
import { expect, test } from 'vitest';

import { commonForms, otherForms } from '@/lib/kanji-variants';
import { createTextFilter, foldText, foldWithPlaces } from '@/lib/search-text';

test.each([
  ['パスワード', 'パスワードとパスキー'],
  ['ぱすわーど', 'パスワードとパスキー'],
  ['ﾊﾟｽﾜｰﾄﾞ', 'パスワードとパスキー'],
  ['git', 'Gitとコマンドライン'],
  ['ＧＩＴ', 'Gitとコマンドライン'],
  ['コマンド git', 'Gitとコマンドライン'],
  ['', '何でも'],
  ['　', '何でも'],
])('「%s」 finds 「%s」', (query, title) => {
  expect(createTextFilter(query)(title)).toBe(true);
});

test.each([
  ['統計', 'Gitとコマンドライン'],
  ['git 統計', 'Gitとコマンドライン'],
])('「%s」 does not find 「%s」', (query, title) => {
  expect(createTextFilter(query)(title)).toBe(false);
});

/** Names, each with other spellings of the same name that a search must find. */
const names: [name: string, ...others: string[]][] = [
  ['高橋', '髙橋', '髙槗', '高𣘺'],
  ['山崎', '山﨑', '山嵜', '山\ufa11'],
  ['斎藤', '齋藤', '斉藤', '齊藤', '斎\u{e0101}藤'],
  ['渡辺', '渡邊', '渡邉', '渡邉\u{e0104}', '渡邊\ufe00'],
  ['吉田', '𠮷田'],
  ['浜田', '濱田', '濵田'],
  ['桜井', '櫻井'],
  ['黒沢', '黑澤', '黒澤'],
  ['広瀬', '廣瀬', '広瀨', '廣瀨'],
  ['国分', '國分', '圀分'],
  ['中島', '中嶋', '中嶌'],
  ['徳永', '德永', '德\u{e0100}永'],
  ['真鍋', '眞鍋'],
  ['恵子', '惠子'],
  ['竜一', '龍一'],
  ['曽根', '曾根'],
  ['祐子', '祐\ufe00子', '\ufa4f子'],
  ['富田', '冨田'],
  ['柳', '栁'],
  ['桑原', '桒原'],
  ['松本', '枩本'],
  ['館山', '舘山'],
  ['土屋', '圡屋'],
  ['福島', '\ufa1b島', '福嶋'],
  ['隆', '\uf9dc'],
  ['神谷', '\ufa19谷'],
  ['塚本', '\ufa10本'],
  ['葛城', '葛\u{e0100}城', '葛\u{e0101}城'],
];

test.each(names)('a search for 「%s」 finds its other forms, and they find it', (...forms) => {
  for (const form of forms) {
    const isFound = createTextFilter(form);
    expect(forms.filter(isFound)).toEqual(forms);
    expect(forms.map((each) => `${each} 太郎`).every(isFound)).toBe(true);
  }
});

test.each([
  ['机', '機'],
  ['太', '大'],
  ['己', '已'],
  ['末', '未'],
  ['阪', '坂'],
  ['埼', '崎'],
  ['籐', '藤'],
  ['余', '餘'],
  ['村', '邨'],
  ['升', '枡'],
])('in a search %s and %s stay different', (one, other) => {
  expect(createTextFilter(one)(other)).toBe(false);
  expect(createTextFilter(other)(one)).toBe(false);
});

test('each variant of a kanji maps to one common form, and NFKC normalisation changes neither', () => {
  expect(commonForms.size).toBeGreaterThan(400);
  for (const [form, common] of commonForms) {
    expect(commonForms.has(common), `${form} ${common}`).toBe(false);
    expect([form, common].map((letter) => letter.normalize('NFKC').toLowerCase())).toEqual([form, common]);
    expect(Array.from(form + common)).toHaveLength(2);
    expect(otherForms.get(common)).toContain(form);
  }
});

test("a search hit's position in the original text is right after kanji that take two code units", () => {
  const text = '株式会社𠮷田の𠮷田 髙志';
  const { folded, starts, ends } = foldWithPlaces(text);
  expect(folded).toBe(foldText(text));
  const at = folded.lastIndexOf('吉田');
  expect(text.slice(starts[at], ends[at + 1])).toBe('𠮷田');
  const takashi = folded.indexOf('高志');
  expect(text.slice(starts[takashi], ends[takashi + 1])).toBe('髙志');
});
