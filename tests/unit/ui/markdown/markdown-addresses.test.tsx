/** Tests where a URL or e-mail address written without brackets begins and ends. */
import { cleanup } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';

import { wideAddressLength } from '@/ui/markdown/extras/rare-rules';
import { addressLength } from '@/ui/markdown/parse/address-syntax';

import { fetchAhead, show } from '../support/show-markdown';

beforeAll(fetchAhead);
afterEach(cleanup);

const whole = [
  'https://ja.wikipedia.org/wiki/日本語',
  'https://ja.wikipedia.org/wiki/日本語#歴史',
  'https://ja.wikipedia.org/wiki/C言語',
  'https://ja.wikipedia.org/wiki/3月',
  'https://ja.wikipedia.org/wiki/東京_(曖昧さ回避)',
  'https://ja.wikipedia.org/wiki/レオナルド・ダ・ヴィンチ',
  'https://ja.wikipedia.org/wiki/ひらがな',
  'https://ja.wikipedia.org/wiki/はじめに',
  'https://ja.wikipedia.org/wiki/𠮷野家',
  'https://例え.jp/パス',
  'https://日本語.jp',
  'https://www.例え.jp/',
  'https://例え.みんな/学校',
  'http://localhost:3000',
  'http://localhost',
  'http://localhost:3000/パス?q=検索',
  'http://intranet/手順',
  'http://nas:5000',
  'http://192.168.0.1:8080/管理',
  'https://example.com/検索?q=安全帯&種類=道具',
  'https://ko.wikipedia.org/wiki/한국어',
  'https://fr.wikipedia.org/wiki/Café',
  'https://th.wikipedia.org/wiki/ภาษาไทย',
  'https://example.com/a_b_c/snake_case?x=__init__&y=1',
  'https://example.jp/資料/第1回.pdf',
  'https://example.jp/資料/第1回.pdf?版=第2版&頁=3頁目#第4章',
  'https://example.jp/第1回資料A案v2最終版',
  'https://example.jp/2024年度/研修A班の資料.docx',
  'https://example.jp/資料（第1回）.pdf',
  'https://example.jp/【第1回】はじめに.pdf',
  'https://example.jp/資料「案」～第1回～.pdf',
  'https://example.jp/web会議/手順',
  'https://example.jp/img図1.png',
  'https://example.jp/1つめのまとめ.pdf',
  'https://example.jp/?q=web会議&page=2',
  'https://ja.wikipedia.org/wiki/東京（曖昧さ回避）',
  'https://ja.wikipedia.org/wiki/耳をすませば',
  'https://example.jp/a[1](2)/b',
  'HTTPS://EXAMPLE.JP/資料.PDF',
  'https://a例え.jp/',
  'https://ja.例え.jp/資料',
  'https://пример.рф/а',
  'https://例え.テスト/',
  'https://예시.한국/가',
];

/** Punctuation and words that may follow an address in a text. */
const tails = ['', '。', '、次に', '」と', '）です', ' を見る', '！', '：', '\n次の行', '】', '，', '〜'];

test.each(whole)('the address %s is linked as a whole, whatever sign follows', (address) => {
  for (const tail of tails) {
    const [link] = show(`参照：${address}${tail}`).querySelectorAll('a');
    expect(decodeURI(link?.getAttribute('href') ?? '')).toBe(address);
    expect(link?.textContent).toContain(address);
    cleanup();
  }
});

test.each([
  ['https://example.com', 'を見る'],
  ['https://example.com', '次の行'],
  ['https://example.com/', 'を見る'],
  ['https://example.com/', 'の手順'],
  ['https://example.com/', 'にアクセス'],
  ['https://example.com/', 'です'],
  ['https://example.com/a', 'をみる'],
  ['https://example.com/login', '画面を開く'],
  ['https://example.com/index.html', '参照'],
  ['https://example.com/Manual.pdf', '資料'],
  ['https://example.com/a?b=1', 'を見る'],
  ['https://ja.wikipedia.org/wiki/日本語', 'を見る'],
  ['https://ja.wikipedia.org/wiki/日本語', 'を参照してください'],
  ['https://ja.wikipedia.org/wiki/日本語', 'です。'],
  ['https://ja.wikipedia.org/wiki/日本語', 'のページ'],
  ['https://ja.wikipedia.org/wiki/日本語', 'は、'],
  ['https://日本語.jp', 'を開く'],
  ['http://localhost:3000', 'を開く'],
  ['https://example.com', '.次は'],
  ['https://example.com/a', '.次は'],
  ['https://example.com/a(b)', 'の'],
  ['https://example.com/a', '**太字**'.slice(0, 2)],
  ['www.example.com/資料', 'を読む'],
  ['www.例え.jp', 'へ'],
  ['localhost:3000', 'を開く'],
  ['localhost:3000/管理', '。'],
  ['https://example.com/?q=1', '&hl;'],
  ['https://ko.wikipedia.org/wiki/', '를 보세요'],
  ['https://example.jp/a', 'です'],
  ['https://example.jp/a', 'を開いてb.pdfを読む'],
  ['https://example.jp/a', 'から'],
  ['https://example.jp/a1', 'の資料'],
  ['https://example.jp/?p=12', '参照'],
  ['https://example.jp/資料/第1回.pdf', 'を開く'],
  ['https://example.jp/資料/第1回.pdf', 'です'],
  ['https://example.jp/資料/第1回.pdf', '（PDF）'],
  ['https://example.jp/資料/第1回', 'からダウンロード'],
  ['https://example.jp/資料/第1回', 'に移動します'],
  ['https://example.jp/資料/第1回', 'を。'],
  ['https://example.jp/資料', '」と』'],
  ['https://example.jp/資料', '…'],
  ['https://example.jp/', '（別紙）'],
  ['https://example.jp/a', '（別紙）'],
  ['https://example.jp/a[1]', ']'],
  ['https://例え.jp', 'です'],
  ['https://пример.рф', 'です'],
])('the address %s ends before %s', (address, tail) => {
  expect(wideAddressLength(address + tail) || addressLength(address + tail)).toBe(address.length);
});

test.each([
  'http://',
  'https://a',
  'http://localhostess',
  'localhost',
  'localhost:',
  'localhost:a',
  'www.',
  'https://例え',
  'ftp://a.b',
  'https:// a.b',
])('the text %s is no address', (text) => {
  expect(wideAddressLength(text) || addressLength(text)).toBe(0);
  expect(show(text).querySelector('a')).toBeNull();
});

test('an address without a scheme is opened by HTTP', () => {
  const links = [...show('www.例え.jp/表 と localhost:3000/表 と my-localhost:3000').querySelectorAll('a')];
  expect(links.map((link) => decodeURI(link.getAttribute('href') ?? ''))).toEqual([
    'http://www.例え.jp/表',
    'http://localhost:3000/表',
  ]);
});
