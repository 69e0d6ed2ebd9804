/** Tests when a course counts as completed, and the text that says so. */
import { expect, test } from 'vitest';

import { isCompleted, countNewLessons } from '@/study/completed';
import { courseStudyWords } from '@/study/course-study-words';

const completedAt = '2026-11-26T15:00:00Z';

test.each([
  { title: 'nothing read', study: { lessonCount: 3, readCount: 0 }, done: false, words: '0 / 3 レッスン' },
  { title: 'some lessons read', study: { lessonCount: 3, readCount: 2 }, done: false, words: '2 / 3 レッスン' },
  {
    title: 'every lesson read, nothing recorded',
    study: { lessonCount: 3, readCount: 3 },
    done: true,
    words: '3 / 3 レッスン',
  },
  { title: 'no lessons', study: { lessonCount: 0, readCount: 0 }, done: false, words: '0 / 0 レッスン' },
  {
    title: 'a recorded completion',
    study: { lessonCount: 3, readCount: 3, completedAt },
    done: true,
    words: '修了（2026年11月27日）',
  },
  {
    title: 'a lesson added after the completion',
    study: { lessonCount: 4, readCount: 3, completedAt },
    done: true,
    words: '修了（2026年11月27日）・新しいレッスン 1',
  },
  {
    title: 'all lessons deleted after the completion',
    study: { lessonCount: 0, readCount: 0, completedAt },
    done: true,
    words: '修了（2026年11月27日）',
  },
])('a course with $title is completed: $done, and its text is $words', ({ study, done, words }) => {
  expect(isCompleted(study)).toBe(done);
  expect(courseStudyWords(study)).toBe(words);
  expect(countNewLessons(study)).toBe(words.includes('新しい') ? 1 : 0);
});
