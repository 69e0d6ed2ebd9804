/** Tests the list of what a sign-out leaves on the device, which must name every store. */
import { readModules } from '@tests/architecture/modules';
import { beforeEach, describe, expect, test } from 'vitest';

import { keepPackRecord, listEarlierPacks } from '@/offline/packs/course-pack-records';
import { finishWipes, STORES, wipeOwner } from '@/offline/wipe';
import { admitOwner } from '@/offline/wipe-marks';
import { keepOwned, listOwned } from '@/storage/owned-store';

import { installLocks } from './support/crash-contexts';
import { emptyQueue, keyOf } from './support/people';

const a = keyOf('a');

beforeEach(async () => {
  installLocks();
  await emptyQueue();
  await wipeOwner(a, { dropsEntries: true });
  await admitOwner(a);
});

describe('records that outlive a sign-out', () => {
  test('the list of records that outlive a sign-out names every database of the app', () => {
    const sources = [...readModules(['src', 'sw']).values()];
    const databases = sources.flatMap(({ source }) =>
      [...source.matchAll(/\bcreateDeviceStore\(\s*([^)]*?)\s*\)/g)].map(([, names = '']) => names),
    );
    const named = databases.flatMap((names) => /^'([\w-]+)', '[\w-]+'$/.exec(names)?.[1] ?? []);
    expect(named.toSorted()).toEqual(Object.keys(STORES).toSorted());
    // The search matches once more than there are databases: it also finds the declaration of `createDeviceStore`
    // itself, which has parameters, not names.
    expect(databases).toHaveLength(named.length + 1);
    const opening = sources.filter(({ source }) => /\bindexedDB\.open\b/.test(source)).map(({ path }) => path);
    expect(opening).toEqual(['src/storage/device-store.ts']);
  });

  test('a sign-out leaves no cache in Cache Storage but that of the app’s own files', () => {
    const opened = [...readModules(['src', 'sw']).values()].flatMap(({ source }) =>
      [...source.matchAll(/\bcaches\.open\(([^;]*)\);/g)].map(([, name]) => name),
    );
    expect(new Set(opened)).toEqual(
      new Set(['studyCacheName(owner)', 'this.cacheName), read.key', 'precache.strategy.cacheName']),
    );
  });

  const pack = { courseId: 'git', title: 'Git', wantedAt: 1, isPaused: false, isDue: true };
  async function keepOneOfEach(): Promise<void> {
    await keepPackRecord(a, pack);
    await keepOwned('reviews', a, 'set|question', { streak: 2, at: 1 });
    await keepOwned('drafts', a, 'answers|set', 'answers');
    await keepOwned('drafts', a, 'form|course', 'values');
  }
  const left = async () => ({
    packs: await listOwned('packs', a),
    reviews: await listOwned('reviews', a),
    drafts: await listOwned('drafts', a),
  });

  test('a sign-out leaves the review intervals, unsubmitted answers and the ids of saved courses, without their titles', async () => {
    await keepOneOfEach();
    const kept = {
      packs: [['earlier|git', true]],
      reviews: [['set|question', { streak: 2, at: 1 }]],
      drafts: [['answers|set', 'answers']],
    };

    await wipeOwner(a, { dropsEntries: false });
    expect(await left()).toEqual(kept);
    // The cleanup at the next start deletes none of these records either.
    await finishWipes();
    await wipeOwner(a, { dropsEntries: false });
    expect(await left()).toEqual(kept);
    expect(await listEarlierPacks(a)).toEqual([{ courseId: 'git', isLost: false }]);
  });

  test('a sign-out with 破棄 (discard) leaves no records of its user on the device', async () => {
    await keepOneOfEach();
    await wipeOwner(a, { dropsEntries: false });
    await admitOwner(a);
    await keepPackRecord(a, { ...pack, courseId: 'statistics' });

    await wipeOwner(a, { dropsEntries: true });

    expect(await left()).toEqual({ packs: [], reviews: [], drafts: [] });
  });
});
