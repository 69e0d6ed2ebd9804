/** Tests calendar files with another program's parser (ical.js). */
import ICAL from 'ical.js';
import { expect, test } from 'vitest';

import { toCalendarFile } from '@/study/calendar-file';

const event = {
  uid: 'a1@example.com',
  title: '必修「消火, 避難; 救護」の期限',
  at: '2026-12-31T14:59:59Z',
  description: '船に乗る前に\n終えてください。'.repeat(6),
  url: 'https://example.com/courses/c',
};
const read = (nowMs: number) => {
  const file = toCalendarFile([event], nowMs);
  const component = new ICAL.Component(ICAL.parse(file) as unknown[]).getFirstSubcomponent('vevent');
  if (!component) throw new Error('No event');
  return { file, read: new ICAL.Event(component) };
};

test('a calendar program reads title, whole day and description of a required date', () => {
  const { read: found } = read(0);

  expect(found.summary).toBe(event.title);
  expect(found.description).toBe(event.description);
  expect([found.startDate.isDate, found.startDate.toString(), found.endDate.toString()]).toEqual([
    true,
    '2026-12-31',
    '2027-01-01',
  ]);
});

test('a second export of a date has the same id, so that the calendar updates its event', () => {
  expect(read(0).read.uid).toBe(read(86_400_000).read.uid);
});

test('no line of a calendar file is longer than 75 octets, and lines end with CRLF', () => {
  const lines = read(0).file.split('\r\n');

  expect(Math.max(...lines.map((line) => new TextEncoder().encode(line).length))).toBeLessThanOrEqual(75);
  expect(lines.join('')).not.toContain('\n');
});
