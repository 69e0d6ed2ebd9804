/** Courses on the device of user a, as the tests of packs save them and look at them. */
import { type FakeCaches, installCaches } from '@tests/support/fake-caches';
import { vi } from 'vitest';

import { studyCacheName } from '@/offline/copies/study-cache';
import { savePack } from '@/offline/packs/course-pack';
import {
  keepPackRecord,
  listCopyKeys,
  listPackRecords,
  readPackRecord,
  packStatusOf,
} from '@/offline/packs/course-pack-records';
import { removePack } from '@/offline/packs/course-pack-removal';
import type { PackCounts } from '@/offline/packs/course-pack-walk';
import { admitOwner } from '@/offline/wipe-marks';
import { shiftClock } from '@/storage/now';

import { installPackServer, type PackServer } from './pack-server';
import { emptyQueue, keyOf, signInAs } from './people';

/** Whose packs they are. */
export const owner = keyOf('a');
let caches: FakeCaches;

/** Begins a test: nothing is on the device, the owner is signed in, and the server has the course c1. */
export async function beginPacks(): Promise<{ caches: FakeCaches; server: PackServer }> {
  vi.stubGlobal('location', new URL('https://app.example/'));
  caches = installCaches();
  const server = installPackServer();
  shiftClock(0);
  await emptyQueue();
  await admitOwner(owner);
  for (const { courseId } of await listPackRecords(owner)) await removePack(owner, courseId);
  await signInAs('a');
  return { caches, server };
}

async function want(courseId = 'c1', wantedAt = 1): Promise<void> {
  const known = await readPackRecord(owner, courseId);
  await keepPackRecord(owner, { courseId, title: courseId, wantedAt, ...known, isPaused: false, isDue: true });
}

/** Saves a course; answers what came of it, which packs went for it, and the counts on the way. */
export async function save(
  courseId = 'c1',
  signal = new AbortController().signal,
  onBytes: (bytes: number) => void = () => undefined,
) {
  await want(courseId);
  const removed: string[] = [];
  const steps: PackCounts[] = [];
  const result = await savePack(owner, courseId, {
    signal,
    onStep: (counts) => {
      steps.push(counts());
      onBytes(counts().bytes);
    },
    onRemoved: (title) => removed.push(title),
  });
  return { result, removed, steps };
}

/** How a course stands on the device; undefined when nobody wanted it. */
export async function standing(courseId = 'c1') {
  const record = await readPackRecord(owner, courseId);
  return record && packStatusOf(record, await listCopyKeys(owner));
}

/** The paths of the copies, in order of the alphabet. */
export const copies = () =>
  [...(caches.stores.get(studyCacheName(owner))?.keys() ?? [])].map((url) => new URL(url).pathname).toSorted();
