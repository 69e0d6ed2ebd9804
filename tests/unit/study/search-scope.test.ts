/** Tests the sentence that says what a search without hits has covered. */
import { expect, test } from 'vitest';

import { describeScope } from '@/study/search/search-scope';

test.each([
  [true, true, false, 'この端末にあるレッスンの本文と、すべてのタイトルをさがしました。'],
  [true, true, true, 'この端末にあるレッスンの本文と、すべてのタイトルと利用者をさがしました。'],
  [true, false, false, 'すべてのタイトルをさがしました。この端末には、まだレッスンの本文がありません。'],
  [true, false, true, 'すべてのタイトルと利用者をさがしました。この端末には、まだレッスンの本文がありません。'],
  [false, true, false, '通信できないため、この端末にあるレッスンの本文とタイトルだけをさがしました。'],
  [false, true, true, '通信できないため、この端末にあるレッスンの本文とタイトルだけをさがしました。'],
  [false, false, false, '通信できないため、この端末にあるタイトルだけをさがしました。'],
])(
  'the text for a search without hits, server asked %s, texts on the device %s, people %s: 「%s」',
  (isServerAsked, hasTexts, findsPeople, words) => {
    expect(describeScope({ isServerAsked, hasTexts, findsPeople })).toBe(words);
  },
);
