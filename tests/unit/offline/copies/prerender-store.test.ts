// @vitest-environment jsdom
/** Prerendered lessons: whose they are, how many are kept, and when the worker opens a lesson with one. */
import { installCaches } from '@tests/support/fake-caches';
import { fillDevice } from '@tests/support/full-device';
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

const keep = (id: string, painted: PrerenderedLesson, isUnread = false) =>
  keepPrerenderedLesson(a, id, painted, { source: `${id} of now`, isUnread });

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

describe('a painted lesson', () => {
  test('is what the worker opens the lesson with, for whom it was painted', async () => {
    expect(await find()).toEqual(lesson);
    expect(await find('l2')).toBeUndefined();
  });

  test('is nothing to somebody else, and to nobody', async () => {
    await signInAs('b');
    await holdCopy(b);
    expect(await find()).toBeUndefined();
    await clearSessionOf(b);
    expect(await find()).toBeUndefined();
    await signInAs('a');
    expect(await find()).toEqual(lesson);
  });

  test('is not shown while its owner is leaving, and is gone with them', async () => {
    await transact('readwrite', (store) => done(store.put({ at: Date.now(), isDone: false }, ['wipe', a])));
    expect(await find()).toBeUndefined();

    await wipeOwner(a, { dropsEntries: false });
    expect(await listOwned('reading-positions', a)).toEqual([]);
    // A page that was about to paint.
    await keep('l1', lesson);
    expect(await listOwned('reading-positions', a)).toEqual([]);
  });

  test('is not shown by another version of the app, nor where one of its files is missing', async () => {
    expect(await findPrerenderedLesson('l1', (path) => path !== BUILD)).toBeUndefined();
    expect(await findPrerenderedLesson('l1', (path) => !path.endsWith('.css'))).toBeUndefined();
  });

  test('goes with the copies that it was made of: the server has refused them, or the browser has deleted them', async () => {
    const cache = await caches.open(studyCacheName(a));
    await cache.delete(COPY);

    expect(await find()).toBeUndefined();
    expect(await readPrerenderedLesson(a, 'l1')).toBeUndefined();
  });

  test('that this version does not understand is none', async () => {
    await keepOwned('reading-positions', a, 'painted|l1', { html: '<p>' });
    expect(await find()).toBeUndefined();
  });
});

describe('of painted lessons', () => {
  test('those go that were made of a copy which the server refuses, the others stay', async () => {
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

  test('all go from a device that is full, where nothing can be written, and it is said whether there were any', async () => {
    await keep('l2', lesson);
    fillDevice();
    const said = [await dropPrerenderedLessons(a), await dropPrerenderedLessons(a)];
    vi.restoreAllMocks();
    expect(said).toEqual([true, false]);
    expect((await listOwned('reading-positions', a)).filter(([key]) => key.startsWith('painted'))).toEqual([]);
  });

  test('fifty are kept, those not read for longest go first', async () => {
    for (let index = 2; index <= 50; index += 1) await keep(`l${index}`, lesson);
    await keep('l1', lesson);
    await keep('l51', lesson);

    const ids = await idsOf();
    expect(ids).toHaveLength(50);
    expect(ids).toContain('l1');
    expect(ids).not.toContain('l2');
  });

  test('ten megabytes are kept, and none that takes the place of many', async () => {
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

describe('a lesson that nobody has read', () => {
  const sourcesOf = async () => Object.fromEntries(await listPrerenderedLessons(a));

  test('is kept where there is room, and goes before any that was read', async () => {
    await keep('unread', lesson, true);
    expect(await sourcesOf()).toEqual({ unread: 'unread of now', l1: 'l1 of now' });
    for (let index = 2; index <= 50; index += 1) await keep(`l${index}`, lesson);
    expect(await readPrerenderedLesson(a, 'unread')).toBeUndefined();
    expect(await readPrerenderedLesson(a, 'l1')).toEqual(lesson);
  });

  test('takes the place of none', async () => {
    for (let index = 2; index <= 50; index += 1) await keep(`l${index}`, lesson);
    await keep('unread', lesson, true);
    expect(await readPrerenderedLesson(a, 'unread')).toBeUndefined();
    expect(Object.keys(await sourcesOf())).toHaveLength(50);
  });
});

test('a list of the version before does not say what lessons were painted from, and can be read by it again', async () => {
  await keepOwned('reading-positions', a, 'painted-list', [{ id: 'l1', bytes: 10, copies: [COPY] }]);
  expect([...(await listPrerenderedLessons(a))]).toEqual([['l1', undefined]]);
  await keep('l2', lesson);
  expect(await find()).toEqual(lesson);
  const before = z.array(z.object({ id: z.string(), bytes: z.number(), copies: z.array(z.string()) }));
  expect(before.safeParse(await readOwned('reading-positions', a, 'painted-list')).success).toBe(true);
});

describe('the screens that are painted', () => {
  test.each([
    ['/lessons/l1', { kind: 'lesson', id: 'l1' }],
    ['/', { kind: 'outline', id: '/' }],
    ['/courses', { kind: 'outline', id: '/courses' }],
    ['/courses/c1', { kind: 'outline', id: '/courses/c1' }],
    ['/sections/s1', { kind: 'outline', id: '/sections/s1' }],
    ['/mypage', { kind: 'outline', id: '/mypage' }],
  ])('%s is one', (path, screen) => {
    expect(prerenderedScreenAt(path)).toEqual(screen);
  });

  test.each([
    '/users/detail/u1',
    '/companies/c1',
    '/courses/edit/c1',
    '/courses/new',
    '/sections/new',
    '/lessons/new',
    '/lessons/../x',
    '/login',
    '//',
    '/courses/',
  ])('%s is none: nothing of other people, no editors', (path) => {
    expect(prerenderedScreenAt(path)).toBeUndefined();
  });
});
