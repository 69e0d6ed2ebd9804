/** Tests the words for saves and actions that a gateway refuses without an explanation. */
import { describe, expect, test } from 'vitest';

import { toApiError } from '@/api/network/errors';
import { describeActionError, describeSaveError } from '@/queries/save-errors';

describe.each([400, 405, 418, 426, 451])('a refusal with status %i', (status) => {
  test.each([
    ['a page or no body', undefined],
    ['foreign JSON', { message: 'blocked' }],
  ])('%s: the words name the status, and that a network may have refused', (_, body) => {
    const error = toApiError(status, body);
    const reason = `（${status}）。サーバーの説明がないので、途中のネットワークが止めたのかもしれません。`;
    expect(describeSaveError(error).message).toBe(`保存できませんでした${reason}入力内容も確かめてください。`);
    expect(describeActionError(error)).toBe(`できませんでした${reason}`);
  });

  test('the server’s own words are shown alone', () => {
    const error = toApiError(status, { title: '説明', status });
    expect(describeSaveError(error).message).toBe('説明');
    expect(describeActionError(error)).toBe('説明');
  });
});

test.each([409, 413])('a deletion that a gateway refuses with %i is described without a save', (status) => {
  expect(describeActionError(toApiError(status, undefined))).toBe(
    `できませんでした（${status}）。サーバーの説明がないので、途中のネットワークが止めたのかもしれません。`,
  );
});

test('a save that a gateway refuses with 409 is no conflict; one with JSON is', () => {
  expect(describeSaveError(toApiError(409, undefined)).message).toMatch(/^保存できませんでした（409）/);
  expect(describeSaveError(toApiError(409, {})).message).toMatch(/^ほかの人が新しい内容を先に保存しました/);
});
