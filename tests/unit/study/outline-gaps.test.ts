/** Tests the list of missing content in a course. */
import { expect, test } from 'vitest';

import type { CourseDetail } from '@/api/courses';
import type { Lesson } from '@/api/lessons';
import { findGaps } from '@/study/outline/outline-gaps';

const lessonOf = (id: string, changes: Partial<Lesson> = {}) =>
  ({ id, title: id, contentId: 'c1', questionSets: [], ...changes }) as unknown as Lesson;
const courseOf = (...chapters: string[][]) =>
  ({
    sections: [
      {
        title: '前半',
        chapters: chapters.map((ids, index) => ({
          title: `${index + 1}章`,
          lessons: ids.map((id) => ({ id })),
        })),
      },
    ],
  }) as unknown as CourseDetail;

test('a complete course has no gaps', () => {
  const sets = [{ id: 's', title: '確認', questionCount: 1 }];
  expect(findGaps(courseOf(['l1']), [lessonOf('l1', { questionSets: sets })])).toEqual([]);
});

test.each([
  ['no section', { sections: [] } as unknown as CourseDetail, [], ['セクションがひとつもありません。']],
  ['no chapter', courseOf(), [], ['セクション「前半」にチャプターがありません。']],
  ['no lesson', courseOf(['l1'], []), [lessonOf('l1')], ['チャプター「2章」にレッスンがありません。']],
  ['no text', courseOf(['l1']), [lessonOf('l1', { contentId: undefined })], ['レッスン「l1」に本文がありません。']],
  [
    'no question',
    courseOf(['l1']),
    [lessonOf('l1', { questionSets: [{ id: 's', title: '確認', questionCount: 0 }] })],
    ['レッスン「l1」の問題集「確認」に問題がありません。'],
  ],
])('%s', (_, course, lessons, gaps) => {
  expect(findGaps(course, lessons)).toEqual(gaps);
});

test('an outline that the server leaves out has no known gaps', () => {
  expect(findGaps({ sections: undefined }, [])).toEqual([]);
});
