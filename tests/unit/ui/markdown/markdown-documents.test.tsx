/** Tests imported documents: front matter, repeated titles, and links between documents. */
import { expect, test } from 'vitest';

import { findLinkedLesson, withoutPreamble } from '@/ui/markdown/cut/documents';

test.each([
  ['settings', '---\ntitle: 変数\nminutes: 5\n---\n\n本文', '\n\n\n\n\n本文'],
  ['front matter with Windows line ends', '---\r\ntitle: 変数\r\n---\r\n本文', '\r\n\r\n\r\n本文'],
  ['a repeated title', '# 変数\n\n本文', '\n\n本文'],
  ['an underlined repeated title', '変数\n====\n\n本文', '\n\n\n本文'],
  ['a repeated title with an id and full-width letters', '\n## **変 数** {#var}\n本文', '\n\n本文'],
  ['both', '---\na: b\n---\n# 変数\n本文', '\n\n\n\n本文'],
])('front matter %s is hidden, and the other lines keep their numbers', (_, text, shown) => {
  expect(withoutPreamble(text, '変数')).toBe(shown);
});

test.each([
  ['two thematic breaks', '---\n\n文です\n\n---\n'],
  ['another heading', '# 変数とは\n\n本文'],
  ['text before the repeated title', '前書き\n\n# 変数\n\n本文'],
  ['front matter that is not at the beginning', '文\n\n---\na: b\n---\n'],
  ['a heading in code', '```\n# 変数\n```\n'],
])('text that only resembles front matter, %s, is shown', (_, text) => {
  expect(withoutPreamble(text, '変数')).toBe(text);
});

const lessons = [
  { id: 'git-why', title: 'なぜ使うのか' },
  { id: 'a1', title: '変数と 定数' },
  { id: 'a2', title: 'what-is-ownership' },
];

test.each([
  ['./git-why.md', '次へ', '/lessons/git-why'],
  ['git-why', '次へ', '/lessons/git-why'],
  ['../a/b/git-why.html#まとめ', '次へ', '/lessons/git-why#まとめ'],
  ['./%E5%A4%89%E6%95%B0%E3%81%A8%E5%AE%9A%E6%95%B0.md', '次へ', '/lessons/a1'],
  ['./What_is_Ownership/', '次へ', '/lessons/a2'],
  ['./ch03-01.md', '変数と定数', '/lessons/a1'],
])('the link %s with the text 「%s」 leads to %s', (href, words, lesson) => {
  expect(findLinkedLesson(lessons, href, words)).toBe(lesson);
});

test.each([
  '/lessons/git-why',
  '#git-why',
  '?git-why',
  'https://example.com/git-why',
  'mailto:git-why',
  '/courses/a1',
  './',
  '',
  './%zz.md',
])('the link %s is not resolved to a lesson', (href) => {
  expect(findLinkedLesson(lessons, href, '次へ')).toBeUndefined();
});
