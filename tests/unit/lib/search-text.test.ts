/** Text folding in title searches. */
import { expect, test } from 'vitest';

import { createTextFilter } from '@/lib/search-text';

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
