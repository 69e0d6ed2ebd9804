/** Saving a course on the device: what is fetched, what stays, and what becomes of it when something fails. */
import { type FakeCaches, installCaches } from '@tests/support/fake-caches';
import { beforeEach, describe, expect, test, vi } from 'vitest';

import { removeOtherCopies, removePack, savePack, sacrificeOldestPack } from '@/offline/course-pack';
import { checkReadiness } from '@/offline/course-pack-check';
import {
  keepPackRecord,
  listCopyKeys,
  listPackRecords,
  readPackRecord,
  standingOf,
} from '@/offline/course-pack-records';
import type { PackCounts } from '@/offline/course-pack-walk';
import { enqueue } from '@/offline/queue';
import { countQueue } from '@/offline/queue-lists';
import { studyCacheName } from '@/offline/study-cache';
import { admitOwner, wipeOwner } from '@/offline/wipe';
import { shiftClock } from '@/storage/now';

import { installPackServer, json, type PackServer } from './support/pack-server';
import { emptyQueue, keyOf, lessonRead, signInAs } from './support/people';

const owner = keyOf('a');
let caches: FakeCaches;
let server: PackServer;

beforeEach(async () => {
  vi.stubGlobal('location', new URL('https://app.example/'));
  caches = installCaches();
  server = installPackServer();
  shiftClock(0);
  await emptyQueue();
  await admitOwner(owner);
  for (const { courseId } of await listPackRecords(owner)) await removePack(owner, courseId);
  await signInAs('a');
});

async function want(courseId = 'c1', wantedAt = 1): Promise<void> {
  const known = await readPackRecord(owner, courseId);
  await keepPackRecord(owner, { courseId, title: courseId, wantedAt, ...known, isPaused: false, isDue: true });
}

async function save(courseId = 'c1', signal = new AbortController().signal) {
  await want(courseId);
  const removed: string[] = [];
  const steps: PackCounts[] = [];
  const result = await savePack(owner, courseId, {
    signal,
    onStep: (counts) => steps.push(counts()),
    onRemoved: (title) => removed.push(title),
  });
  return { result, removed, steps };
}

async function standing(courseId = 'c1') {
  const record = await readPackRecord(owner, courseId);
  return record && standingOf(record, await listCopyKeys(owner));
}

/** The paths of the copies, in order of the alphabet. */
const copies = () =>
  [...(caches.stores.get(studyCacheName(owner))?.keys() ?? [])].map((url) => new URL(url).pathname).toSorted();

describe('a course is saved', () => {
  test('with outline, section, lessons, texts, question sets, explanations and the images of all of them', async () => {
    const { result } = await save();

    expect(result?.survey).toMatchObject({ text: { done: 10, total: 10 }, images: { done: 5, total: 5 }, faults: [] });
    expect(copies()).toEqual(
      [
        '/api/v1/courses/c1',
        '/api/v1/sections/s-c1',
        ...['l1', 'l2', 'l3'].flatMap((id) => [
          `/api/v1/lessons/${id}`,
          `/api/v1/content/md-${id}`,
          `/files/md-${id}.md`,
          `/api/v1/content/img-${id}`,
          `/files/img-${id}.png`,
          `/api/v1/question-set/q-${id}`,
          `/api/v1/question-set/q-${id}/explanation`,
        ]),
        ...['choice', 'ex'].flatMap((id) => [`/api/v1/content/${id}`, `/files/${id}.png`]),
      ].toSorted(),
    );
    expect(await standing()).toBe('saved');
    expect(await readPackRecord(owner, 'c1')).toMatchObject({ title: 'コースc1', isDue: false });
  });

  test('under keys and with addresses that hold no signature, and no bucket', async () => {
    await save();
    const stored = [...(caches.stores.get(studyCacheName(owner)) ?? [])];
    const words = stored.map(([url, { body }]) => url + new TextDecoder().decode(body)).join('\n');
    expect(words).not.toContain('secret');
    expect(words).not.toMatch(/[?&]t=/);
  });

  test('four at a time at most, texts before images', async () => {
    const { steps } = await save();
    expect(server.mostOpen).toBeLessThanOrEqual(4);
    const firstImage = steps.findIndex(({ images }) => images.done > 0);
    expect(steps[firstImage]?.text).toEqual({ done: 10, total: 10 });
    expect(steps[0]?.text.total).toBe(10);
  });

  test('once where several texts show the same image', async () => {
    for (const id of server.texts.keys()) server.texts.set(id, '![a](content:same) ![b](content:same)');
    await save();
    expect(server.requests.filter((path) => path === '/files/same.png')).toHaveLength(1);
  });

  test('and stands as unfinished as soon as one copy has gone', async () => {
    await save();
    caches.stores
      .get(studyCacheName(owner))
      ?.delete([...(caches.stores.get(studyCacheName(owner))?.keys() ?? [])][5] ?? '');
    expect(await standing()).toBe('unfinished');
  });
});

