/** Tests the sentence that says what a search without hits has covered. */
import { expect, test } from 'vitest';

import { describeScope } from '@/study/search-scope';

test.each([
  [true, true, false, 'この端末にあるレッスンの本文と、すべての題をさがしました。'],
  [true, true, true, 'この端末にあるレッスンの本文と、すべての題と利用者をさがしました。'],
  [true, false, false, 'すべての題をさがしました。この端末には、まだレッスンの本文がありません。'],
  [true, false, true, 'すべての題と利用者をさがしました。この端末には、まだレッスンの本文がありません。'],
  [false, true, false, '通信できないため、この端末にあるレッスンの本文と題だけをさがしました。'],
  [false, true, true, '通信できないため、この端末にあるレッスンの本文と題だけをさがしました。'],
  [false, false, false, '通信できないため、この端末にある題だけをさがしました。'],
])('server asked %s, texts on the device %s, people %s: 「%s」', (isServerAsked, hasTexts, findsPeople, words) => {
  expect(describeScope({ isServerAsked, hasTexts, findsPeople })).toBe(words);
});
