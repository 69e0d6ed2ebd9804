/** Tests indexing the lessons on the device for the search while the page is idle. */
import { screen, waitFor } from '@testing-library/dom';
import { type OpenedApp, renderApp } from '@tests/support/app';
import { keepMany, keepSearchedLessons } from '@tests/support/kept-lessons';
import { useNetworkStub } from '@tests/support/network-stub';
import { findField, marked, useSearchedLessons } from '@tests/support/searching';
import { ownerOf } from '@tests/support/solving';
import { describe, expect, test, vi } from 'vitest';

import type { Lesson } from '@/api/lessons';
import { apiUrl } from '@/api/network/transport';
import { listLessonWords } from '@/device/lesson-texts';
import { lessonCopiesOptions } from '@/device/openable-lessons';
import { readIn } from '@/features/shell/search/read-in';
import { readInWhenIdle } from '@/features/shell/search/read-in-when-idle';
import { studyCacheName } from '@/offline/copies/study-cache';
import { packsChanged } from '@/offline/packs/pack-broadcasts';
import { replayState } from '@/offline/queue/queue-broadcasts';
import { wipeOwner } from '@/offline/wipe';
import type { OwnerKey } from '@/session/session';
import { keepOwned, listOwned } from '@/storage/owned-store';

useNetworkStub();

const kept = useSearchedLessons();

test('the search covers the index records that have loaded so far, and shows their number and the number of all records', async () => {
  await keepMany(250, (lesson) => (lesson === 10 ? '早く見つかる言葉' : '本文'));
  const app = await renderApp({ user: 'student', path: '/community' });
  // The remaining index records never load.
  const getAll = Reflect.get(IDBObjectStore.prototype, 'getAll') as (...args: unknown[]) => IDBRequest<unknown[]>;
  vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(function hold(this: IDBObjectStore, query, count) {
    const isRest = query instanceof IDBKeyRange && String(query.lower).includes('words|many-');
    return isRest ? ({} as IDBRequest<unknown[]>) : getAll.call(this, query, count);
  });
  await app.user.click(screen.getByRole('button', { name: 'さがす' }));
  await app.user.type(await findField(), '見つかる');
  await waitFor(() => expect(marked()).toEqual(['見つかる']));
  await screen.findByText('本文は、この端末の250件中200件からさがしています');
  await app.user.type(await findField(), 'まい');
  await screen.findByText('読み込んでいます');
});

describe('when the page is idle', () => {
  const recordsOf = async () => listLessonWords((await ownerOf('student')) as OwnerKey);
  const readInOf = ({ router }: OpenedApp) => readInWhenIdle(router.options.context.queryClient);
  const hidePage = (isHidden: boolean) => {
    const looks = vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden);
    document.dispatchEvent(new Event('visibilitychange'));
    return looks;
  };

  test('lessons are indexed while the page is idle, and found at once when the search opens', async () => {
    const app = await renderApp({ user: 'student', path: '/community' });
    await readInOf(app);
    expect(await recordsOf()).toHaveLength(2);
    // Blocks access to the cached lessons, so that the search can only find words that are already indexed.
    vi.spyOn(caches, 'has').mockReturnValue(new Promise(() => undefined));

    await app.user.click(screen.getByRole('button', { name: 'さがす' }));
    await app.user.type(await findField(), '残留');

    await waitFor(() => expect(marked()).toEqual(['残留']));
  });

  test.each([3, 4, 6])(
    'search records of index version %i are deleted, and their lessons indexed again',
    async (version) => {
      const app = await renderApp({ user: 'student', path: '/community' });
      const owner = (await ownerOf('student')) as OwnerKey;
      const before = `words|security-remote|${version}|2026-01-01T00:00:00Z|x`;
      await keepOwned('reading-positions', owner, before, {
        version,
        title: '前の版',
        lines: '#前の版',
        folded: '前の版',
      });

      await readInOf(app);

      const keys = (await listOwned('reading-positions', owner)).map(([key]) => key);
      const words = keys.filter((key) => key.startsWith('words|'));
      expect(words).not.toContain(before);
      expect(words).toHaveLength(4);
      const folded = await recordsOf();
      expect(words.filter((key) => key.startsWith('words|~|'))).toEqual(folded.map((key) => key.replace('|', '|~|')));
    },
  );

  test('a stray search record that a tab of an older version wrote is deleted', async () => {
    const app = await renderApp({ user: 'student', path: '/community' });
    await readInOf(app);
    const own = await recordsOf();
    await keepOwned('reading-positions', (await ownerOf('student')) as OwnerKey, 'words|security-remote|3|x', {});

    await readInOf(app);

    expect(await recordsOf()).toEqual(own);
  });

  test('changed lessons are indexed again for the search, and their old records are deleted', async () => {
    const app = await renderApp({ user: 'student', path: '/community' });
    await readInOf(app);
    const before = await recordsOf();
    const url = apiUrl('/lessons/security-remote');
    const lesson = (await (await kept.cache.match(url))?.json()) as Lesson;
    await kept.cache.put(url, Response.json({ ...lesson, updatedAt: '2030-01-01T00:00:00Z' }));
    packsChanged.publish({ owner: (await ownerOf('student')) as OwnerKey });

    await readInOf(app);

    const after = await recordsOf();
    expect(after).toHaveLength(2);
    expect(after.filter((key) => !before.includes(key))).toEqual([expect.stringContaining('2030-01-01')]);
  });

  test('fault: the cached copy of one lesson cannot be read → the other lessons are indexed', async () => {
    const app = await renderApp({ user: 'student', path: '/community' });
    const match = kept.cache.match.bind(kept.cache);
    const opened = await caches.open(studyCacheName((await ownerOf('student')) as OwnerKey));
    // Makes reading the text of the lesson that is indexed first fail.
    const fail = vi.fn<Cache['match']>(async (request, options) => {
      const copy = await match(request, options);
      const isOne = (await copy?.clone().text())?.startsWith('## 持ち出し');
      return copy && isOne ? Object.assign(copy, { text: () => Promise.reject(new Error('unreadable')) }) : copy;
    });
    vi.spyOn(caches, 'open').mockResolvedValue(Object.assign(opened, { match: fail }));

    await readInOf(app);

    expect(await recordsOf()).toEqual([expect.stringContaining('security-passkeys')]);
  });

  test('no lesson is indexed while the page is hidden or a request is in flight', async () => {
    const app = await renderApp({ user: 'student', path: '/community' });
    hidePage(true);
    const reading = readInOf(app);
    replayState.publish({ sending: true });
    const looks = hidePage(false);
    const before = looks.mock.calls.length;
    await waitFor(() => expect(looks.mock.calls.length).toBeGreaterThan(before + 4));
    expect(await recordsOf()).toEqual([]);

    replayState.publish({ sending: false });
    await reading;
    expect(await recordsOf()).toHaveLength(2);
  });

  test('indexing stores nothing for a user who signs out meanwhile', async () => {
    const app = await renderApp({ user: 'student', path: '/community' });
    const owner = (await ownerOf('student')) as OwnerKey;
    const match = kept.cache.match.bind(kept.cache);
    const leave = vi.fn<Cache['match']>(async (request, options) => {
      await wipeOwner(owner, { dropsEntries: false });
      return match(request, options);
    });
    const opened = await caches.open(studyCacheName(owner));
    vi.spyOn(caches, 'open').mockResolvedValue(Object.assign(opened, { match: leave }));

    await readInOf(app).catch(() => undefined);

    expect(leave).toHaveBeenCalled();
    expect(await recordsOf()).toEqual([]);
  });
});

