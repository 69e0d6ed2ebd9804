/**
 * Tests that saved courses whose copies the browser has evicted are offered again; other changes are not mistaken for
 * an eviction.
 */
import type { FakeCaches } from '@tests/support/fake-caches';
import { installLocks } from '@tests/unit/offline/support/crash-contexts';
import { installPackServer } from '@tests/unit/offline/support/pack-server';
import { beginPacks, copies, owner, save, standing } from '@tests/unit/offline/support/packs';
import { beforeEach, expect, test } from 'vitest';

import { studyCacheName } from '@/offline/copies/study-cache';
import { offerEvictedPacks } from '@/offline/packs/course-pack-eviction';
import { dropEarlierPack, listEarlierPacks, listPackRecords } from '@/offline/packs/course-pack-records';
import { wipeOwner } from '@/offline/wipe';
import { admitOwner } from '@/offline/wipe-marks';

let caches: FakeCaches;

beforeEach(async () => {
  installLocks();
  ({ caches } = await beginPacks());
  for (const { courseId } of await listEarlierPacks(owner)) await dropEarlierPack(owner, courseId);
});

const held = () => caches.stores.get(studyCacheName(owner)) ?? new Map<string, unknown>();

test('after an eviction of all copies every saved course is offered again, and none is fetched without consent', async () => {
  await save('c1');
  installPackServer('c2', ['m1']);
  await save('c2');
  caches.stores.clear();

  await offerEvictedPacks(owner);

  expect(await listPackRecords(owner)).toEqual([]);
  expect(await listEarlierPacks(owner)).toEqual([
    { courseId: 'c1', isLost: true },
    { courseId: 'c2', isLost: true },
  ]);
  // The offer to download an evicted course again remains after a sign-out.
  await wipeOwner(owner, { dropsEntries: false });
  await admitOwner(owner);
  expect(await listEarlierPacks(owner)).toHaveLength(2);
});

test('after an eviction of a saved course, reading one of its lessons online does not hide the loss', async () => {
  await save('c1');
  const [[url, copy] = ['', undefined]] = [...held()].filter(([key]) => key.endsWith('/lessons/l1'));
  caches.stores.clear();
  if (copy) caches.stores.set(studyCacheName(owner), new Map([[url, copy]]) as never);

  await offerEvictedPacks(owner);

  expect(copies()).toHaveLength(1);
  expect(await listEarlierPacks(owner)).toEqual([{ courseId: 'c1', isLost: true }]);
});

test.each([
  ['a complete course', async () => void (await save('c1'))],
  [
    'a single missing copy',
    async () => {
      await save('c1');
      held().delete([...held().keys()][0] ?? '');
    },
  ],
  [
    'an interrupted save',
    async () => {
      caches.quota = 700;
      await save('c1').catch(() => undefined);
    },
  ],
  [
    'a save that was requested again after the eviction',
    async () => {
      await save('c1');
      caches.stores.clear();
      caches.quota = 0;
      await save('c1').catch(() => undefined);
    },
  ],
])('%s is not mistaken for an eviction', async (_, happens) => {
  await happens();
  const before = await standing('c1');
  await offerEvictedPacks(owner);
  expect(await listPackRecords(owner)).toHaveLength(1);
  expect(await standing('c1')).toBe(before);
  expect(await listEarlierPacks(owner)).toEqual([]);
});
