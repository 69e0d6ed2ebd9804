/**
 * Tests that the eviction detector notices an evicted queue, and ignores new devices, sign-outs and devices of older
 * versions.
 */
import { emptyQueue, lessonRead, signInAs } from '@tests/unit/offline/support/people';
import { queued, receipt } from '@tests/unit/offline/support/queue';
import { a, b, listLosses, useStudiedDevice } from '@tests/unit/offline/support/studied-device';
import { describe, expect, test, vi } from 'vitest';

import { signOut } from '@/device/sign-out';
import { detectEviction } from '@/offline/eviction/eviction-detector';
import { enqueue } from '@/offline/queue/enqueue';
import { keepReceipt } from '@/offline/queue/entry-transitions';
import { countQueue } from '@/offline/queue/queue-counts';
import { transact } from '@/offline/queue/queue-store';
import { finishWipes, wipeOwner } from '@/offline/wipe';
import { admitOwner } from '@/offline/wipe-marks';

const { words, study, emptySession } = useStudiedDevice();

test('an evicted queue is reported once, with its last known count, if the session still exists', async () => {
  await study(a);
  await emptyQueue();

  await detectEviction(a);
  await detectEviction(a);

  expect(await listLosses(a)).toMatchObject([{ version: 1, waiting: 2, refused: 1, isSessionLost: false }]);
  // The loss is listed under 要確認 (needs attention); the indicator does not show 同期済み (all synchronised).
  expect(await countQueue(a)).toEqual({ waiting: 0, refused: 0, unreadable: 1, receipts: 0 });
});

test('an eviction of all of IndexedDB is reported once, and calls recorded meanwhile are queued behind the notice', async () => {
  await study(a);
  await emptyQueue();
  await emptySession();
  const later = await enqueue(a, lessonRead('l9'));
  await signInAs('a');

  await detectEviction(a);

  expect(await listLosses(a)).toMatchObject([{ waiting: 2, refused: 1, isSessionLost: true }]);
  expect(later).toMatchObject({ state: 'queued', seq: 1 });
  expect(await countQueue(a)).toMatchObject({ waiting: 1, unreadable: 1 });
  expect(await enqueue(a, lessonRead('l10'))).toMatchObject({ seq: 3 });
});

test('an eviction of all storage leaves no count, and nothing is reported', async () => {
  await study(a);
  await emptyQueue();
  await emptySession();
  words.clear();
  await signInAs('a');

  await detectEviction(a);

  expect(await countQueue(a)).toEqual({ waiting: 0, refused: 0, unreadable: 0, receipts: 0 });
});

test('an evicted queue that held only receipts is not reported; a later eviction of calls is', async () => {
  await keepReceipt(await queued(a), receipt);
  await detectEviction(a);
  await emptyQueue();
  await detectEviction(a);
  expect(await listLosses(a)).toEqual([]);
  await study(a);
  await emptyQueue();
  await detectEviction(a);
  expect(await listLosses(a)).toMatchObject([{ waiting: 2 }]);
});

test('each user with lost calls gets a notice of the eviction, also at a later sign-in', async () => {
  await study(a);
  await study(b);
  await emptyQueue();
  await detectEviction(b);
  await detectEviction(a);
  await Promise.all([detectEviction(a), detectEviction(a)]);
  expect(await listLosses(b)).toMatchObject([{ waiting: 2, refused: 1 }]);
  expect(await listLosses(a)).toMatchObject([{ waiting: 2, refused: 1 }]);
});

describe('no false report', () => {
  test.each([false, true])(
    'a sign-out followed by a sign-in is not reported as an eviction (破棄, discard: %s)',
    async (dropsEntries) => {
      await study(a);
      await wipeOwner(a, { dropsEntries });
      await finishWipes();
      await detectEviction(b);
      await admitOwner(a);
      await signInAs('a');
      await detectEviction(a);
      expect(await listLosses(a)).toEqual([]);
    },
  );

  test('a sign-out interrupted after its first step is not reported as an eviction', async () => {
    await study(a);
    await transact('readwrite', async (store) => void store.put({ at: 0, isDone: false }, ['wipe', a]));
    await detectEviction(a);
    await finishWipes();
    await admitOwner(a);
    await detectEviction(a);
    expect(await listLosses(a)).toEqual([]);
  });

  test('calls recorded by an older version, also after a rollback, are not reported as an eviction', async () => {
    await queued(a, lessonRead('l1'));
    await detectEviction(a);
    expect(await countQueue(a)).toMatchObject({ waiting: 1, unreadable: 0 });
    // The older version records calls without updating the stored count.
    await queued(a, lessonRead('l2'));
    await detectEviction(a);
    expect(await countQueue(a)).toMatchObject({ waiting: 2, unreadable: 0 });
  });

  test('a failing device is not reported as an eviction', async () => {
    await study(a);
    const broken = vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(() => {
      throw new DOMException('x', 'UnknownError');
    });
    await expect(detectEviction(a)).rejects.toMatchObject({ name: 'StorageError' });
    broken.mockRestore();
    await detectEviction(a);
    expect(await listLosses(a)).toEqual([]);
  });
});

test('a sign-out keeps the stored count of the remaining calls, and deletes the stored count if none remain', async () => {
  await study(a);
  await signOut(a, 'keep');
  await detectEviction(a);
  expect([...words.values()]).toEqual([expect.stringContaining('"waiting":2')]);
  await admitOwner(a);
  await signInAs('a');
  await signOut(a, 'discard');
  await detectEviction(a);
  expect([...words]).toEqual([]);
});

test('a queue evicted before a sign-out is reported when its owner signs in again', async () => {
  await study(a);
  await emptyQueue();
  await signOut(a, 'keep');
  await admitOwner(a);
  await signInAs('a');
  await detectEviction(a);
  expect(await listLosses(a)).toMatchObject([{ waiting: 2, refused: 1 }]);
});

test('a queue evicted during a sign-out is reported when its owner signs in again', async () => {
  await study(a);
  // The eviction happens right after the sign-out has checked the queue for the last time.
  const kept = vi.spyOn(words, 'set').mockImplementationOnce(() => {
    kept.mockRestore();
    void emptyQueue();
    return words;
  });
  await signOut(a, 'keep');
  await admitOwner(a);
  await signInAs('a');
  await detectEviction(a);
  expect(await listLosses(a)).toMatchObject([{ waiting: 2, refused: 1 }]);
});

test('calls discarded at a sign-out are not reported as lost later', async () => {
  await study(a);
  await signOut(a, 'discard');
  await admitOwner(a);
  await emptyQueue();
  await signInAs('a');
  await detectEviction(a);
  expect(await listLosses(a)).toEqual([]);
});

test('an unreadable stored count reports nothing', async () => {
  await study(a);
  for (const key of words.keys()) words.set(key, '{"mark":1}');
  await emptyQueue();
  await detectEviction(a);
  expect(await listLosses(a)).toEqual([]);
});
