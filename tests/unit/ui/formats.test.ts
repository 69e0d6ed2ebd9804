/** Tests that dates and percentages are formatted as Japanese readers expect. */
import { expect, test } from 'vitest';

import { percentOf } from '@/lib/percent';
import { formatDateTime, formatRelative } from '@/ui/formats';

const now = new Date(2026, 10, 21, 10, 5).getTime();
const at = (...parts: [number, number, number, number?, number?]) => new Date(...parts).toISOString();

test('a full date includes the weekday and the time', () => {
  expect(formatDateTime(at(2026, 10, 21, 10, 5))).toBe('2026年11月21日(土) 10:05');
});

test("dates and times have the browser's Japanese format", () => {
  const day = { year: 'numeric', month: 'long', day: 'numeric', weekday: 'short' } as const;
  const dayFormat = new Intl.DateTimeFormat('ja-JP', day);
  const timeFormat = new Intl.DateTimeFormat('ja-JP', { hour: '2-digit', minute: '2-digit' });
  for (let turn = 0; turn < 400; turn += 1) {
    const date = new Date(2026, 0, turn, turn % 24, turn % 60);
    expect(formatDateTime(date.toISOString())).toBe(`${dayFormat.format(date)} ${timeFormat.format(date)}`);
  }
});

test.each([
  [at(2026, 10, 21, 8, 12), '今日 08:12'],
  [at(2026, 10, 20, 23, 59), '昨日'],
  [at(2026, 10, 18, 0, 1), '3日前'],
  [at(2026, 9, 1), '2026年10月1日(木)'],
])('%s is formatted as %s', (timestamp, words) => {
  expect(formatRelative(timestamp, now)).toBe(words);
});

test.each([
  [0, 0, 0],
  [1, 3, 33],
  [1, 6, 17],
  [6, 14, 43],
  [1, 1000, 1],
  [199, 200, 99],
  [999, 1000, 99],
  [200, 200, 100],
])('the share of %i of %i is %i percent', (done, all, percent) => {
  expect(percentOf(done, all)).toBe(percent);
});
