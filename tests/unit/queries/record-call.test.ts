// @vitest-environment jsdom
/** Recording what a learner did on a full device: it comes before saved courses. */
import { afterEach, expect, test, vi } from 'vitest';

import { evictOldestPack } from '@/offline/packs/course-pack-removal';
import { enqueue } from '@/offline/queue/queue';
import { recordCall } from '@/queries/queue';
import { ownerKey } from '@/session/session';
import { StorageError } from '@/storage/storage-error';

vi.mock('@/offline/queue/queue');
vi.mock('@/offline/packs/course-pack-removal');
vi.mock('@/offline/queue/replay');

const call = { kind: 'lesson-read', lessonId: 'l1' } as const;
const a = ownerKey({ apiHost: 'h', userId: 'a' });

const full = () => Promise.reject(new StorageError('full'));

afterEach(() => vi.resetAllMocks());

test('fault: the device is full → the oldest courses go, until the call is on the device', async () => {
  vi.mocked(enqueue).mockImplementationOnce(full).mockImplementationOnce(full);
  vi.mocked(evictOldestPack).mockResolvedValue('はじめての統計');

  await recordCall(a, call);

  expect(vi.mocked(enqueue)).toHaveBeenCalledTimes(3);
  expect(vi.mocked(evictOldestPack).mock.calls).toEqual([[a], [a]]);
});

test('fault: the device is full, and no course is saved → the learner is told that it is not saved', async () => {
  vi.mocked(enqueue).mockImplementation(full);
  vi.mocked(evictOldestPack).mockResolvedValue(undefined);

  await expect(recordCall(a, call)).rejects.toMatchObject({ reason: 'full' });
  expect(vi.mocked(enqueue)).toHaveBeenCalledTimes(1);
});

test('fault: the device fails otherwise → no course is removed', async () => {
  vi.mocked(enqueue).mockRejectedValue(new StorageError('lost'));

  await expect(recordCall(a, call)).rejects.toMatchObject({ reason: 'lost' });
  expect(vi.mocked(evictOldestPack)).not.toHaveBeenCalled();
});
