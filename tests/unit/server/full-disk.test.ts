/** Tests a nearly full disk: writes are refused, everything else continues. */
import { watchDiskSpace } from '@server/db/disk-space';
import { beforeEach, describe, expect, test, vi } from 'vitest';

import { useTestServer } from './support/test-server';

let logged: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  logged = vi.spyOn(console, 'error').mockReturnValue();
});

describe('less than the reserve is left', () => {
  const server = useTestServer({ databaseUrl: undefined, diskReserveBytes: 2 ** 60 });

  test('writes are answered 507 with a sentence and Retry-After while the disk is nearly full', async () => {
    const { status, headers, body } = await server.call('PUT', '/api/v1/progress/lesson/git-terminal', {
      as: 'student',
    });

    expect({ status, detail: body.detail }).toEqual({
      status: 507,
      detail: expect.stringContaining('空き容量が足りないため'),
    });
    expect(headers.get('Retry-After')).toBe('30');
    expect(logged).toHaveBeenCalledWith(expect.stringMatching(/DATA_DIR: .*空き容量が足りません/));
  });

  test('signing in, reading and deleting work while the disk is nearly full', async () => {
    const course = await server.call('GET', '/api/v1/courses/git', { as: 'teacher' });
    const removed = await server.call('DELETE', '/api/v1/courses/git', { as: 'teacher' });

    expect([course.status, removed.status]).toEqual([200, 204]);
  });

  test('GET /readyz reports a full disk', async () => {
    expect(await server.call('GET', '/readyz')).toMatchObject({ status: 200, body: { database: 'ok', disk: 'full' } });
  });
});

test('writes are accepted again when space is free, and the log has one line at each of the two changes', () => {
  let free = 100;
  const hasDiskSpaceFor = watchDiskSpace({ dataDir: 'here', diskReserveBytes: 50 }, () => free);

  expect([hasDiskSpaceFor(0), hasDiskSpaceFor(16), hasDiskSpaceFor(17)]).toEqual([true, true, false]);
  free = 49;
  expect([hasDiskSpaceFor(0), hasDiskSpaceFor(0)]).toEqual([false, false]);
  free = 100;
  expect([hasDiskSpaceFor(0), hasDiskSpaceFor(0)]).toEqual([true, true]);
  expect(logged).toHaveBeenCalledTimes(2);
});

test('a database on another machine never counts as full', () => {
  expect(watchDiskSpace({ dataDir: '', diskReserveBytes: 50 }, undefined)(2 ** 40)).toBe(true);
});
