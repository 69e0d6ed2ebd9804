/** Tests that prerendered lessons are optional: a failed write is ignored, and a full device deletes them all. */
import { fillDevice } from '@tests/support/full-device';
import { keyOf, signInOnEmptyDevice } from '@tests/unit/offline/support/people';
import { beforeEach, expect, test, vi } from 'vitest';

import { keepOutline } from '@/device/prerendered-lessons';
import { listPrerenderedLessons } from '@/offline/copies/prerender-store';

const owner = keyOf('a');
const painting = { title: '講座', sheets: [], fonts: [], css: '', html: '<h1>講座</h1>' };
const keep = (path: string) => keepOutline(path, () => painting);

beforeEach(async () => {
  vi.stubGlobal('location', new URL('https://app.example/'));
  await signInOnEmptyDevice('a');
});

test('a prerendered screen is stored under its path', async () => {
  await keep('/courses/git');

  expect([...(await listPrerenderedLessons(owner)).keys()]).toEqual(['/courses/git']);
});

test('fault: the device is full → all prerendered lessons are deleted, without an error', async () => {
  await keep('/courses/git');
  const countRefused = fillDevice((value) => JSON.stringify(value).includes('/courses/math'));

  await keep('/courses/math');

  expect(countRefused()).toBeGreaterThan(0);
  expect([...(await listPrerenderedLessons(owner)).keys()]).toEqual([]);
});

test('fault: a write fails for another reason → earlier prerendered lessons are not deleted', async () => {
  await keep('/courses/git');
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('Internal error', 'UnknownError');
  });

  await keep('/courses/math');

  expect([...(await listPrerenderedLessons(owner)).keys()]).toEqual(['/courses/git']);
});