describe('going on', () => {
  test('asks for the outline and for what is missing only', async () => {
    const controller = new AbortController();
    server.script = (path) => {
      if (path === '/files/img-l2.png') controller.abort();
      return undefined;
    };
    await expect(save('c1', controller.signal)).rejects.toThrow(/abort/i);
    expect(await standing()).toBe('unfinished');
    const held = new Set(copies());
    server.script = () => undefined;
    server.requests.length = 0;

    await save();

    expect(await standing()).toBe('saved');
    const again = server.requests.filter((path) => held.has(path) || held.has(`/api/v1${path}`));
    expect(again).toEqual(['/courses/c1']);
  });

  test('fetches nothing but the outline when nothing has changed', async () => {
    await save();
    server.requests.length = 0;
    await save();
    expect(server.requests).toEqual(['/courses/c1']);
  });

  test('fetches only what lies below a lesson that has changed', async () => {
    await save();
    server.versions.set('l2', '2026-11-20T00:00:00Z');
    server.courseVersion = '2026-11-20T00:00:00Z';
    server.requests.length = 0;

    await save();

    expect(server.requests.toSorted()).toEqual(
      [
        '/courses/c1',
        '/sections/s-c1',
        '/lessons/l2',
        '/content/md-l2',
        '/content/img-l2',
        '/question-set/q-l2',
        '/question-set/q-l2/explanation',
      ].toSorted(),
    );
    expect((await readPackRecord(owner, 'c1'))?.contents?.courseUpdatedAt).toBe('2026-11-20T00:00:00Z');
  });

  test('drops what the course does not have any more', async () => {
    await save();
    server.lessonIds.pop();
    server.courseVersion = '2026-11-20T00:00:00Z';
    await save();
    expect(copies().filter((path) => path.includes('l3'))).toEqual([]);
    expect(await standing()).toBe('saved');
  });
});

