/** Tests a running import of users: rows that need two calls, a session that ends, Retry-After, and concurrency. */
import { beforeEach, describe, expect, test, vi } from 'vitest';

import { ApiError, NetworkError } from '@/api/network/errors';
import type * as userEdits from '@/api/user-edits';
import { createUser, updateUser } from '@/api/user-edits';
import type { CurrentUser } from '@/api/users';
import { type ImportResult, importUsers, type WritableRow } from '@/queries/people/import-users';
import { readCsv, toCsv } from '@/study/csv';
import { failedRows } from '@/study/people/failed-rows';
import { findColumns } from '@/study/people/user-columns';
import { planImport } from '@/study/people/user-csv';

vi.mock('@/api/user-edits', async (original) => ({
  ...(await original<typeof userEdits>()),
  createUser: vi.fn<typeof userEdits.createUser>(),
  updateUser: vi.fn<typeof userEdits.updateUser>(),
}));

const user: CurrentUser = { id: 'u1', username: 'hana', name: '花', role: 'STUDENT', active: true };
const newRow = (line: number, active = true): WritableRow => ({
  line,
  username: `user${line}`,
  name: '花',
  cells: { username: `user${line}`, name: '花' },
  notices: [],
  kind: 'add',
  newUser: { username: `user${line}`, name: '花', role: 'STUDENT' },
  active,
  after: {},
  password: 'made-for-her',
  isOwnPassword: false,
  key: `key-${line}`,
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

test('a suspended user is not created twice when the suspension is delayed', async () => {
  vi.mocked(updateUser).mockRejectedValueOnce(new ApiError(429, '', { retryAfterMs: 1 }));

  const { results } = await run([newRow(2, false)]);

  expect(results).toMatchObject([{ kind: 'added', password: 'made-for-her' }]);
  expect(createUser).toHaveBeenCalledTimes(1);
});

test('an import whose network failed after a user was created, before the suspension, continues with the suspension alone', async () => {
  vi.mocked(updateUser).mockRejectedValueOnce(new NetworkError('gone'));

  const first = await run([newRow(2, false)]);
  const second = await run(first.left);

  expect(first).toMatchObject({ isNetworkGone: true, results: [] });
  expect(second.results).toMatchObject([{ kind: 'added' }]);
  expect(createUser).toHaveBeenCalledTimes(1);
});

test('a row with an unknown outcome is kept, and sent with the same key when the import continues', async () => {
  vi.mocked(createUser).mockRejectedValueOnce(new ApiError(504, ''));

  const { isNetworkGone, left, results } = await run([newRow(2)]);

  expect({ isNetworkGone, left, results }).toMatchObject({
    isNetworkGone: true,
    left: [{ isRetried: true }],
    results: [],
  });
  await run(left);
  expect(vi.mocked(createUser).mock.calls.map(([, key]) => key)).toEqual(['key-2', 'key-2']);
});

test('an ended session stops the import, and the remaining rows are kept', async () => {
  vi.mocked(createUser).mockRejectedValue(new ApiError(401, ''));

  const { isSessionOver, left, results } = await run(Array.from({ length: 20 }, (_, index) => newRow(index + 2)));

  expect({ isSessionOver, left: left.length, results }).toEqual({ isSessionOver: true, left: 20, results: [] });
});

test('when the suspension of a new user is refused, the result has the created account, its password and a note', async () => {
  vi.mocked(updateUser).mockRejectedValue(new ApiError(500, ''));

  const { results, left } = await run([newRow(2, false)]);

  expect(left).toEqual([]);
  expect(results).toMatchObject([
    { kind: 'added', password: 'made-for-her', fault: expect.stringContaining('利用停止にできませんでした') },
  ]);
});

describe('Retry-After', () => {
  beforeEach(() => vi.useFakeTimers());

  test('an import waits as long as Retry-After says', async () => {
    vi.mocked(createUser).mockRejectedValueOnce(new ApiError(429, '', { retryAfterMs: 7000 }));
    const waits: boolean[] = [];
    const running = importUsers([newRow(2)], {
      signal: new AbortController().signal,
      onResult: () => undefined,
      onWait: (isWaiting) => waits.push(isWaiting),
    });

    await vi.advanceTimersByTimeAsync(6999);
    expect(createUser).toHaveBeenCalledTimes(1);
    expect(waits).toEqual([true]);
    await vi.advanceTimersByTimeAsync(1);
    await running;

    expect(createUser).toHaveBeenCalledTimes(2);
    expect(waits).toEqual([true, false]);
  });

  test('an import stopped during Retry-After sends nothing more, and the row is kept', async () => {
    vi.mocked(createUser).mockRejectedValue(new ApiError(429, ''));
    const stopper = new AbortController();
    const onResult = vi.fn<(result: ImportResult) => void>();
    const running = importUsers([newRow(2)], { signal: stopper.signal, onResult });

    await vi.advanceTimersByTimeAsync(10);
    stopper.abort();

    expect((await running).left).toMatchObject([{ line: 2 }]);
    expect(onResult).not.toHaveBeenCalled();
    expect(createUser).toHaveBeenCalledTimes(1);
  });
});

test('rejected rows are returned as an importable file with the reasons', async () => {
  const text = toCsv(
    failedRows([
      { cells: { username: 'hana', name: '=花', status: '休み' }, reasons: ['状態：使えません。'] },
      { cells: { username: 'ken', name: '健', status: '' }, reasons: ['このユーザー名はすでに使われています。'] },
    ]),
  );

  const rows = await readCsv(new TextEncoder().encode(text));

  expect(rows.map(({ cells }) => cells)).toEqual([
    ['ユーザー名', '氏名', 'アカウント', '理由'],
    ['hana', '=花', '休み', '状態：使えません。'],
    ['ken', '健', '', 'このユーザー名はすでに使われています。'],
  ]);
  const [header, ...others] = rows;
  const map = findColumns(header?.cells ?? [], false);
  const planned = planImport(others, map, { me: user, users: [], companies: [] });
  expect(planned.map(({ kind, notices }) => [kind, notices.length])).toEqual([
    ['add', 1],
    ['add', 0],
  ]);
});

describe('concurrency', () => {
  /** Returns the largest number of concurrent calls. */
  async function mostAtOnce(rows: number, answer: () => Promise<CurrentUser>): Promise<number> {
    let [open, most] = [0, 0];
    vi.mocked(createUser).mockImplementation(async () => {
      most = Math.max(most, (open += 1));
      await new Promise((resolve) => setTimeout(resolve, 5));
      open -= 1;
      return answer();
    });
    const { results } = await run(Array.from({ length: rows }, (_, line) => newRow(line)));
    expect(results).toHaveLength(rows);
    return most;
  }

  test('the concurrency of an import grows without a Retry-After', async () => {
    expect(await mostAtOnce(60, () => Promise.resolve(user))).toBe(8);
  });

  test('the concurrency of an import stays at its start value after a Retry-After', async () => {
    let count = 0;
    const busy = () => (count += 1) <= 3;
    const most = await mostAtOnce(30, () =>
      busy() ? Promise.reject(new ApiError(429, '', { retryAfterMs: 1 })) : Promise.resolve(user),
    );
    expect(most).toBe(3);
  });
});
