/** Tests the list of the commonest wrong texts of a question. */
import { expect, test } from 'vitest';

import { commonestTexts } from '@/api/question-stats';

test('wrong texts are counted together if the question’s setting grades them alike', () => {
  const texts = [
    { text: '2,000', count: 2 },
    { text: '３', count: 2 },
    { text: '2000', count: 1 },
    { text: '3', count: 1 },
  ];

  expect(commonestTexts(texts, 1, true)).toEqual([
    { text: '2,000', count: 3 },
    { text: '３', count: 3 },
  ]);
  expect(commonestTexts(texts, 2)).toEqual([
    { text: '３', count: 3 },
    { text: '2,000', count: 2 },
  ]);
});
