// @vitest-environment jsdom
/** Tests the store of prerendered lessons: owners, limits, and when the worker serves one. */
import { installCaches } from '@tests/support/fake-caches';
import { fillDevice } from '@tests/support/full-device';
import { addressesOf, shownScreens } from '@tests/support/screens';
import { installLocks } from '@tests/unit/offline/support/crash-contexts';
import { emptyQueue, keyOf, signInAs } from '@tests/unit/offline/support/people';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';

import {
  dropPrerenderedLessons,
  keepPrerenderedLesson,
  listPrerenderedLessons,
  prerenderedScreenAt,
  type PrerenderedLesson,
  readPrerenderedLesson,
} from '@/offline/copies/prerender-store';
import { findPrerenderedLesson } from '@/offline/copies/prerendered-page';
import { studyCacheName } from '@/offline/copies/study-cache';
import { done, transact } from '@/offline/queue/queue-store';
import { wipeOwner } from '@/offline/wipe';
import { admitOwner } from '@/offline/wipe-marks';
import { screenOf } from '@/session/screens';
import { clearSessionOf } from '@/session/session';
import { keepOwned, listOwned, readOwned } from '@/storage/owned-store';

const a = keyOf('a');
const b = keyOf('b');
const BUILD = '/assets/app-1.js';
const COPY = 'https://api.test/api/v1/lessons/l1';
const lesson: PrerenderedLesson = {
  build: BUILD,
  copies: [COPY],
  title: '題',
  sheets: ['/assets/app-1.css'],
  fonts: [],
  css: '.painted-0{color:red!important}',
  html: '<div class="painted">aの本文</div>',
};
const ownFiles = new Set([BUILD, ...lesson.sheets]);
const find = async (id = 'l1') => (await findPrerenderedLesson(id, (path) => ownFiles.has(path)))?.lesson;

const keep = (id: string, prerendered: PrerenderedLesson, isUnread = false) =>
  keepPrerenderedLesson(a, id, prerendered, { source: `${id} of now`, isUnread });

async function holdCopy(owner = a): Promise<void> {
  const cache = await caches.open(studyCacheName(owner));
  await cache.put(COPY, new Response('{}'));
}

beforeEach(async () => {
  installLocks();
  installCaches();
  await emptyQueue();
  for (const owner of [a, b]) {
    await wipeOwner(owner, { dropsEntries: true });
    await admitOwner(owner);
  }
  await signInAs('a');
  await holdCopy();
  await keep('l1', lesson);
});

describe('a prerendered lesson', () => {
  test('a prerendered lesson is served to its owner', async () => {
    expect(await find()).toEqual(lesson);
    expect(await find('l2')).toBeUndefined();
  });

  test('a prerendered lesson is not served to another user, nor without a session', async () => {
    await signInAs('b');
    await holdCopy(b);
    expect(await find()).toBeUndefined();
    await clearSessionOf(b);
    expect(await find()).toBeUndefined();
    await signInAs('a');
    expect(await find()).toEqual(lesson);
  });

  test('a prerendered lesson is not served during its owner’s sign-out, which deletes it', async () => {
    await transact('readwrite', (store) => done(store.put({ at: Date.now(), isDone: false }, ['wipe', a])));
    expect(await find()).toBeUndefined();

    await wipeOwner(a, { dropsEntries: false });
    expect(await listOwned('reading-positions', a)).toEqual([]);
    // Simulates a page that was about to store a prerendered lesson.
    await keep('l1', lesson);
    expect(await listOwned('reading-positions', a)).toEqual([]);
  });

  test('a prerendered lesson is not served by another version of the app, nor when one of its files is missing', async () => {
    expect(await findPrerenderedLesson('l1', (path) => path !== BUILD)).toBeUndefined();
    expect(await findPrerenderedLesson('l1', (path) => !path.endsWith('.css'))).toBeUndefined();
  });

  test('a prerendered lesson is not served once a copy it was made from was refused by the server or evicted by the browser', async () => {
    const cache = await caches.open(studyCacheName(a));
    await cache.delete(COPY);

    expect(await find()).toBeUndefined();
    expect(await readPrerenderedLesson(a, 'l1')).toBeUndefined();
  });

  test('a prerendered lesson in an unknown format is not served', async () => {
    await keepOwned('reading-positions', a, 'painted|l1', { html: '<p>' });
    expect(await find()).toBeUndefined();
  });
});

