/** Tests the texts of 復習 (spaced review): how many questions are due, and when. */
import { expect, test } from 'vitest';

import { comingReviewWords, nextTimeWords } from '@/features/questions/spaced/spaced-review-words';
import { dueAtOf, type SpacedReviewItem } from '@/study/spaced-review-schedule';

const at = (day: number, hour = 15) => new Date(2026, 10, day, hour).getTime();

function itemsOf(...records: [streak: number, day: number][]): SpacedReviewItem[] {
  return records.map(([streak, day], index) => {
    const record = { streak, at: at(day) };
    return { questionSetId: 's1', questionId: `q${index}`, title: '', record, dueAt: dueAtOf(record) };
  });
}

test.each<[string | undefined, [streak: number, day: number][]]>([
  [undefined, []],
  [undefined, [[0, 10]]],
  [
    '次の復習：あした3問・3日後2問',
    [
      [1, 10],
      [2, 10],
      [1, 10],
      [2, 10],
      [1, 10],
    ],
  ],
  [
    '次の復習：あした1問・3日後1問・7日後1問・そのあと2問',
    [
      [4, 10],
      [3, 10],
      [2, 10],
      [1, 10],
      [4, 9],
    ],
  ],
])('%s', (words, records) => {
  expect(comingReviewWords(itemsOf(...records), at(10, 20))).toBe(words);
});

test.each([
  [1, 'この問題は、次はあした出ます。'],
  [2, 'この問題は、次は3日後に出ます。'],
  [4, 'この問題は、次は14日後に出ます。'],
  [5, 'この問題の復習は終わりです。'],
])('after %d right answers the schedule says: %s', (streak, words) => {
  expect(nextTimeWords({ streak, at: at(10) }, at(10))).toBe(words);
});
