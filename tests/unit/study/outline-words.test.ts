/** Tests what the confirmation of a deletion says about the contents that are deleted too. */
import { expect, test } from 'vitest';

import {
  countChapters,
  countLessons,
  countSections,
  describeDeletion,
  type OutlineCounts,
} from '@/study/outline/outline-words';

const lesson = { id: 'l1', title: '', questionSetCount: 2 };
const chapter = { id: 'c1', title: '', lessons: [lesson, { ...lesson, id: 'l2' }] };
const named = { id: 'x', title: '' };

test.each<[name: string, counts: OutlineCounts, words: string]>([
  [
    'a course',
    countSections([{ ...named, chapters: [chapter] }]),
    'と、その中のセクション1件、チャプター1件、レッスン2件、問題集4件',
  ],
  ['a course without sections', countSections([]), ''],
  ['a course whose sections are unknown', countSections(undefined), 'と、その中のすべて'],
  [
    'a course whose chapters are unknown',
    countSections([named, { ...named, chapters: [chapter] }]),
    'と、その中のセクション2件',
  ],
  ['a section whose lessons are unknown', countChapters([named, chapter]), 'と、その中のチャプター2件'],
  ['a section whose chapters are unknown', countChapters(undefined), 'と、その中のすべて'],
  ['a chapter without lessons', countLessons([]), ''],
  ['a chapter whose lessons are unknown', countLessons(undefined), 'と、その中のすべて'],
  ['a chapter whose question sets are unknown', countLessons([lesson, named]), 'と、その中のレッスン2件'],
  ['a lesson whose question sets are unknown', { questionSets: undefined }, 'と、その中のすべて'],
])('the deletion of %s names the contents that are known, and never says that there are none', (_, counts, words) => {
  expect(describeDeletion('題', counts, true)).toContain(`「題」${words}を削除します。`);
});
