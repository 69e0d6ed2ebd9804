/** Tests saving a course on the device: the requests, the stored copies, and failures of the network. */
import type { FakeCaches } from '@tests/support/fake-caches';
import { beforeEach, describe, expect, test, vi } from 'vitest';

import { studyCacheName } from '@/offline/copies/study-cache';
import { readPackRecord } from '@/offline/packs/course-pack-records';

import { AT, json, type PackServer } from '../support/pack-server';
import { beginPacks, copies, owner, save, standing } from '../support/packs';
import { signInAs } from '../support/people';

let caches: FakeCaches;
let server: PackServer;

beforeEach(async () => {
  ({ caches, server } = await beginPacks());
});

describe('saving a course', () => {
  test('a course is saved with outline, section, lessons, texts, question sets, explanations and all their images', async () => {
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

  test('a course is saved under keys and with URLs without signature and bucket', async () => {
    await save();
    const stored = [...(caches.stores.get(studyCacheName(owner)) ?? [])];
    const words = stored.map(([url, { body }]) => url + new TextDecoder().decode(body)).join('\n');
    expect(words).not.toContain('secret');
    expect(words).not.toMatch(/[?&]t=/);
  });

  test('a course is saved with at most four requests at a time, texts before images', async () => {
    const { steps } = await save();
    expect(server.maxOpen).toBeLessThanOrEqual(4);
    const firstImage = steps.findIndex(({ images }) => images.done > 0);
    expect(steps[firstImage]?.text).toEqual({ done: 10, total: 10 });
    expect(steps[0]?.text.total).toBe(10);
  });

  test('an image that several texts show is fetched once', async () => {
    for (const id of server.texts.keys()) server.texts.set(id, '![a](content:same) ![b](content:same)');
    await save();
    expect(server.requests.filter((path) => path === '/files/same.png')).toHaveLength(1);
  });

  test('a saved course counts as unfinished as soon as one copy is missing', async () => {
    await save();
    caches.stores
      .get(studyCacheName(owner))
      ?.delete([...(caches.stores.get(studyCacheName(owner))?.keys() ?? [])][5] ?? '');
    expect(await standing()).toBe('unfinished');
  });
});

describe('a part that its screen cannot show', () => {
  const set = { id: 'q-l2', lessonId: 'l2', title: '確認', updatedAt: AT };
  const lesson = {
    id: 'l2',
    title: '題',
    sectionId: 's-c1',
    chapterId: 'ch',
    order: 0,
    questionSets: [],
    updatedAt: AT,
  };
  test.each([
    [
      'a chapter of a section without title',
      '/sections/s-c1',
      { id: 's-c1', title: '節', chapters: [{ id: 'ch' }] },
      'outline',
    ],
    ['a lesson without title', '/lessons/l2', { ...lesson, courseId: 'c1', title: undefined }, 'lesson'],
    [
      'a lesson of another course, which its screen would ask for',
      '/lessons/l2',
      { ...lesson, courseId: 'c2' },
      'lesson',
    ],
    ['the address of a text without URL', '/content/md-l2', { address: '/files/md-l2.md' }, 'lesson'],
    ['a question set whose questions are no list', '/question-set/q-l2', { ...set, questions: 'many' }, 'question-set'],
    [
      'an explanation without question ids',
      '/question-set/q-l2/explanation',
      { questionSetId: 'q-l2', updatedAt: AT, questions: [{ explanation: '' }] },
      'explanation',
    ],
    ['a course without outline', '/courses/c1', { id: 'c1', title: '題' }, 'outline'],
    [
      'an outline with a section without chapters',
      '/courses/c1',
      { id: 'c1', title: '題', sections: [{ id: 's-c1', title: '節' }] },
      'outline',
    ],
    [
      'an outline with a chapter without lessons',
      '/courses/c1',
      { id: 'c1', title: '題', sections: [{ id: 's-c1', title: '節', chapters: [{ id: 'ch', title: '章' }] }] },
      'outline',
    ],
  ])(
    'fault: %s → the course does not count as saved, and the part is named as unreadable',
    async (_, path, body, kind) => {
      server.script = (asked) => (asked === path ? json(body) : undefined);

      await save();

      expect(await standing()).toBe('partial');
      const { contents } = (await readPackRecord(owner, 'c1')) ?? {};
      expect(contents?.faults).toMatchObject([{ kind, reason: 'unreadable' }]);
    },
  );

  test('fault: a text that is no UTF-8 → the course does not count as saved, and the lesson is named as unreadable', async () => {
    const body = new Uint8Array([0x82, 0xa0]);
    server.script = (asked) =>
      asked === '/files/md-l2.md' ? new Response(body, { headers: { 'Content-Type': 'text/markdown' } }) : undefined;

    await save();

    expect(await standing()).toBe('partial');
    const { contents } = (await readPackRecord(owner, 'c1')) ?? {};
    expect(contents?.faults).toMatchObject([{ kind: 'lesson', title: 'レッスンl2', reason: 'unreadable' }]);
  });
});

describe('saving again', () => {
  test('a continued save requests the outline and missing copies only', async () => {
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
    // The signed URLs of missing files are requested again, because copies are stored without signatures.
    const urls = server.requests.filter((path) => path.startsWith('/content/'));
    expect(urls.map((path) => path.slice('/content/'.length)).toSorted()).toEqual(
      server.requests
        .filter((path) => path.startsWith('/files/'))
        .map((path) => path.slice(7, path.lastIndexOf('.')))
        .toSorted(),
    );
    expect(again.filter((path) => !urls.includes(path))).toEqual(['/courses/c1']);
  });

  test('a save without changes requests the outline only', async () => {
    await save();
    server.requests.length = 0;
    await save();
    expect(server.requests).toEqual(['/courses/c1']);
  });

  test('a save without changes requests the outline only, also for copies of an earlier build with all their headers', async () => {
    await save();
    for (const copy of caches.stores.get(studyCacheName(owner))?.values() ?? []) {
      const told = new Map([
        ...copy.headers,
        ['x-cached-for', AT],
        ['etag', '"1"'],
        ['permissions-policy', 'camera=()'],
      ]);
      copy.headers = [...(told as Map<string, string>)];
    }
    server.requests.length = 0;

    await save();

    expect(server.requests).toEqual(['/courses/c1']);
    expect(await standing()).toBe('saved');
  });

  test('a save after a change requests only what belongs to the changed lesson', async () => {
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

  test('a save deletes copies that the course no longer has', async () => {
    await save();
    server.lessonIds.pop();
    server.courseVersion = '2026-11-20T00:00:00Z';
    await save();
    expect(copies().filter((path) => path.includes('l3'))).toEqual([]);
    expect(await standing()).toBe('saved');
  });
});

describe('failures of the network', () => {
  const portal = () => new Response('<html>Wi-Fi</html>', { headers: { 'Content-Type': 'text/html' } });
  test.each([
    ['no answer', 'dead', 'network'],
    ["a portal's page", portal, 'portal'],
    ['invalid JSON', () => new Response('{', { headers: { 'Content-Type': 'application/json' } }), 'portal'],
    ['401', () => json({ detail: 'いいえ' }, 401), 'session'],
  ] as const)('%s stops the save, and that answer is not stored', async (_, answer, reason) => {
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
  ] as const)('a part answered with %i is listed as a fault, and the others are saved', async (status, reason) => {
    server.script = (path) => (path === '/content/img-l2' ? json({ detail: 'いいえ' }, status) : undefined);
    const { result } = await save();
    expect(result?.survey.faults).toMatchObject([{ reason, item: { kind: 'image', title: 'レッスンl2' } }]);
    expect(await standing()).toBe('partial');
    expect(await readPackRecord(owner, 'c1')).toMatchObject({
      isDue: false,
      contents: { faults: [{ kind: 'image', title: 'レッスンl2', reason }] },
    });
  });

  test.each([503, 429, 520])(
    'a request answered with %i is repeated after Retry-After, and the save then succeeds',
    async (status) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      let busy = 2;
      server.script = (path) =>
        path === '/lessons/l1' && busy-- > 0
          ? new Response('', { status, headers: { 'Retry-After': '2' } })
          : undefined;
      let isSaved = false;
      const saving = save().finally(() => (isSaved = true));
      while (!isSaved) await vi.advanceTimersByTimeAsync(100);
      vi.useRealTimers();
      await saving;
      expect(server.requests.filter((path) => path === '/lessons/l1')).toHaveLength(3);
      expect(await standing()).toBe('saved');
    },
  );

  test('saving a course that the server no longer serves fails with the reason “gone”', async () => {
    server.script = (path) => (path === '/courses/c1' ? json({ detail: 'ない' }, 404) : undefined);
    await expect(save()).rejects.toMatchObject({ reason: 'gone' });
  });

  test("a course's image whose host allows no CORS is listed as a fault and not stored", async () => {
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

  test('a save stops when another user signs in, and stores no copy after that', async () => {
    server.script = async (path) => {
      if (path === '/courses/c1') await signInAs('b');
      return undefined;
    };
    await expect(save()).rejects.toMatchObject({ reason: 'session' });
    expect(copies()).toEqual(['/api/v1/courses/c1']);
  });
});
