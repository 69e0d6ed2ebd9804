/** The conflict protocol of edits (optimistic locking by `updatedAt`). */
import { expect, test, vi } from 'vitest';
import * as z from 'zod/mini';

import { ApiError } from '@/api/errors';
import { currentAs, saveAfterReading, saveFrom } from '@/queries/newer-version';
import { describeSaveError } from '@/queries/save-errors';

const schema = z.object({ updatedAt: z.string(), title: z.string(), note: z.nullish(z.string()) });
type Thing = z.infer<typeof schema>;
type Send = (updatedAt: string | undefined) => Promise<Thing>;

const base = { updatedAt: '1', title: '題', note: undefined };
const changes = { title: '新しい題', note: null };
const saved = { updatedAt: '9', title: '新しい題' };
const conflict = (current: object) => new ApiError(409, '先に保存しました。', [], { current });
/** Makes the server refuse the next write with this newer version. */
const refusing = (current: object) =>
  vi.fn<Send>().mockRejectedValueOnce(conflict(current)).mockResolvedValueOnce(saved);
const save = (send: Send, more: object = {}) =>
  saveFrom({ base, changes, send, readCurrent: currentAs(schema), ...more });

test('an edit sends the version from which it started', async () => {
  const send = vi.fn<Send>().mockResolvedValue(saved);

  expect(await save(send)).toBe(saved);
  expect(send.mock.calls).toEqual([['1']]);
});

test('a newer version that changed none of the edited fields is overwritten', async () => {
  const send = refusing({ updatedAt: '2', title: '題', note: null });

  expect(await save(send)).toBe(saved);
  expect(send.mock.calls).toEqual([['1'], ['2']]);
});

test('a newer version equal to the edit, whose answer was lost, is not sent again', async () => {
  const current = { updatedAt: '2', title: '新しい題', note: null };
  const send = refusing(current);

  expect(await save(send)).toEqual(current);
  expect(send).toHaveBeenCalledOnce();
});

test('an edit with fields that answers do not show is sent again instead of counting as saved', async () => {
  const send = refusing({ updatedAt: '2', title: '新しい題', note: null });

  expect(await save(send, { changes: { ...changes, password: 'secret-words' } })).toBe(saved);
  expect(send.mock.calls).toEqual([['1'], ['2']]);
});

test('another person’s change is not overwritten without consent, and the conflict tells field and time', async () => {
  const send = refusing({ updatedAt: '2', title: 'ほかの題', note: null });
  const error = await save(send).catch((failure: unknown) => failure);

  expect(send).toHaveBeenCalledOnce();
  expect(describeSaveError(error).newer).toEqual({ at: '2', fields: ['title'] });
  expect(await save(send, { over: '2' })).toBe(saved);
  expect(send).toHaveBeenLastCalledWith('2');
});

test('a third version that appears while the second is overwritten needs consent again', async () => {
  const send = refusing({ updatedAt: '3', title: 'さらにほかの題', note: null });
  const error = await save(send, { over: '2' }).catch((failure: unknown) => failure);

  expect(describeSaveError(error).newer?.at).toBe('3');
  expect(send).toHaveBeenCalledOnce();
});

test('a refusal for another reason does not count as a conflict', async () => {
  const taken = new ApiError(
    409,
    'このユーザー名は使われています。',
    [{ path: 'username', message: '使われています。' }],
    {},
  );
  const send = vi.fn<Send>().mockRejectedValue(taken);

  await expect(save(send)).rejects.toBe(taken);
  expect(describeSaveError(taken)).toEqual({ message: taken.message, fieldErrors: taken.fieldErrors });
});

test('for a server without conflict detection the current version is read first, and no version is sent', async () => {
  const send = vi.fn<Send>().mockResolvedValue(saved);
  const look = (title: string, more: object = {}) =>
    vi.fn<() => Promise<Thing>>(() => Promise.resolve({ updatedAt: '2', title, ...more }));
  const edit = { base, changes, send };

  await expect(saveAfterReading(edit, look('ほかの題'))).rejects.toMatchObject({ at: '2', fields: ['title'] });
  expect(send).not.toHaveBeenCalled();
  await saveAfterReading(edit, look('題'));
  await saveAfterReading(edit, look('ほかの題', { cachedAt: '1' }));
  const asked = look('ほかの題');
  await saveAfterReading({ ...edit, over: '2' }, asked);
  expect(asked).not.toHaveBeenCalled();
  expect(send.mock.calls).toEqual([[undefined], [undefined], [undefined]]);
});
