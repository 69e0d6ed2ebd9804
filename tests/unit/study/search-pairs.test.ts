/** Tests the search with hand-written cases, from markdown to hit. */
import { expect, test } from 'vitest';

import { readQuery } from '@/lib/search-text';
import { toLessonWords, toLine } from '@/study/outline/lesson-words';
import { searchLessons, toNeedles } from '@/study/search/search-hits';
import { fetchExtras } from '@/ui/markdown/load-extras';
import { readWords } from '@/ui/markdown/markdown-words';

import { markdownPairs } from './search-markdown-pairs';
import { type Pair, READINGS, wordPairs } from './search-pairs';

const pace = { isOver: () => false, rest: () => Promise.resolve() };

async function read(text: string) {
  await fetchExtras(text);
  const reading = readWords(text);
  let next = reading.next();
  while (!next.done) next = reading.next();
  const { blocks, readings } = next.value;
  const lines = blocks.map((block) => toLine({ text: block.text, kind: block.isHeading ? 'heading' : 'text' }));
  return toLessonWords({ courseId: 'c', title: 'レッスン', place: 0, lines, readings });
}

async function isFound([query, text]: Pair): Promise<boolean> {
  const lesson = await read(text);
  const all = [...(await read(READINGS)).readings, ...lesson.readings];
  const readings = new Map<string, Set<string>>();
  for (let at = 0; at < all.length; at += 2)
    readings.set(all[at + 1] ?? '', (readings.get(all[at + 1] ?? '') ?? new Set()).add(all[at] ?? ''));
  const needles = toNeedles(readQuery(query), readings);
  return (await searchLessons([{ id: 'l', key: 'l', ...lesson }], needles, 1, pace)).length > 0;
}

const rows = Object.entries({ ...wordPairs, ...markdownPairs }).flatMap(([about, { found, not }]) => [
  ...found.map((pair) => [about, pair[0], 'finds', pair[1], pair, true] as const),
  ...not.map((pair) => [about, pair[0], 'does not find', pair[1], pair, false] as const),
]);

test.each(rows)('search case %s: 「%s」 %s 「%s」', async (_about, _query, _verb, _text, pair, expected) => {
  expect(await isFound(pair)).toBe(expected);
});

test('there are 150 search cases', () => {
  expect(rows.length).toBeGreaterThanOrEqual(150);
});

test.each(['', ' ', '　', '""', '\t\n', '" "', '\u200b'])('the query 「%s」 searches for nothing', (query) => {
  expect(readQuery(query)).toEqual([]);
});
