/** Saves course packs on the device of user a, and reads them. */
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

/** The owner of the packs. */
export const owner = keyOf('a');
let caches: FakeCaches;

/** Starts with an empty device, the owner signed in, and the course c1 on the server. */
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

/** Saves a course. @returns the result, the packs deleted for it, and the counts at each step. */
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

/** Returns the status of a course on the device; undefined if it was never requested. */
export async function standing(courseId = 'c1') {
  const record = await readPackRecord(owner, courseId);
  return record && packStatusOf(record, await listCopyKeys(owner));
}

/** Returns the paths of the copies, sorted. */
export const copies = () =>
  [...(caches.stores.get(studyCacheName(owner))?.keys() ?? [])].map((url) => new URL(url).pathname).toSorted();