test('fault: a text is missing when it is indexed → the lesson is not indexed as empty, and found once the text exists', async () => {
  const app = await renderApp({ user: 'student', path: '/community' });
  const { queryClient } = app.router.options.context;
  const owner = (await ownerOf('student')) as OwnerKey;
  // Reads the list of cached lessons before their texts are deleted, so that the list is outdated afterwards.
  await queryClient.fetchQuery(lessonCopiesOptions(owner));
  for (const { url } of await kept.cache.keys()) if (url.includes('/content/')) await kept.cache.delete(url);
  await readInWhenIdle(queryClient);
  expect(await listLessonWords(owner)).toEqual([]);

  await keepSearchedLessons();
  await app.user.click(screen.getByRole('button', { name: 'さがす' }));
  await app.user.type(await findField(), '減らします');

  await waitFor(() => expect(marked()).toEqual(['減らします']));
});

test('fault: a long text is indexed → the page stays responsive, because indexing pauses between lines', async () => {
  await kept.keep('security-remote', Array.from({ length: 200 }, (_, at) => `- 項目${at}`).join('\n'));
  const { router } = await renderApp({ user: 'student', path: '/community' });
  const rest = vi.fn<() => Promise<void>>(() => Promise.resolve());

  await readIn(router.options.context.queryClient, (await ownerOf('student')) as OwnerKey, {
    pace: { isOver: () => true, rest },
  });

  expect(rest.mock.calls.length).toBeGreaterThan(200);
});

test('while the user types, the search reads the passages of ten hits; after a pause those of thirty', async () => {
  await keepMany(40, () => '同じ言葉');
  const app = await renderApp({ user: 'student', path: '/community' });
  // Blocks the check of the index against cached lessons, because these index records belong to no cached lesson.
  vi.spyOn(caches, 'has').mockReturnValue(new Promise(() => undefined));
  await app.user.click(screen.getByRole('button', { name: 'さがす' }));
  const read: string[] = [];
  const get = Reflect.get(IDBObjectStore.prototype, 'get') as (key: IDBValidKey) => IDBRequest<unknown>;
  vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(function note(this: IDBObjectStore, key) {
    if (typeof key === 'string' && key.includes('words|~|many-')) read.push(key);
    return get.call(this, key as IDBValidKey);
  });
  await app.user.click(await findField());
  await app.user.paste('同じ言葉');

  await waitFor(() => expect(marked()).toHaveLength(30));
  // The first 20 reads are of ten lessons only, each read twice.
  expect(new Set(read.slice(0, 20)).size).toBe(10);
});

test('fault: another tab indexes lessons after this tab has read the index → this tab’s search finds them', async () => {
  const idle: (() => void)[] = [];
  vi.stubGlobal('requestIdleCallback', (whenIdle: () => void) => idle.push(whenIdle));
  // Defines `cancelIdleCallback` where it is missing, because the unmounting page calls it, too.
  globalThis.cancelIdleCallback ??= () => undefined;
  const app = await renderApp({ user: 'student', path: '/community' });
  await app.user.click(screen.getByRole('button', { name: 'さがす' }));
  await app.user.type(await findField(), '減らします');
  await screen.findByText('見つかりませんでした');
  const pace = { isOver: () => false, rest: () => Promise.resolve() };
  await readIn(app.router.options.context.queryClient, (await ownerOf('student')) as OwnerKey, { pace });

  for (const whenIdle of idle) whenIdle();

  await waitFor(() => expect(marked()).toEqual(['減らします']));
});
