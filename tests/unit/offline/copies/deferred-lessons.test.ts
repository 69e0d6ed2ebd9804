/**
 * Tests a newer version of a lesson that the worker receives while an older copy is stored: it replaces the copy only
 * with its text.
 */
import { type FakeCaches, installCaches } from '@tests/support/fake-caches';
import { beforeEach, expect, test, vi } from 'vitest';

import { CACHED_AT_HEADER, studyReadAt } from '@/offline/copies/study-cache';

import { DeferredLessons } from '../../../../sw/deferred-lessons';

const API = 'https://api.example';
const CACHE = 'study-a';
const lessonUrl = `${API}/api/v1/lessons/l1`;
const fileOf = (contentId: unknown) => `${API}/files/${String(contentId)}.md`;

let caches: FakeCaches;
let newer: DeferredLessons;
beforeEach(() => {
  vi.stubGlobal('location', new URL('https://app.example/'));
  caches = installCaches();
  newer = new DeferredLessons(CACHE);
});

/** Passes a complete server response to the code under test, which stores it in the cache or defers it. */
async function read(url: string, body: string): Promise<void> {
  const bytes = new TextEncoder().encode(body).buffer;
  const type = url.endsWith('.md') ? 'markdown' : 'api';
  await newer.putOrDefer(studyReadAt(url, type), bytes, async () => {
    await (await globalThis.caches.open(CACHE)).put(url, new Response(body));
  });
}
const readLesson = (contentId: unknown) => read(lessonUrl, JSON.stringify({ id: 'l1', contentId }));
async function readText(contentId: unknown): Promise<void> {
  await read(`${API}/api/v1/content/${String(contentId)}`, JSON.stringify(fileOf(contentId)));
  await read(fileOf(contentId), '# 本文');
}

/** Stores the lesson directly in the cache, as saving a course does, without the worker. */
async function savePast(contentId: unknown, at: string): Promise<void> {
  const copy = new Response(JSON.stringify({ id: 'l1', contentId }), { headers: { [CACHED_AT_HEADER]: at } });
  await (await globalThis.caches.open(CACHE)).put(lessonUrl, copy);
}

async function textOnDevice(): Promise<unknown> {
  const copy = await (await globalThis.caches.open(CACHE)).match(lessonUrl);
  return copy && ((await copy.json()) as { contentId: unknown }).contentId;
}

test('a lesson without an older copy on the device is stored at once, before its text arrives', async () => {
  await readLesson('old');

  expect(await textOnDevice()).toBe('old');
});

test.each(['new', 7])(
  'fault: a newer lesson has arrived and its text %s has not → the older copy stays until it has',
  async (contentId) => {
    await readLesson('old');
    await readText('old');

    await readLesson(contentId);
    expect(await textOnDevice()).toBe('old');

    await readText(contentId);
    expect(await textOnDevice()).toBe(contentId);
  },
);

test('the text of another lesson does not replace the older copy', async () => {
  await readLesson('old');
  await readLesson('new');

  await readText('another');

  expect(await textOnDevice()).toBe('old');
});

test('only the last of two newer versions replaces the older copy', async () => {
  await readLesson('old');
  await readLesson('new');
  await readLesson('newest');

  await readText('new');
  expect(await textOnDevice()).toBe('old');
  await readText('newest');
  expect(await textOnDevice()).toBe('newest');
});

test('a deferred lesson that the server no longer serves is not stored when its text arrives', async () => {
  await readLesson('old');
  await readLesson('new');
  newer.forget(studyReadAt(lessonUrl, 'api'));

  await readText('new');

  expect(await textOnDevice()).toBe('old');
});

test.each([undefined, null, 'old'])(
  'a newer lesson without a text, or with the same text, is stored at once: %s',
  async (contentId) => {
    await readLesson('old');
    await readText('old');

    await read(lessonUrl, JSON.stringify({ id: 'l1', contentId, title: '新しい題' }));

    const copy = await (await globalThis.caches.open(CACHE)).match(lessonUrl);
    expect(await copy?.text()).toContain('新しい題');
    expect([...caches.stores.keys()]).toEqual([CACHE]);
  },
);

test('fault: a text is stored before its content URL → the newer lesson still replaces the copy', async () => {
  await readLesson('old');
  await readLesson('new');

  await read(fileOf('new'), '# 本文');
  await read(`${API}/api/v1/content/new`, JSON.stringify(fileOf('new')));

  expect(await textOnDevice()).toBe('new');
});

test('fault: a course is saved while a newer lesson is deferred → the deferred lesson does not replace the saved one', async () => {
  await savePast('old', '2026-11-01T00:00:00.000Z');
  await readLesson('new');
  await savePast('newest', '2026-11-02T00:00:00.000Z');

  await readText('new');

  expect(await textOnDevice()).toBe('newest');
});

test('fault: while a newer lesson is deferred, saving the course deletes the refused lesson → the deferred one is not stored', async () => {
  await readLesson('old');
  await readLesson('new');
  await (await globalThis.caches.open(CACHE)).delete(lessonUrl);

  await readText('new');

  expect(await textOnDevice()).toBeUndefined();
});

test('fault: a third version of a lesson arrives while the text of the second is being looked up → the third stays deferred', async () => {
  await readLesson('old');
  await readLesson('new');
  const match = globalThis.caches.match.bind(globalThis.caches);
  let isFirst = true;
  vi.spyOn(globalThis.caches, 'match').mockImplementation(async (key, options) => {
    const isText = isFirst && key === fileOf('new');
    if (isText) isFirst = false;
    const found = await match(key, options);
    if (isText) await readLesson('newest');
    return found;
  });

  await readText('new');
  expect(await textOnDevice()).toBe('old');
  await readText('newest');

  expect(await textOnDevice()).toBe('newest');
});
