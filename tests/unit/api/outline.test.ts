/** Tests walking a course's outline on servers that leave out its lists. */
import { expect, test } from 'vitest';

import { allLessonsOf, chaptersOf, lessonsOf } from '@/api/outline';

const lesson = { id: 'l1', title: '' };
const whole = { chapters: [{ id: 'c1', title: '', lessons: [lesson] }] };

test.each([
  ['the outline', undefined, [], undefined],
  ['chapters', [whole, {}], [lesson], undefined],
  ['lessons', [whole, { chapters: [{ id: 'c2', title: '' }] }], [lesson], undefined],
  ['nothing', [whole, { chapters: [] }], [lesson], [lesson]],
  ['nothing of an empty course', [], [], []],
])('without %s, the lessons that are sent are listed, and all are known only if none can be missing', (...args) => {
  const [, outline, sent, all] = args;
  expect(lessonsOf(outline)).toEqual(sent);
  expect(allLessonsOf(outline)).toEqual(all);
});

test('the chapters of all sections are listed in their order', () => {
  expect(chaptersOf([whole, {}, { chapters: [{ id: 'c2', title: '' }] }]).map(({ id }) => id)).toEqual(['c1', 'c2']);
});
