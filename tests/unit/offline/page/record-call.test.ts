// @vitest-environment jsdom
/**
 * Tests recording a call: on a full device, prerendered lessons and saved courses are deleted for it; without
 * Background Sync the page sends it.
 */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { dropPrerenderedLessons } from '@/offline/copies/prerender-store';
import { removeOldestPack } from '@/offline/packs/course-pack-removal';
import { recordCall } from '@/offline/page/record-call';
import { enqueue } from '@/offline/queue/enqueue';
import { replay } from '@/offline/queue/replay';
import '@/offline/page/page-replay';
import { ownerKey } from '@/session/session';
import { StorageError } from '@/storage/storage-error';

vi.mock('@/offline/queue/enqueue');
vi.mock('@/offline/copies/prerender-store');
vi.mock('@/offline/packs/course-pack-removal');
// Each call is sent as soon as it is recorded, perhaps after its test has ended, so `fetch` must be stubbed between
// tests, too.
vi.mock('@/offline/queue/replay', () => ({
  replay: vi.fn<typeof replay>(() => Promise.resolve({ received: 1, refused: 0, stoppedBy: 'session' })),
}));

const call = { kind: 'lesson-read', lessonId: 'l1' } as const;
const a = ownerKey({ apiHost: 'h', userId: 'a' });

const full = () => Promise.reject(new StorageError('full'));

beforeEach(() => void vi.mocked(dropPrerenderedLessons).mockResolvedValue(false));
afterEach(() => vi.resetAllMocks());

test('fault: the device is full → prerendered lessons are deleted, and nothing else if that is enough', async () => {
  vi.mocked(enqueue).mockImplementationOnce(full);
  vi.mocked(dropPrerenderedLessons).mockResolvedValueOnce(true);

  await recordCall(a, call);

  expect(vi.mocked(enqueue)).toHaveBeenCalledTimes(2);
  expect(vi.mocked(dropPrerenderedLessons).mock.calls).toEqual([[a]]);
  expect(vi.mocked(removeOldestPack)).not.toHaveBeenCalled();
});

test.each([
  ['do not exist', () => Promise.resolve(false)],
  ['cannot be deleted', () => Promise.reject(new DOMException('No room', 'QuotaExceededError'))],
])(
  'fault: the device is full, and prerendered lessons %s → the oldest courses are deleted until the call is stored',
  async (_, dropped) => {
    vi.mocked(enqueue).mockImplementationOnce(full).mockImplementationOnce(full);
    vi.mocked(dropPrerenderedLessons).mockImplementation(dropped);
    vi.mocked(removeOldestPack).mockResolvedValue('はじめての統計');

    await recordCall(a, call);

    expect(vi.mocked(enqueue)).toHaveBeenCalledTimes(3);
    expect(vi.mocked(removeOldestPack).mock.calls).toEqual([
      [a, undefined],
      [a, undefined],
    ]);
  },
);

test('fault: the device is full, and no course is saved → recording fails, so that the page can say so', async () => {
  vi.mocked(enqueue).mockImplementation(full);
  vi.mocked(removeOldestPack).mockResolvedValue(undefined);

  await expect(recordCall(a, call)).rejects.toMatchObject({ reason: 'full' });
  expect(vi.mocked(enqueue)).toHaveBeenCalledTimes(1);
});

test('fault: the device fails for another reason → no course is deleted', async () => {
  vi.mocked(enqueue).mockRejectedValue(new StorageError('lost'));

  await expect(recordCall(a, call)).rejects.toMatchObject({ reason: 'lost' });
  expect(vi.mocked(removeOldestPack)).not.toHaveBeenCalled();
  expect(vi.mocked(dropPrerenderedLessons)).not.toHaveBeenCalled();
});

const refuse = () => Promise.reject(new DOMException('Permission denied.', 'NotAllowedError'));
const registrations: [string, () => Promise<unknown>][] = [
  ['does not exist', () => Promise.resolve({})],
  ['is refused', () => Promise.resolve({ sync: { register: refuse } })],
  ['throws when called', () => Promise.resolve({ sync: { register: null } })],
  ['is unavailable, because the browser has no worker', refuse],
];

test.each(registrations)(
  'fault: Background Sync %s → the call is saved, and sent by the page at once',
  async (_, getRegistration) => {
    const failures: unknown[] = [];
    const note = (error: unknown) => void failures.push(error);
    process.on('unhandledRejection', note);
    vi.stubGlobal('navigator', { serviceWorker: { getRegistration } });

    await recordCall(a, call);

    await vi.waitFor(() => expect(vi.mocked(replay)).toHaveBeenCalledWith('page', {}));
    await new Promise((resolve) => setTimeout(resolve));
    process.off('unhandledRejection', note);
    expect(failures).toEqual([]);
  },
);
