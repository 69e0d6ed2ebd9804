/** Tests the conflict protocol of edits (optimistic locking by `updatedAt`). */
import { expect, test, vi } from 'vitest';
import * as z from 'zod/mini';

import { ApiError } from '@/api/network/errors';
import { currentAs, saveAfterReading, saveFrom } from '@/queries/newer-version';
import { describeSaveError } from '@/queries/save-errors';

const schema = z.object({ updatedAt: z.string(), title: z.string(), note: z.nullish(z.string()) });
type Thing = z.infer<typeof schema>;
type Send = (updatedAt: string | undefined, changes: object) => Promise<Thing>;

const base = { updatedAt: '1', title: '題', note: undefined };
const changes = { title: '新しい題', note: null };
const saved = { updatedAt: '9', title: '新しい題' };
const conflict = (current: object) => new ApiError(409, '先に保存しました。', { body: { current } });
/** Makes the server refuse the next write with 409 and the given newer version. */
const refusing = (current: object) =>
  vi.fn<Send>().mockRejectedValueOnce(conflict(current)).mockResolvedValueOnce(saved);
const save = (send: Send, more: object = {}) =>
  saveFrom({ base, changes, send, readCurrent: currentAs(schema), ...more });

test('an edit sends the version from which it started', async () => {
  const send = vi.fn<Send>().mockResolvedValue(saved);

  expect(await save(send)).toBe(saved);
  expect(send.mock.calls).toEqual([['1', changes]]);
});

test('an edit that conflicts with a newer version is sent again if that version changed none of the edited fields', async () => {
  const send = refusing({ updatedAt: '2', title: '題', note: null });

  expect(await save(send)).toBe(saved);
  expect(send.mock.calls).toEqual([
    ['1', changes],
    ['2', changes],
  ]);
});

test('an edit is not sent again if the newer version already equals it, because only the server’s response was lost', async () => {
  const current = { updatedAt: '2', title: '新しい題', note: null };
  const send = refusing(current);

  expect(await save(send)).toEqual(current);
  expect(send).toHaveBeenCalledOnce();
});

test('an edit with fields that responses never contain (a password) is sent again instead of counting as saved', async () => {
  const send = refusing({ updatedAt: '2', title: '新しい題', note: null });

  expect(await save(send, { changes: { ...changes, password: 'secret-words' } })).toBe(saved);
  expect(send).toHaveBeenLastCalledWith('2', { ...changes, password: 'secret-words' });
});

const withNote = { ...base, note: '前のメモ' };

test("in a conflict, fields that only one side changed are merged, and the other side's changes are returned", async () => {
  const send = refusing({ updatedAt: '2', title: '題', note: 'ほかの人のメモ' });
  const onCombined = vi.fn<(fields: readonly string[]) => void>();
  const own = { title: '新しい題', note: '前のメモ' };

  expect(await save(send, { base: withNote, changes: own, onCombined })).toBe(saved);
  expect(send).toHaveBeenLastCalledWith('2', { title: '新しい題', note: 'ほかの人のメモ' });
  expect(onCombined.mock.calls).toEqual([[['note']]]);
});

test('an edit that another person has made in the same way is not sent again, and their other changes are returned', async () => {
  const current = { updatedAt: '2', title: '新しい題', note: 'ほかの人のメモ' };
  const send = refusing(current);
  const onCombined = vi.fn<(fields: readonly string[]) => void>();
  const own = { title: '新しい題', note: '前のメモ' };

  expect(await save(send, { base: withNote, changes: own, onCombined })).toEqual(current);
  expect(send).toHaveBeenCalledOnce();
  expect(onCombined.mock.calls).toEqual([[['note']]]);
});

test('in a conflict, a field whose value before the edit is unknown makes the save ask the user', async () => {
  const send = refusing({ updatedAt: '2', title: 'ほかの題', note: null });

  await expect(save(send, { base: { updatedAt: '1' } })).rejects.toMatchObject({ at: '2' });
});

test('a field changed by both sides makes the save ask with both texts; once confirmed, the other fields are merged', async () => {
  const current = { updatedAt: '2', title: 'ほかの題', note: 'ほかの人のメモ' };
  const edit = { base: withNote, changes: { title: '新しい題', note: '前のメモ' } };
  const send = vi.fn<Send>().mockRejectedValue(conflict(current));
  const error = await save(send, edit).catch((failure: unknown) => failure);

  expect(send).toHaveBeenCalledOnce();
  const conflicts = [{ name: 'title', own: '新しい題', theirs: 'ほかの題' }];
  expect(describeSaveError(error).newer).toEqual({ at: '2', conflicts });
  const confirmed = refusing(current);
  expect(await save(confirmed, { ...edit, over: '2' })).toBe(saved);
  expect(confirmed).toHaveBeenLastCalledWith('2', { title: '新しい題', note: 'ほかの人のメモ' });
});

test('a newer version that cannot be parsed is overwritten once the user has agreed', async () => {
  const send = refusing({ updatedAt: '2', title: 7 });

  expect(await save(send, { over: '2' })).toBe(saved);
  expect(send).toHaveBeenLastCalledWith('2', changes);
});

test("a third version saved by others before the agreed overwrite of the second needs the user's consent again", async () => {
  const send = refusing({ updatedAt: '3', title: 'さらにほかの題', note: null });
  const error = await save(send, { over: '2' }).catch((failure: unknown) => failure);

  expect(describeSaveError(error).newer?.at).toBe('3');
  expect(send).toHaveBeenCalledOnce();
});

test('a 409 response for another reason than a newer version does not count as a conflict', async () => {
  const taken = new ApiError(409, 'このユーザー名は使われています。', {
    fieldErrors: [{ path: 'username', message: '使われています。' }],
    body: {},
  });
  const send = vi.fn<Send>().mockRejectedValue(taken);

  await expect(save(send)).rejects.toBe(taken);
  expect(describeSaveError(taken)).toEqual({ message: taken.message, fieldErrors: taken.fieldErrors });
});

test('on a server without conflict detection, an edit reads the current version first and sends no version', async () => {
  const send = vi.fn<Send>().mockResolvedValue(saved);
  const look = (title: string, more: object = {}) =>
    vi.fn<() => Promise<Thing>>(() => Promise.resolve({ updatedAt: '2', title, ...more }));
  const edit = { base, changes, send };

  await expect(saveAfterReading(edit, look('ほかの題'))).rejects.toMatchObject({
    at: '2',
    conflicts: [{ name: 'title' }],
  });
  expect(send).not.toHaveBeenCalled();
  await saveAfterReading(edit, look('題'));
  await saveAfterReading(edit, look('ほかの題', { cachedAt: '1' }));
  await saveAfterReading({ ...edit, over: '2' }, look('ほかの題'));
  await expect(saveAfterReading({ ...edit, over: '1' }, look('ほかの題'))).rejects.toMatchObject({ at: '2' });
  await saveAfterReading(
    { ...edit, base: withNote, changes: { title: '新しい題', note: '前のメモ' } },
    look('題', { note: '後のメモ' }),
  );
  expect(send.mock.calls.map(([version, sent]) => [version, sent])).toEqual([
    [undefined, changes],
    [undefined, changes],
    [undefined, changes],
    [undefined, { title: '新しい題', note: '後のメモ' }],
  ]);
});
