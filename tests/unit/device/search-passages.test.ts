/** The words around what is found in the lessons on the device. */
import { expect, test, vi } from 'vitest';

import { keepLessonWords, lessonWordsKey, readLessonTexts } from '@/device/lesson-texts';
import { findOnDevice } from '@/features/shell/search/find-on-device';
import type { OwnerKey } from '@/session/session';
import { toLessonWords, toLine } from '@/study/lesson-words';

test('fault: between the passages, too, the page has its turn', async () => {
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
