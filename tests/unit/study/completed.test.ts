/** Tests when a course counts as completed, and the text that says so. */
import { expect, test } from 'vitest';

import { countCompletions, countNewLessons, isCompleted, knownCompletion } from '@/study/completed';
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
    title: 'an unknown number of lessons and none read',
    study: { lessonCount: undefined, readCount: 0 },
    done: false,
    words: '0 レッスン読了',
  },
  {
    title: 'an unknown number of lessons and some read',
    study: { lessonCount: undefined, readCount: 3 },
    done: undefined,
    words: '3 レッスン読了',
  },
  {
    title: 'an unknown number of read lessons',
    study: { lessonCount: 3, readCount: undefined },
    done: undefined,
    words: '全3レッスン',
  },
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
  expect(knownCompletion(study)).toBe(done);
  expect(isCompleted(study)).toBe(done ?? false);
  expect(courseStudyWords(study)).toBe(words);
  expect(countNewLessons(study)).toBe(words.includes('新しい') ? 1 : 0);
});

test('the number of completed courses is unknown as soon as one completion is', () => {
  const read = { lessonCount: 3, readCount: 3 };

  expect(countCompletions([read, { lessonCount: undefined, readCount: 0 }])).toBe(1);
  expect(countCompletions([read, { lessonCount: undefined, readCount: 6 }])).toBeUndefined();
});
