/** Tests the estimate of an import's remaining time, in words. */
import { expect, test } from 'vitest';

import { timeLeftWords } from '@/features/users/use-import';

test.each([
  [1000, 4, 100, ''],
  [10_000, 5, 0, ''],
  [10_000, 10, 30, '残り1分未満'],
  [60_000, 50, 150, '残り約3分'],
  [60_000, 50, 151, '残り約4分'],
])('after %i ms for %i rows, the time left for %i rows is: %s', (elapsedMs, done, left, words) => {
  expect(timeLeftWords(elapsedMs, done, left)).toBe(words);
});
