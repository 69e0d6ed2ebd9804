/** Saved courses whose copies the browser has deleted are offered again, and nothing else is taken for that. */
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

test('all copies gone: every course that was saved is offered again, and none is fetched unasked', async () => {
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
  // A sign-out keeps the offer.
  await wipeOwner(owner, { dropsEntries: false });
  await admitOwner(owner);
  expect(await listEarlierPacks(owner)).toHaveLength(2);
});

test('a lesson that was read since then does not hide it', async () => {
  await save('c1');
  const [[url, copy] = ['', undefined]] = [...held()].filter(([key]) => key.endsWith('/lessons/l1'));
  caches.stores.clear();
  if (copy) caches.stores.set(studyCacheName(owner), new Map([[url, copy]]) as never);

  await offerEvictedPacks(owner);

  expect(copies()).toHaveLength(1);
  expect(await listEarlierPacks(owner)).toEqual([{ courseId: 'c1', isLost: true }]);
});

test.each([
  ['a course that is whole', async () => void (await save('c1'))],
  [
    'a single part that is gone',
    async () => {
      await save('c1');
      held().delete([...held().keys()][0] ?? '');
    },
  ],
  [
    'a save that was cut off',
    async () => {
      caches.quota = 700;
      await save('c1').catch(() => undefined);
    },
  ],
  [
    'a save that was asked for again after the loss',
    async () => {
      await save('c1');
      caches.stores.clear();
      caches.quota = 0;
      await save('c1').catch(() => undefined);
    },
  ],
])('%s is not taken for a loss', async (_, happens) => {
  await happens();
  const before = await standing('c1');
  await offerEvictedPacks(owner);
  expect(await listPackRecords(owner)).toHaveLength(1);
  expect(await standing('c1')).toBe(before);
  expect(await listEarlierPacks(owner)).toEqual([]);
});