describe('what the network does', () => {
  const portal = () => new Response('<html>Wi-Fi</html>', { headers: { 'Content-Type': 'text/html' } });
  test.each([
    ['no answer', 'dead', 'network'],
    ["a portal's page", portal, 'portal'],
    [
      'no JSON where JSON was promised',
      () => new Response('{', { headers: { 'Content-Type': 'application/json' } }),
      'portal',
    ],
    ['401', () => json({ title: 'いいえ' }, 401), 'session'],
  ] as const)('%s stops saving, and nothing of it is kept', async (_, answer, reason) => {
    server.script = (path) => {
      if (path !== '/content/md-l2') return undefined;
      return answer === 'dead' ? 'dead' : answer();
    };
    await expect(save()).rejects.toMatchObject({ name: 'PackStop', reason });
    expect(copies()).not.toContain('/api/v1/content/md-l2');
    expect(await standing()).toBe('unfinished');
  });

  test.each([
    [403, 'refused'],
    [404, 'gone'],
  ] as const)('%i names the part, and the others are saved', async (status, reason) => {
    server.script = (path) => (path === '/content/img-l2' ? json({ title: 'いいえ' }, status) : undefined);
    const { result } = await save();
    expect(result?.survey.faults).toMatchObject([{ reason, item: { kind: 'image', title: 'レッスンl2' } }]);
    expect(await standing()).toBe('partial');
    expect(await readPackRecord(owner, 'c1')).toMatchObject({
      isDue: false,
      contents: { faults: [{ kind: 'image', title: 'レッスンl2', reason }] },
    });
  });

  test('a busy server is asked again after the time it names, and then has what it takes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 1000 });
    let busy = 2;
    server.script = (path) =>
      path === '/lessons/l1' && busy-- > 0
        ? new Response('', { status: 503, headers: { 'Retry-After': '2' } })
        : undefined;
    await save();
    vi.useRealTimers();
    expect(server.requests.filter((path) => path === '/lessons/l1')).toHaveLength(3);
    expect(await standing()).toBe('saved');
  });

  test('a course that is not given any more says so', async () => {
    server.script = (path) => (path === '/courses/c1' ? json({ title: 'ない' }, 404) : undefined);
    await expect(save()).rejects.toMatchObject({ reason: 'gone' });
  });

  test('an image whose host allows no CORS is named, and not kept', async () => {
    server.script = (path) => (path === '/content/img-l1' ? json('https://images.example/a.png') : undefined);
    const fetchBehind = globalThis.fetch;
    vi.stubGlobal('fetch', (input: string, init: RequestInit = {}) => {
      if (!input.startsWith('https://images.example')) return fetchBehind(input, init);
      if (init.mode === 'no-cors') return Promise.resolve(Response.error());
      return Promise.reject(new TypeError('CORS'));
    });
    const { result } = await save();
    expect(result?.survey.faults).toMatchObject([{ reason: 'cors', item: { kind: 'image' } }]);
  });

  test('somebody else who has signed in meanwhile gets nothing kept under the first name', async () => {
    server.script = async (path) => {
      if (path === '/courses/c1') await signInAs('b');
      return undefined;
    };
    await expect(save()).rejects.toMatchObject({ reason: 'session' });
    expect(copies()).toEqual(['/api/v1/courses/c1']);
  });
});

describe('no room', () => {
  test('the oldest other pack goes first, and that is told', async () => {
    await save('c1');
    const bytes = (await readPackRecord(owner, 'c1'))?.contents?.bytes ?? 0;
    caches.quota = bytes + 200;
    server = installPackServer('c2', ['m1', 'm2', 'm3']);

    const { removed } = await save('c2');

    expect(removed).toEqual(['コースc1']);
    expect((await listPackRecords(owner)).map(({ courseId }) => courseId)).toEqual(['c2']);
    expect(await standing('c2')).toBe('saved');
  });

  test('without another pack it is not saved, and that is told', async () => {
    caches.quota = 700;
    await expect(save()).rejects.toMatchObject({ reason: 'full' });
    expect(await standing()).toBe('unfinished');
  });

  test('what a learner did comes before packs', async () => {
    await save();
    expect(await sacrificeOldestPack(owner)).toBe('コースc1');
    expect(copies()).toEqual([]);
    expect(await sacrificeOldestPack(owner)).toBeUndefined();
  });
});

