/** Sign-out on a device too full to note anything: nobody has to stay signed in. */
import { installCaches } from '@tests/support/fake-caches';
import { fillDisk } from '@tests/support/full-device';
import { emptyQueue, keyOf, lessonRead, signInAs } from '@tests/unit/offline/support/people';
import { installLocks } from '@tests/unit/offline/support/world';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { signOut } from '@/device/sign-out';
import { studyCacheName } from '@/offline/copies/study-cache';
import { enqueue } from '@/offline/queue/queue';
import { countQueue } from '@/offline/queue/queue-counts';
import { admitOwner, isWiping } from '@/offline/wipe';
import { readSession } from '@/session/session';

const owner = keyOf('a');

beforeEach(async () => {
  vi.stubGlobal('location', new URL('https://app.example/'));
  installLocks();
  await emptyQueue();
  await admitOwner(owner);
  await signInAs('a');
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** @param isHelped deleting a copy makes room. */
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

test('fault: the device is full → the copies make room one by one, nobody is signed in any more, and what waits stays', async () => {
  await enqueue(owner, lessonRead('l1'));
  const copies = await fillWithCopies(true);

  await signOut(owner, 'keep');

  expect([await readSession(), await isWiping(owner)]).toEqual([undefined, true]);
  expect([...copies.stores.keys()]).toEqual([]);
  expect(await countQueue(owner)).toMatchObject({ waiting: 1 });
});

test('fault: the device is full of other things → the sign-out fails, and says so', async () => {
  await fillWithCopies(false);

  await expect(signOut(owner, 'keep')).rejects.toMatchObject({ reason: 'full' });
  expect(await readSession()).toBeDefined();
});
