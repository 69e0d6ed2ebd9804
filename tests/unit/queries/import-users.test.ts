// @vitest-environment node
/** An import under way: two calls for one row, and a session that ends in the middle. */
import { beforeEach, expect, test, vi } from 'vitest';

import { ApiError, NetworkError } from '@/api/errors';
import type * as usersApi from '@/api/users';
import { createUser, updateUser, type User } from '@/api/users';
import { type ImportResult, importUsers, type WritableRow } from '@/queries/import-users';

vi.mock('@/api/users', async (original) => ({
  ...(await original<typeof usersApi>()),
  createUser: vi.fn<typeof usersApi.createUser>(),
  updateUser: vi.fn<typeof usersApi.updateUser>(),
}));

const user: User = { id: 'u1', username: 'hana', name: '花', role: 'STUDENT', active: true };
const newRow = (line: number, active = true): WritableRow => ({
  line,
  username: `user${line}`,
  name: '花',
  kind: 'add',
  newUser: { username: `user${line}`, name: '花', role: 'STUDENT' },
  active,
  password: 'made-for-her',
  isOwnPassword: false,
});

async function run(rows: readonly WritableRow[]) {
  const results: ImportResult[] = [];
  const { signal } = new AbortController();
  const ended = await importUsers(rows, { signal, onResult: (result) => results.push(result) });
  return { ...ended, results };
}

beforeEach(() => {
  vi.mocked(createUser).mockReset().mockResolvedValue(user);
  vi.mocked(updateUser).mockReset().mockResolvedValue(user);
});

test('somebody suspended is not added a second time when the suspension has to wait', async () => {
  vi.mocked(updateUser).mockRejectedValueOnce(new ApiError(429, ''));

  const { results } = await run([newRow(2, false)]);

  expect(results).toMatchObject([{ kind: 'added', password: 'made-for-her' }]);
  expect(createUser).toHaveBeenCalledTimes(1);
});

test('goes on with the suspension alone after the network went between the two calls', async () => {
  vi.mocked(updateUser).mockRejectedValueOnce(new NetworkError('gone'));

  const first = await run([newRow(2, false)]);
  const second = await run(first.left);

  expect(first).toMatchObject({ isNetworkGone: true, results: [] });
  expect(second.results).toMatchObject([{ kind: 'added' }]);
  expect(createUser).toHaveBeenCalledTimes(1);
});

test('an ended session stops the import, and every row is left for later', async () => {
  vi.mocked(createUser).mockRejectedValue(new ApiError(401, ''));

  const { isSessionOver, left, results } = await run(Array.from({ length: 20 }, (_, index) => newRow(index + 2)));

  expect({ isSessionOver, left: left.length, results }).toEqual({ isSessionOver: true, left: 20, results: [] });
});
