/** Which lesson a link of a document means. */
import { expect, test } from 'vitest';

import { findLinkedLesson } from '@/study/lesson-links';

const lessons = [
  { id: 'git-why', title: 'なぜ使うのか' },
  { id: 'a1', title: '変数と 定数' },
  { id: 'a2', title: 'what-is-ownership' },
];

test.each([
  ['./git-why.md', '次へ', '/lessons/git-why'],
  ['git-why', '次へ', '/lessons/git-why'],
  ['../a/b/git-why.html#まとめ', '次へ', '/lessons/git-why#まとめ'],
  ['/docs/git-why.md', '次へ', '/lessons/git-why'],
  ['./%E5%A4%89%E6%95%B0%E3%81%A8%E5%AE%9A%E6%95%B0.md', '次へ', '/lessons/a1'],
  ['./What_is_Ownership/', '次へ', '/lessons/a2'],
  ['./ch03-01.md', '変数と定数', '/lessons/a1'],
])('%s named 「%s」 leads to %s', (href, words, lesson) => {
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
])('%s is left as it is', (href) => {
  expect(findLinkedLesson(lessons, href, '次へ')).toBeUndefined();
});
