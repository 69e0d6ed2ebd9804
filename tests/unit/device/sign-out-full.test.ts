/** Tests sign-out on a full or unreadable device: it succeeds if copies can be deleted, and otherwise fails visibly. */
import { installCaches } from '@tests/support/fake-caches';
import { fillDisk } from '@tests/support/full-device';
import { clearSession } from '@tests/support/session';
import { keyOf, lessonRead, signInOnEmptyDevice } from '@tests/unit/offline/support/people';
import { queued, receipt } from '@tests/unit/offline/support/queue';
import { beforeEach, expect, test, vi } from 'vitest';

import { signOut } from '@/device/sign-out';
import { studyCacheName } from '@/offline/copies/study-cache';
import { enqueue } from '@/offline/queue/enqueue';
import { keepReceipt } from '@/offline/queue/entry-transitions';
import { countQueue } from '@/offline/queue/queue-counts';
import { isWiping } from '@/offline/wipe-marks';
import { readSession } from '@/session/session';

const owner = keyOf('a');

beforeEach(async () => {
  vi.stubGlobal('location', new URL('https://app.example/'));
  await signInOnEmptyDevice('a');
});

/** Makes the device full. @param isHelped true if deleting a copy makes room. */
async function fillWithCopies(isHelped: boolean) {
  const copies = installCaches();
  const cache = await caches.open(studyCacheName(owner));
  await cache.put('https://app.example/lesson', new Response('text'));
  copies.mayDelete = () => {
    if (isHelped) vi.restoreAllMocks();
    return true;
  };
  fillDisk();
  return copies;
}

test('fault: the device is full → copies are deleted one by one, the session ends, and queued calls are not deleted', async () => {
  await enqueue(owner, lessonRead('l1'));
  const copies = await fillWithCopies(true);

  await signOut(owner, 'keep');

  expect([await readSession(), await isWiping(owner)]).toEqual([undefined, true]);
  expect([...copies.stores.keys()]).toEqual([]);
  expect(await countQueue(owner)).toMatchObject({ waiting: 1 });
});

test('fault: the device is full of other data → the sign-out fails with an error', async () => {
  await fillWithCopies(false);

  await expect(signOut(owner, 'keep')).rejects.toMatchObject({ reason: 'full' });
  expect(await readSession()).toBeDefined();
});

test('fault: the queue cannot be read after the session has ended → the sign-out fails instead of leaving sent calls’ receipts', async () => {
  await keepReceipt(await queued(owner, lessonRead('l1')), receipt);
  await clearSession();
  const begin = Reflect.get(IDBDatabase.prototype, 'transaction') as IDBDatabase['transaction'];
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...how) {
    if (this.name === 'queue') throw new DOMException('unreadable', 'InvalidStateError');
    return begin.apply(this, how);
  });

  await expect(signOut(owner, 'keep')).rejects.toMatchObject({ reason: 'lost' });

  vi.restoreAllMocks();
  await signOut(owner, 'keep');
  expect(await countQueue(owner)).toMatchObject({ receipts: 0 });
});