describe('taking it off', () => {
  test('leaves the queue, and what another pack has too', async () => {
    await save('c1');
    server = installPackServer('c2', ['m1']);
    await save('c2');
    await enqueue(owner, lessonRead('l1'));

    await removePack(owner, 'c1');

    expect(await countQueue(owner)).toMatchObject({ waiting: 1 });
    expect(copies().filter((path) => /l1|l2|l3|c1/.test(path))).toEqual([]);
    expect(copies()).toContain('/files/ex.png');
    expect(await standing('c2')).toBe('saved');
  });

  test('takes what an unfinished save has brought', async () => {
    caches.quota = 700;
    await expect(save()).rejects.toMatchObject({ reason: 'full' });
    await removePack(owner, 'c1');
    expect(copies()).toEqual([]);
  });

  test('of everything else leaves packs, finished or not', async () => {
    await save();
    const store = caches.stores.get(studyCacheName(owner));
    const other = [...(store?.values() ?? [])][0];
    if (other) store?.set('http://127.0.0.1:9/api/v1/lessons/other', other);

    expect(await removeOtherCopies(owner)).toBe(1);

    expect(await standing()).toBe('saved');
    expect(copies()).not.toContain('/api/v1/lessons/other');
  });

  test('by signing out in the middle of a save leaves nothing, and keeps nothing late', async () => {
    let writes = 0;
    let wipe: Promise<void> | undefined;
    caches.beforePut = async () => {
      writes += 1;
      if (writes === 6) await (wipe = wipeOwner(owner, { dropsEntries: false }));
    };
    await expect(save()).rejects.toMatchObject({ reason: 'session' });
    await wipe;
    expect(caches.stores.get(studyCacheName(owner))).toBeUndefined();
    expect(await listPackRecords(owner)).toEqual([]);
  });
});

describe('the check before leaving', () => {
  async function check() {
    vi.stubGlobal('fetch', () => Promise.reject(new Error('The check asks nobody')));
    return checkReadiness(owner, 'c1');
  }
  /** The app's own files, as the worker holds them. */
  function holdShell(files: Record<string, string>): void {
    const encode = (text: string) => new TextEncoder().encode(text).buffer;
    const entries = Object.entries(files).map(
      ([path, text]) => [`https://app.example${path}`, { body: encode(text), headers: [], status: 200 }] as const,
    );
    caches.stores.set('workbox-precache', new Map(entries.map(([url, copy]) => [url, { ...copy, headers: [] }])));
  }
  const shell = {
    '/index.html?__WB_REVISION__=1': '<script src="/assets/app-abcdefgh.js"></script>',
    '/assets/app-abcdefgh.js': 'import("./Lesson-12345678.js")',
    '/assets/Lesson-12345678.js': '',
  };

  test('says that everything opens', async () => {
    await save();
    holdShell(shell);
    expect(await check()).toEqual({ ready: 15, all: 15, missing: [], foreign: [], isAppHeld: true });
  });

  test('names what is missing, empty, broken or of another type', async () => {
    await save();
    holdShell(shell);
    const store = caches.stores.get(studyCacheName(owner));
    const at = (path: string) => [...(store?.keys() ?? [])].find((url) => url.includes(path)) ?? '';
    const set = (path: string, body: string, type?: string) => {
      const copy = store?.get(at(path));
      if (!copy) throw new Error(path);
      const headers = type ? ([['content-type', type]] as [string, string][]) : copy.headers;
      store?.set(at(path), { ...copy, headers, body: new TextEncoder().encode(body).buffer });
    };
    store?.delete(at('/files/md-l1.md'));
    set('/files/img-l2.png', '');
    set('/files/img-l3.png', '<html>', 'text/html');
    set('/question-set/q-l2/explanation', '{"questionSetId":');

    const { ready, all, missing } = await check();

    expect([ready, all - ready]).toEqual([10, 4]);
    expect(missing.map(({ item, reason }) => `${item.id} ${reason}`).toSorted()).toEqual([
      'explanation:q-l2 unreadable',
      'image:content:img-l2 unreadable',
      'image:content:img-l3 unreadable',
      'lesson:l1 absent',
    ]);
  });

  test('finds a part of the app that is not held', async () => {
    await save();
    const { '/assets/Lesson-12345678.js': _, ...rest } = shell;
    holdShell(rest);
    expect((await check()).isAppHeld).toBe(false);
  });

  test('names images of other hosts, which are links in the text', async () => {
    server.texts.set('md-l1', '![図](https://elsewhere.example/a.png) ![自分](/icons/icon-192.png)');
    await save();
    holdShell(shell);
    expect((await check()).foreign).toEqual(['https://elsewhere.example/a.png']);
  });
});
