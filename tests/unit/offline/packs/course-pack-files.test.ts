/**
 * Tests the files of a course pack: URLs that are signed and expire, refusals, progress in bytes, and files that are on
 * the device already.
 */
import type { FakeCaches } from '@tests/support/fake-caches';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { studyCacheName } from '@/offline/copies/study-cache';
import { checkReadiness } from '@/offline/packs/course-pack-check';
import { listPackRecords, readPackRecord } from '@/offline/packs/course-pack-records';
import { removeOtherCopies, removePack } from '@/offline/packs/course-pack-removal';
import { enqueue } from '@/offline/queue/enqueue';
import { countQueue } from '@/offline/queue/queue-counts';
import { wipeOwner } from '@/offline/wipe';

import { installPackServer, json, type PackServer } from '../support/pack-server';
import { beginPacks, copies, owner, save, standing } from '../support/packs';
import { lessonRead } from '../support/people';

let caches: FakeCaches;
let server: PackServer;

beforeEach(async () => {
  ({ caches, server } = await beginPacks());
});

test.each([400, 401, 403, 404, 410])(
  'a file refused with %i is listed as a fault, and no copy is deleted for it',
  async (status) => {
    await save();
    const held = copies();
    server.versions.set('l2', '2026-11-20T00:00:00Z');
    const store = caches.stores.get(studyCacheName(owner));
    for (const url of store?.keys() ?? []) if (url.includes('/files/img-l2')) store?.delete(url);
    server.script = (path) => (path === '/files/img-l2.png' ? new Response('', { status }) : undefined);

    const { result } = await save();

    expect(result?.survey.faults).toMatchObject([{ item: { kind: 'image', title: 'レッスンl2' } }]);
    expect(copies()).toEqual(held.filter((path) => path !== '/files/img-l2.png'));
  },
);

test('files that need a signed URL are saved', async () => {
  const refuseUnsigned = (path: string, search: string) =>
    path.startsWith('/files/') && !search.includes('Signature=secret') ? json({}, 403) : undefined;
  server.script = refuseUnsigned;
  const { result } = await save();
  expect(result?.survey.faults).toEqual([]);
  expect(await standing()).toBe('saved');
});

test('an interrupted save continues with newly signed URLs; no file is requested without a signature', async () => {
  const refused: string[] = [];
  server.script = (path, search) => {
    if (!path.startsWith('/files/') || search.includes('Signature=secret')) return undefined;
    refused.push(path);
    return json({}, 403);
  };
  await save();
  const store = caches.stores.get(studyCacheName(owner));
  for (const url of store?.keys() ?? []) if (url.includes('/files/')) store?.delete(url);
  expect(await standing()).toBe('unfinished');

  const { result } = await save();

  expect(result?.survey.faults).toEqual([]);
  expect(await standing()).toBe('saved');
  expect(refused).toEqual([]);
});

test('content that the API no longer serves is deleted with its file', async () => {
  await save();
  server.versions.set('l2', '2026-11-20T00:00:00Z');
  server.script = (path) => (path === '/content/md-l2' ? json({ detail: 'ない' }, 404) : undefined);

  await save();

  expect(copies().filter((path) => path.includes('md-l2'))).toEqual([]);
});

test('bytes are counted while a file is downloaded, each once', async () => {
  const text = 'あ'.repeat(1000);
  let body: ReadableStreamDefaultController<Uint8Array> | undefined;
  server.script = (path) => {
    if (path !== '/files/md-l1.md') return undefined;
    const stream = new ReadableStream<Uint8Array>({ start: (controller) => void (body = controller) });
    return new Response(stream, { headers: { 'Content-Type': 'text/markdown' } });
  };
  const seen: number[] = [];
  const saving = save('c1', undefined, (bytes) => seen.push(bytes));
  await vi.waitFor(() => expect(body).toBeDefined());
  body?.enqueue(new TextEncoder().encode(text));
  await vi.waitFor(() => expect(seen.at(-1)).toBeGreaterThan(3000));
  body?.close();

  const { result, steps } = await saving;

  expect(steps.at(-1)?.bytes).toBe(result?.survey.bytes);
});

