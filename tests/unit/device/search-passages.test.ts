/** Tests excerpts around search hits in the lessons on the device. */
import { expect, test, vi } from 'vitest';

import { keepLessonWords, lessonWordsKey, readLessonTexts } from '@/device/lesson-texts';
import { findOnDevice } from '@/features/shell/search/find-on-device';
import type { OwnerKey } from '@/session/session';
import { toLessonWords, toLine, type WordLine } from '@/study/outline/lesson-words';

test('fault: a search has many passages → between passages it lets the page handle events', async () => {
  const owner = 'o' as OwnerKey;
  for (let place = 0; place < 30; place += 1) {
    const lines = [toLine({ text: '見つかる言葉', kind: 'text' })];
    const words = toLessonWords({ courseId: 'c', title: `l${place}`, place, lines, readings: [] });
    await keepLessonWords(owner, lessonWordsKey(`l${place}`, ''), words, []);
  }
  const { lessons, readings } = await readLessonTexts(owner);
  const rest = vi.fn<() => Promise<void>>(() => Promise.resolve());

  const shelf = { owner, lessons: [...lessons.values()], readings };
  const found = await findOnDevice('見つかる', shelf, { isOver: () => true, rest }, 30);

  expect(found.filter(({ passage }) => passage)).toHaveLength(30);
  expect(rest.mock.calls.length).toBeGreaterThan(29);
});

test.each([
  ['パスワード 使い回し', ['パスワードは長く', '使い回しは危険'], 'パスワード 使い回し'],
  ['ぱすわーど 使い回し', ['使い回しは危険', 'パスワードは長く'], '使い回し パスワード'],
  ['鍵束 使い回し', ['使い回しは危険'], '使い回し 鍵束'],
  ['"git bash" 使い回し', ['使い回しは危険', 'Git  Bash'], '使い回し "Git Bash"'],
  ['問い 使い回し', ['使い回しは危険'], '使い回し'],
])('fault: the words of 「%s」 are far apart in a lesson → all of them are found', async (query, texts, find) => {
  const owner = query as OwnerKey;
  const all: WordLine[] = [
    ...texts.map((text) => ({ text, kind: 'text' as const })),
    { text: '問いです', kind: 'question' },
  ];
  const words = toLessonWords({ courseId: 'c', title: '鍵束', place: 0, lines: all.map(toLine), readings: [] });
  await keepLessonWords(owner, lessonWordsKey('l', ''), words, []);
  const { lessons, readings } = await readLessonTexts(owner);

  const shelf = { owner, lessons: [...lessons.values()], readings };
  const found = await findOnDevice(query, shelf, { isOver: () => false, rest: () => Promise.resolve() }, 30);

  expect(found.map((hit) => hit.find)).toEqual([find]);
});
