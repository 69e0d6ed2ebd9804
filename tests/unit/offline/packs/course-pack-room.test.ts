/** Tests a full device: the oldest course pack is deleted, whatever error the browser reports. */
import type { FakeCaches } from '@tests/support/fake-caches';
import { beforeEach, expect, test, vi } from 'vitest';

import { keepPrerenderedLesson, readPrerenderedLesson } from '@/offline/copies/prerender-store';
import { keepPackRecord, listPackRecords, readPackRecord } from '@/offline/packs/course-pack-records';
import { removeOldestPack } from '@/offline/packs/course-pack-removal';
import * as ownedStore from '@/storage/owned-store';

import { json, PNG, installPackServer } from '../support/pack-server';
import { beginPacks, copies, owner, save, standing } from '../support/packs';

let caches: FakeCaches;

beforeEach(async () => {
  ({ caches } = await beginPacks());
});

/** The value that Firefox's Cache Storage throws on a full disk: neither an Error nor a DOMException. */
const firefoxIsFull = () => ({ name: 'NS_ERROR_FILE_NO_DEVICE_SPACE', message: '' });

test('on a full device the oldest other saved course is deleted, and the result names it', async () => {
  await save('c1');
  const bytes = (await readPackRecord(owner, 'c1'))?.contents?.bytes ?? 0;
  caches.quota = bytes + 200;
  installPackServer('c2', ['m1', 'm2', 'm3']);

  const { removed } = await save('c2');

  expect(removed).toEqual(['コースc1']);
  expect((await listPackRecords(owner)).map(({ courseId }) => courseId)).toEqual(['c2']);
  expect(await standing('c2')).toBe('saved');
});

test('fault: an update shares a picture with the course that is deleted for it → the picture is not deleted', async () => {
  await save('c1');
  const server = installPackServer('c2', ['m1']);
  await save('c2');
  server.versions.set('m1', '2026-11-20T00:00:00Z');
  const place = { courseId: 'c2', sectionId: 's-c2', chapterId: 'ch', contentId: 'md-m1b' };
  const lesson = { id: 'm1', title: 'レッスンm1', ...place, updatedAt: '2026-11-20T00:00:00Z' };
  server.texts.set('md-m1b', '![図](content:img-l1) ![図](content:large)');
  server.script = (path) => {
    if (path === '/lessons/m1') return json(lesson);
    if (path !== '/files/large.png') return undefined;
    caches.quota = 0;
    caches.mayDelete = () => {
      caches.quota = Infinity;
      return true;
    };
    return new Response(PNG, { headers: { 'Content-Type': 'image/png' } });
  };

  const { result, removed } = await save('c2');

  expect(removed).toEqual(['コースc1']);
  expect(result?.survey.faults).toEqual([]);
  expect(await standing('c2')).toBe('saved');
});

test('fault: several downloads find the device full at the same time → one course is deleted for them, no other', async () => {
  await save('c1');
  installPackServer('c2', ['m1']);
  await save('c2');
  installPackServer('c3', ['n1', 'n2']);
  const full = new Set(['n1', 'n2']);
  caches.beforePut = async (url) => {
    const lessonId = /lessons\/(n\d)$/.exec(url)?.[1] ?? '';
    if (!full.delete(lessonId)) return;
    // The second download fails for lack of space while the oldest course is still being deleted for the first.
    if (lessonId === 'n2') await vi.waitUntil(async () => !(await readPackRecord(owner, 'c1')), { interval: 1 });
    throw caches.makeFullError();
  };

  const { removed } = await save('c3');

  expect(removed).toEqual(['コースc1']);
  expect(await standing('c2')).toBe('saved');
});

test('on a full device prerendered lessons are deleted before any course', async () => {
  await save('c1');
  const prerendered = { build: 'b', copies: [], title: 't', sheets: [], fonts: [], css: '', html: '<p>' };
  await keepPrerenderedLesson(owner, 'l1', prerendered, { source: 'now' });
  caches.quota = 0;
  caches.makeFullError = () => {
    caches.quota = Infinity;
    return new DOMException('No room', 'QuotaExceededError');
  };
  installPackServer('c2', ['m1']);

  expect((await save('c2')).removed).toEqual([]);
  expect(await readPrerenderedLesson(owner, 'l1')).toBeUndefined();
  expect(await standing('c1')).toBe('saved');
});

test('on a full device without another saved course the course is not saved, and the result says so', async () => {
  caches.quota = 700;
  await expect(save()).rejects.toMatchObject({ reason: 'full' });
  expect(await standing()).toBe('unfinished');
});

test('a course that found no space does not delete one that was requested later', async () => {
  caches.quota = 700;
  await expect(save('c1')).rejects.toMatchObject({ reason: 'full' });
  await keepPackRecord(owner, { courseId: 'c2', title: 'c2', wantedAt: 2, isPaused: false, isDue: true });

  // Two unfinished saves lack space; the course requested first is continued first.
  await expect(save('c1')).rejects.toMatchObject({ reason: 'full' });

  expect((await listPackRecords(owner)).map(({ courseId }) => courseId)).toEqual(['c1', 'c2']);
});

test('on a full device saved courses are deleted for a learner’s call', async () => {
  await save();
  expect(await removeOldestPack(owner)).toBe('コースc1');
  expect(copies()).toEqual([]);
  expect(await removeOldestPack(owner)).toBeUndefined();
});

test('fault: a full device rejects deletions in its database, too → the copies are deleted first, then the course', async () => {
  await save();
  const dropOwned = vi.spyOn(ownedStore, 'dropOwned');
  dropOwned.mockRejectedValueOnce(new DOMException('No room', 'QuotaExceededError'));
  expect(await removeOldestPack(owner)).toBe('コースc1');
  expect(copies()).toEqual([]);
  expect(await listPackRecords(owner)).toEqual([]);
  expect(dropOwned).toHaveBeenCalledTimes(2);
  dropOwned.mockRestore();
});

test('fault: a full device deletes some copies, fails at some, and silently keeps some → all are deleted in the end', async () => {
  await save();
  const asked = new Set<string>();
  caches.mayDelete = (url) => {
    const isAgain = asked.has(url);
    asked.add(url);
    if (!isAgain && asked.size % 3 === 0) throw firefoxIsFull();
    return isAgain || asked.size % 3 === 1;
  };
  expect(await removeOldestPack(owner)).toBe('コースc1');
  expect(copies()).toEqual([]);
  expect(await listPackRecords(owner)).toEqual([]);
});

test.each([
  ['reports it', firefoxIsFull],
  ['reports success', undefined],
])('fault: a device deletes no copy at all, and %s → the save fails without an endless loop', async (_, failure) => {
  await save();
  caches.mayDelete = () => {
    if (failure) throw failure();
    return false;
  };
  await expect(removeOldestPack(owner)).rejects.toMatchObject({ reason: 'other' });
  expect(copies()).not.toEqual([]);
});

test('fault: the device is full, and the browser reports it by another error → the oldest other pack is deleted', async () => {
  await save('c1');
  const bytes = (await readPackRecord(owner, 'c1'))?.contents?.bytes ?? 0;
  caches.quota = bytes + 200;
  caches.makeFullError = firefoxIsFull;
  installPackServer('c2', ['m1', 'm2', 'm3']);

  expect((await save('c2')).removed).toEqual(['コースc1']);
  expect(await standing('c2')).toBe('saved');
});