describe('removing a course', () => {
  test('removing a course keeps the queue, and copies that another saved course shares', async () => {
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

  test('removing a course deletes the copies of an unfinished save', async () => {
    caches.quota = 700;
    await expect(save()).rejects.toMatchObject({ reason: 'full' });
    await removePack(owner, 'c1');
    expect(copies()).toEqual([]);
  });

  test('removing all other copies keeps course packs, finished or not', async () => {
    await save();
    const store = caches.stores.get(studyCacheName(owner));
    const other = [...(store?.values() ?? [])][0];
    if (other) store?.set('http://127.0.0.1:9/api/v1/lessons/other', other);

    expect(await removeOtherCopies(owner)).toBe(1);

    expect(await standing()).toBe('saved');
    expect(copies()).not.toContain('/api/v1/lessons/other');
  });

  test.each([
    ['the first', () => 1],
    ['the sixth', () => 6],
    ['the last', (all: number) => all],
  ])('a sign-out while %s copy is written leaves no copy, and later writes are dropped', async (_, which) => {
    await save();
    const meant = which(caches.writes);
    await removePack(owner, 'c1');
    let writes = 0;
    let wipe: Promise<void> | undefined;
    caches.beforePut = async () => {
      writes += 1;
      if (writes === meant) await (wipe = wipeOwner(owner, { dropsEntries: false }));
    };
    await expect(save()).rejects.toMatchObject({ reason: 'session' });
    await wipe;
    expect(caches.stores.get(studyCacheName(owner))).toBeUndefined();
    expect(await listPackRecords(owner)).toEqual([]);
  });
});

describe('the offline check', () => {
  async function check() {
    vi.stubGlobal('fetch', () => Promise.reject(new Error('The check sends no request')));
    return checkReadiness(owner, 'c1');
  }
  const setWorkers = (serviceWorker: object | undefined) => vi.stubGlobal('navigator', { serviceWorker });
  /**
   * Stubs the worker's report on the app's files.
   *
   * @param missing the number of missing files; undefined for a worker that does not answer.
   */
  function holdShell(missing: number | undefined, ...paths: string[]): void {
    const copy = { body: new ArrayBuffer(0), headers: [], status: 200 };
    caches.stores.set('workbox-precache', new Map(paths.map((path) => [`https://app.example${path}`, copy])));
    const active = {
      postMessage: (message: unknown, [port]: MessagePort[]) => {
        expect(message).toEqual({ type: 'count-missing' });
        if (missing !== undefined) port?.postMessage(missing);
      },
    };
    setWorkers({ getRegistration: async () => ({ active }) });
  }

  test('the offline check reports a complete course', async () => {
    await save();
    holdShell(0);
    expect(await check()).toEqual({ ready: 15, all: 15, missing: [], foreign: [], isAppPrecached: true });
  });

  test('the offline check lists copies that are missing, empty, broken or of another type', async () => {
    await save();
    holdShell(0);
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

  test('the offline check reports missing files of the app, a missing worker, and a worker of an older version', async () => {
    await save();
    setWorkers(undefined);
    expect((await check()).isAppPrecached).toBe(false);
    holdShell(1);
    expect((await check()).isAppPrecached).toBe(false);
    holdShell(undefined);
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const asking = check();
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
    vi.runAllTimers();
    expect((await asking).isAppPrecached).toBe(false);
  });

  test('the offline check lists images of other hosts, which are shown as links', async () => {
    server.texts.set('md-l1', '![図](https://elsewhere.example/a.png) ![自分](/icons/icon-192.png)');
    await save();
    holdShell(0);
    expect((await check()).foreign).toEqual(['https://elsewhere.example/a.png']);
  });

  test('the offline check lists pictures that were never uploaded, but no pictures of the app itself', async () => {
    server.texts.set('md-l1', '![図](./images/a.png) <img src="b.png"> ![自分](/icons/icon-192.png)');
    await save();
    holdShell(0, '/icons/icon-192.png?__WB_REVISION__=1');

    const { ready, all, missing } = await check();

    expect(all - ready).toBe(2);
    expect(missing.map(({ item, reason }) => `${item.kind} ${item.title} ${reason}`)).toEqual([
      'image レッスンl1・./images/a.png gone',
      'image レッスンl1・b.png gone',
    ]);
  });

  describe('a picture on one of IMAGE_HOSTS', () => {
    const id = 'image:https://pictures.example/a.png';
    /** Saves and checks a course whose picture is on another host. @param answers the host's answers, in order. */
    async function saveWith(...answers: ('dead' | Response | undefined)[]) {
      server.texts.set('md-l1', '![図](https://pictures.example/a.png)');
      server.script = (path) => (path === '/a.png' ? answers.shift() : undefined);
      await save();
      holdShell(0);
      const faults = (await readPackRecord(owner, 'c1'))?.contents?.faults;
      return { saved: faults?.map(({ kind, reason }) => `${kind} ${reason}`), checked: await check() };
    }
    beforeEach(() => void Object.assign(globalThis, { __IMAGE_HOSTS__: ['https://pictures.example'] }));
    afterEach(() => void Object.assign(globalThis, { __IMAGE_HOSTS__: [] }));

    test('a picture on one of IMAGE_HOSTS is saved like the API’s own', async () => {
      const { saved, checked } = await saveWith();

      expect([saved, checked.foreign, checked.missing]).toEqual([[], [], []]);
    });

    test.each([
      ['allows no CORS', 'cors', ['dead', new Response('')] as const],
      ['is down', 'unreadable', ['dead', 'dead'] as const],
      ['answers with a page', 'unreadable', [new Response('<html>', { headers: { 'Content-Type': 'text/html' } })]],
    ])('a picture whose host %s is listed as a fault, and everything else is saved', async (_what, reason, answers) => {
      const { saved, checked } = await saveWith(...answers);

      expect(saved).toEqual([`image ${reason}`]);
      expect(checked.foreign).toEqual([]);
      expect(checked.missing.map(({ item }) => item.id)).toEqual([id]);
    });
  });
});
