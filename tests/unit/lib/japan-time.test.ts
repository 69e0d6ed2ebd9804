/**
 * Tests days and times in Japan, which are the same in every time zone of the device (tests/projects.ts runs this file
 * in three).
 */
import { expect, test } from 'vitest';

import {
  dayInJapan,
  daysApart,
  dayWordsInJapan,
  endOfDayInJapan,
  inJapan,
  startOfDayInJapan,
  timeInJapan,
} from '@/lib/japan-time';

const dayFormat = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Tokyo' });
const timeFormat = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Tokyo',
  dateStyle: 'short',
  timeStyle: 'medium',
});
const wordsFormat = new Intl.DateTimeFormat('ja-JP', { timeZone: 'Asia/Tokyo', dateStyle: 'long' });

test("days and times in Japan equal the browser's in that time zone, for every hour of a year", () => {
  for (let hour = 0; hour < 366 * 24; hour += 1) {
    const time = Date.parse('2026-11-21T03:00:00Z') + hour * 3_600_000 - 1;
    const words = [dayInJapan(time), timeInJapan(time), dayWordsInJapan(time)];
    expect(words).toEqual([dayFormat, timeFormat, wordsFormat].map((format) => format.format(time)));
  }
});

test('a day in Japan begins and ends by the clock in Japan', () => {
  expect(startOfDayInJapan('2026-03-31')?.toISOString()).toBe('2026-03-30T15:00:00.000Z');
  expect(startOfDayInJapan('2026-03-31', 1)?.toISOString()).toBe('2026-03-31T15:00:00.000Z');
  expect(endOfDayInJapan('2026-03-31')).toBe('2026-03-31T14:59:59.000Z');
  expect(dayInJapan(endOfDayInJapan('2026-12-31'))).toBe('2026-12-31');
});

test.each(['2026-02-30', '2026-13-01', '0000-00-00', 'x', ''])(
  'the date %j, which does not exist, has no beginning',
  (day) => {
    expect(startOfDayInJapan(day)).toBeUndefined();
  },
);

test('the days between two times are the midnights in Japan between them', () => {
  const [evening, night] = ['2026-03-31T14:59:59Z', '2026-03-31T15:00:00Z'].map(inJapan);
  expect(evening && night && [daysApart(evening, night), daysApart(night, evening), daysApart(night, night)]).toEqual([
    1, -1, 0,
  ]);
});
