/** Tests the words for refused calls. */
import { describe, expect, test } from 'vitest';

import { refusalWords } from '@/features/sync/RefusedCard';

describe('a refusal without an explanation, as a gateway sends it', () => {
  test.each([400, 405, 409, 418, 422, 426, 451])(
    'the words for %i do not blame the server or the content',
    (status) => {
      const words = refusalWords({ status, reason: '' });
      expect(words).toContain(`途中のネットワークが止めたのかもしれません（${status}）`);
      expect(words).not.toMatch(/サーバーの決まり|サーバーの内容|サーバーが受け取れません/);
    },
  );

  test('the words for 413 name the size', () => {
    expect(refusalWords({ status: 413, reason: '' })).toBe('内容が大きすぎて受け取れませんでした。');
  });
});

test.each([
  [400, '内容がサーバーの決まりに合わず、受け取れませんでした。'],
  [409, 'サーバーの内容と食い違っています。画面を開き直して確かめてください。'],
  [418, 'サーバーが受け取れませんでした（418）。'],
])('a refusal with an explanation and status %i is the server’s', (status, words) => {
  expect(refusalWords({ status, reason: '説明' })).toBe(words);
});