describe('limits of the prerender store', () => {
  test('prerendered lessons made from a refused copy are deleted; all other prerendered lessons are kept', async () => {
    const other = 'https://api.test/api/v1/lessons/l2';
    await keep('l2', { ...lesson, copies: [other, COPY] });
    await keep('l3', { ...lesson, copies: [COPY] });
    await dropPrerenderedLessons(a, ({ copies }) => copies.includes(other));
    expect(await idsOf()).toEqual(['l1', 'l3']);
  });

  const idsOf = async () => {
    const keys = (await listOwned('reading-positions', a)).map(([key]) => key);
    return keys.filter((key) => key.startsWith('painted|')).map((key) => key.slice('painted|'.length));
  };

  test('on a full device all prerendered lessons are deleted, and the result says if there were any', async () => {
    await keep('l2', lesson);
    fillDevice();
    const said = [await dropPrerenderedLessons(a), await dropPrerenderedLessons(a)];
    vi.restoreAllMocks();
    expect(said).toEqual([true, false]);
    expect((await listOwned('reading-positions', a)).filter(([key]) => key.startsWith('painted'))).toEqual([]);
  });

  test('at most fifty prerendered lessons are kept; the least recently read goes first', async () => {
    for (let index = 2; index <= 50; index += 1) await keep(`l${index}`, lesson);
    await keep('l1', lesson);
    await keep('l51', lesson);

    const ids = await idsOf();
    expect(ids).toHaveLength(50);
    expect(ids).toContain('l1');
    expect(ids).not.toContain('l2');
  });

  test('at most 10 MB of prerendered lessons are kept, and one that would displace many is not stored', async () => {
    const long = { ...lesson, html: 'あ'.repeat(450_000) };
    for (let index = 2; index <= 13; index += 1) await keep(`l${index}`, long);
    await keep('too-long', { ...lesson, html: 'あ'.repeat(500_001) });

    const ids = await idsOf();
    expect(ids).toHaveLength(11);
    expect(ids).not.toContain('l1');
    expect(ids).not.toContain('too-long');
    await dropPrerenderedLessons(a);
    expect(await idsOf()).toEqual([]);
  });
});

describe('a lesson prerendered before it was read', () => {
  const sourcesOf = async () => Object.fromEntries(await listPrerenderedLessons(a));

  test('a lesson prerendered before it was read is stored if there is room, and deleted before any that was read', async () => {
    await keep('unread', lesson, true);
    expect(await sourcesOf()).toEqual({ unread: 'unread of now', l1: 'l1 of now' });
    for (let index = 2; index <= 50; index += 1) await keep(`l${index}`, lesson);
    expect(await readPrerenderedLesson(a, 'unread')).toBeUndefined();
    expect(await readPrerenderedLesson(a, 'l1')).toEqual(lesson);
  });

  test('a lesson prerendered before it was read displaces no other', async () => {
    for (let index = 2; index <= 50; index += 1) await keep(`l${index}`, lesson);
    await keep('unread', lesson, true);
    expect(await readPrerenderedLesson(a, 'unread')).toBeUndefined();
    expect(Object.keys(await sourcesOf())).toHaveLength(50);
  });
});

test('a list of prerendered lessons from the previous app version is read, and new lists stay readable for it', async () => {
  await keepOwned('reading-positions', a, 'painted-list', [{ id: 'l1', bytes: 10, copies: [COPY] }]);
  expect([...(await listPrerenderedLessons(a))]).toEqual([['l1', undefined]]);
  await keep('l2', lesson);
  expect(await find()).toEqual(lesson);
  const before = z.array(z.object({ id: z.string(), bytes: z.number(), copies: z.array(z.string()) }));
  expect(before.safeParse(await readOwned('reading-positions', a, 'painted-list')).success).toBe(true);
});

describe('prerenderedScreenAt', () => {
  const paths = shownScreens.flatMap((id) => {
    const [address = ''] = addressesOf(id);
    return [[address, screenOf(id).prerender] as const];
  });

  test.each(paths)('the path %s is prerendered, or not, as the table of screens defines: %s', (path, kind) => {
    const expected = kind && { kind, id: kind === 'lesson' ? path.slice('/lessons/'.length) : path };

    expect(prerenderedScreenAt(path)).toEqual(expected);
  });

  test('screens of other people and of editors are not prerendered', () => {
    const kept = shownScreens.filter((id) => screenOf(id).prerender);

    expect(kept.filter((id) => screenOf(id).access !== 'everybody' || !screenOf(id).worksOffline)).toEqual([]);
  });

  test.each(['/lessons/../x', '/lessons/a.b', `/courses/${'x'.repeat(65)}`, '/login', '//', '/courses/'])(
    'refuses the path %s',
    (path) => {
      expect(prerenderedScreenAt(path)).toBeUndefined();
    },
  );
});
