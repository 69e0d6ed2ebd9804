/** A lesson that the worker reads anew while its older copy is on the device. */
import { type FakeCaches, installCaches } from '@tests/support/fake-caches';
import { beforeEach, expect, test, vi } from 'vitest';

import { studyReadAt } from '@/offline/copies/study-cache';

import { NewerLessons } from '../../../../sw/newer-lessons';

const API = 'https://api.example';
const CACHE = 'study-a';
const lessonUrl = `${API}/api/v1/lessons/l1`;
const fileOf = (contentId: unknown) => `${API}/files/${String(contentId)}.md`;

let caches: FakeCaches;
let newer: NewerLessons;
beforeEach(() => {
  vi.stubGlobal('location', new URL('https://app.example/'));
  caches = installCaches();
  newer = new NewerLessons(CACHE);
});

/** What the worker has read whole. */
async function read(url: string, body: string): Promise<void> {
  const bytes = new TextEncoder().encode(body).buffer;
  const type = url.endsWith('.md') ? 'markdown' : 'api';
  await newer.take(studyReadAt(url, type), bytes, async () => {
    await (await globalThis.caches.open(CACHE)).put(url, new Response(body));
  });
}
const readLesson = (contentId: unknown) => read(lessonUrl, JSON.stringify({ id: 'l1', contentId }));
async function readText(contentId: unknown): Promise<void> {
  await read(`${API}/api/v1/content/${String(contentId)}`, JSON.stringify(fileOf(contentId)));
  await read(fileOf(contentId), '# 本文');
}

async function textOnDevice(): Promise<unknown> {
  const copy = await (await globalThis.caches.open(CACHE)).match(lessonUrl);
  return copy && ((await copy.json()) as { contentId: unknown }).contentId;
}

test('the first copy of a lesson is kept before its text', async () => {
  await readLesson('old');

  expect(await textOnDevice()).toBe('old');
});

test.each(['new', 7])(
  'fault: a newer lesson has come and the text %s has not → the older one stays until it has',
  async (contentId) => {
    await readLesson('old');
    await readText('old');

    await readLesson(contentId);
    expect(await textOnDevice()).toBe('old');

    await readText(contentId);
    expect(await textOnDevice()).toBe(contentId);
  },
);

test('another lesson’s text puts nothing in its place', async () => {
  await readLesson('old');
  await readLesson('new');

  await readText('another');

  expect(await textOnDevice()).toBe('old');
});

test('of two newer ones only the last takes its place', async () => {
  await readLesson('old');
  await readLesson('new');
  await readLesson('newest');

  await readText('new');
  expect(await textOnDevice()).toBe('old');
  await readText('newest');
  expect(await textOnDevice()).toBe('newest');
});

test('what the server gives no more does not come back with a text', async () => {
  await readLesson('old');
  await readLesson('new');
  newer.forget(studyReadAt(lessonUrl, 'api'));

  await readText('new');

  expect(await textOnDevice()).toBe('old');
});

test.each([undefined, null, 'old'])('what has no text, or the same, is kept at once: %s', async (contentId) => {
  await readLesson('old');
  await readText('old');

  await read(lessonUrl, JSON.stringify({ id: 'l1', contentId, title: '新しい題' }));

  const copy = await (await globalThis.caches.open(CACHE)).match(lessonUrl);
  expect(await copy?.text()).toContain('新しい題');
  expect([...caches.stores.keys()]).toEqual([CACHE]);
});
