// @vitest-environment jsdom
/** Tests image URLs and their time bucket for caching. */
import { expect, test } from 'vitest';

import { withTimeBucket } from '@/offline/copies/study-cache';
import { shiftClock } from '@/storage/now';

test('the time bucket of an image URL changes with the hour and not before', () => {
  const hour = 3_600_000;
  const start = Math.ceil(Date.now() / hour) * hour;
  const bucketAt = (time: number) => {
    shiftClock(time - Date.now());
    return new URL(withTimeBucket('https://h.example/figure.webp?v=1')).searchParams.get('t');
  };
  expect(bucketAt(start + 60_000)).toBe(String(start / hour));
  expect(bucketAt(start + hour - 60_000)).toBe(String(start / hour));
  expect(bucketAt(start + hour + 60_000)).toBe(String(start / hour + 1));
  shiftClock(0);
});

test('the time bucket leaves the rest of the image URL unchanged', () => {
  expect(withTimeBucket('https://h.example/a%20b.webp?v=1#x')).toMatch(
    /^https:\/\/h\.example\/a%20b\.webp\?v=1&t=\d+#x$/,
  );
});
