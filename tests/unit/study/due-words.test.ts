/** Tests the text for the date of a required course: days left are days in Japan. */
import { expect, test } from 'vitest';

import { dueWords } from '@/study/due-words';

const at = (day: number, hour: number, month = 11) => new Date(Date.UTC(2026, month - 1, day, hour - 9, 59, 59));

test.each([
  { due: at(31, 23, 12), now: at(26, 9), words: '12月31日まで・あと35日' },
  { due: at(27, 23), now: at(26, 23), words: '11月27日まで・あと1日' },
  { due: at(26, 23), now: at(26, 0), words: '11月26日まで・今日まで' },
  { due: at(25, 23), now: at(26, 0), words: '11月25日まで・1日過ぎています' },
  { due: new Date('2027-01-05T14:59:59Z'), now: at(26, 9), words: '2027年1月5日まで・あと40日' },
])('says $words', ({ due, now, words }) => {
  expect(dueWords(due.toISOString(), now.getTime())).toBe(words);
});
