/**
 * Tests the editor's furigana command without a selection: which kanji at the caret it takes, and the text it writes.
 */
import { expect, test } from 'vitest';

import { furiganaFault, insertFurigana, kanjiAt } from '@/ui/markdown-tools/furigana-command';

function insert(marked: string, base: string, reading: string): string {
  const place = marked.indexOf('│');
  const text = marked.replace('│', '');
  const [change] = insertFurigana(text, place, base, reading).changes;
  return change ? text.slice(0, change.from) + change.insert + text.slice(change.to) : text;
}

test.each([
  ['安全帯│を着ける', '安全帯'],
  ['安│全帯を着ける', '安全帯'],
  ['これは│です', ''],
  ['人々│と', '人々'],
])('the kanji at the caret are offered for furigana: %s', (marked, words) => {
  const { from, to } = kanjiAt(marked.replace('│', ''), marked.indexOf('│'));
  expect(marked.replace('│', '').slice(from, to)).toBe(words);
});

test.each([
  ['安全帯│を着ける', '安全帯', 'あんぜんたい', '{安全帯|あんぜんたい}を着ける'],
  ['大学入試│の話', '入試', 'にゅうし', '大学{入試|にゅうし}の話'],
  ['安全│の話', '養生', 'ようじょう', '安全{養生|ようじょう}の話'],
  ['│', '鍵', 'かぎ', '{鍵|かぎ}'],
  ['| 養生│ | 意味 |', '養生', 'ようじょう', '| ｜養生《ようじょう》 | 意味 |'],
])('the selected words get their reading: %s', (marked, base, reading, after) => {
  expect(insert(marked, base, reading)).toBe(after);
});

test.each([
  ['', '入力してください。'],
  ['か|な', '{ } | ｜ 《 》 は使えません。'],
  ['かな', undefined],
])('words that cannot have furigana are named: %s', (words, fault) => {
  expect(furiganaFault(words)).toBe(fault);
});
