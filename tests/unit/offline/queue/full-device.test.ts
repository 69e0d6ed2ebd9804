/** Tests a full device as browsers report it: the request fails first, while the transaction has no error yet. */
import { fillDevice, fillDisk } from '@tests/support/full-device';
import { beforeEach, expect, test, vi } from 'vitest';

import { enqueue } from '@/offline/queue/enqueue';
import { listReceipts } from '@/offline/queue/queue-lists';
import { createReplayer } from '@/offline/queue/replay';
import { keepOwned } from '@/storage/owned-store';
import { toStorageError } from '@/storage/storage-error';

import { installLocks } from '../support/crash-contexts';
import { answerSubmit, emptyQueue, keyOf, lessonRead, signInAs } from '../support/people';
import { listQueue } from '../support/queue';
import { installScriptedServer } from '../support/scripted-server';

const owner = keyOf('a');

beforeEach(async () => {
  await emptyQueue();
  await signInAs('a');
  installLocks();
});

test('fault: the device is full, and `transaction.error` is still null → the error is “full”, and the write is tried once', async () => {
  const refused = fillDevice();
  await expect(enqueue(owner, lessonRead('l1'))).rejects.toMatchObject({ reason: 'full' });
  const kept = keepOwned('drafts', owner, 'answers|s1', {}).catch((error: unknown) => toStorageError(error).reason);
  expect(await kept).toBe('full');
  expect(refused()).toBe(2);
});

test('fault: a receipt does not fit, and the transaction has no error yet → the receipt is dropped, and nothing is sent again', async () => {
  const server = installScriptedServer();
  await enqueue(owner, answerSubmit('s1'));
  await enqueue(owner, answerSubmit('s2'));
  fillDevice((value) => (value as { state?: unknown }).state === 'sent');
  const replayer = createReplayer('page');

  for (let run = 0; run < 3; run += 1) await replayer.replay({ isUrgent: true });

  vi.restoreAllMocks();
  expect(server.requests).toHaveLength(2);
  expect(await listQueue(owner)).toEqual([]);
  expect(await listReceipts(owner)).toEqual([]);
});

test('fault: the device cannot even remove a received call → nothing is sent again; once there is space the call is removed and the rest is sent', async () => {
  const server = installScriptedServer();
  for (const set of ['s1', 's2', 's3', 's4']) await enqueue(owner, answerSubmit(set));
  fillDisk();
  const replayer = createReplayer('page');

  for (let run = 0; run < 5; run += 1)
    expect(await replayer.replay({ isUrgent: true })).toMatchObject({ stoppedBy: 'storage' });

  // Two requests: replay had already sent the second call while the first one's receipt was being written.
  expect(server.requests).toHaveLength(2);
  expect(await listQueue(owner)).toHaveLength(4);
  vi.restoreAllMocks();
  await replayer.replay();
  expect(server.requests).toHaveLength(4);
  expect(await listQueue(owner)).toEqual([]);
  expect(await listReceipts(owner)).toHaveLength(4);
});
