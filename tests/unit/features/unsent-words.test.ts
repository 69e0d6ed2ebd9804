/** Tests the texts on unsent calls and saved courses that a sign-out would keep or delete. */
import { expect, test } from 'vitest';

import { keptWords, lostWords, packWords, unsentWords } from '@/features/shell/LogoutDialog';

const nothing = { waiting: 0, refused: 0, reads: 0, submits: 0, drafts: 0, edits: 0 };
const none = { ...nothing, reviews: 0, courses: 0, courseBytes: 0 };

test.each([
  [{ waiting: 2, drafts: 1 }, '送信待ち2件、書きかけの解答1件', '送信されます'],
  [{ waiting: 2, refused: 3 }, '送信待ち2件、要確認3件', '送信されます'],
  [{ refused: 1, drafts: 1 }, '要確認1件、書きかけの解答1件', '続きから解けます'],
  [{ refused: 1 }, '要確認1件', '要確認に表示されます'],
])('a sign-out with %o unsent says what happens to these calls', (unsent, words, kept) => {
  expect(unsentWords({ ...none, ...unsent })).toBe(words);
  expect(keptWords({ ...none, ...unsent })).toBe(`端末に残すと、次に同じ人がログインしたときに${kept}。`);
});

test.each([
  [{ waiting: 3, reads: 2, submits: 1 }, '読了2件、提出した解答1件'],
  [{ waiting: 1, refused: 2, reads: 1, submits: 1 }, '読了1件、提出した解答1件、読み取れない記録1件'],
  [{ drafts: 4, edits: 1, reviews: 3 }, '書きかけの解答4件、保存していない編集1件、復習の記録3件'],
])('the sign-out dialog names %o before it is deleted', (unsent, words) => {
  expect(lostWords({ ...none, ...unsent })).toBe(words);
});

test('the sign-out dialog counts saved courses, with their size where it is known', () => {
  expect(packWords({ courses: 2, courseBytes: 4_250_000 })).toBe('保存したコース2件・4.1 MB');
  expect(packWords({ courses: 1, courseBytes: 0 })).toBe('保存したコース1件');
});
