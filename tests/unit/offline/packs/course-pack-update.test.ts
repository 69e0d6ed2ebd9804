/**
 * Tests updating a saved course that has changed on the server: every lesson still opens, wherever the update is
 * interrupted.
 */
import { beforeEach, expect, test } from 'vitest';

import { CACHED_FOR_HEADER } from '@/offline/copies/study-cache';
import { checkPack } from '@/offline/packs/course-pack-check';
import { openStudyCache, readPackRecord } from '@/offline/packs/course-pack-records';
import { removeOtherCopies, removePack } from '@/offline/packs/course-pack-removal';

import { API_HOST, json, type PackServer } from '../support/pack-server';
import { beginPacks, copies, owner, save, standing } from '../support/packs';

const LATER = '2026-11-20T00:00:00Z';

let server: PackServer;
beforeEach(async () => {
  ({ server } = await beginPacks());
  await save();
});

/** Changes a lesson on the server: its text gets another content id. */
function changeLesson(isDead: (path: string) => boolean): void {
  server.versions.set('l2', LATER);
  server.courseVersion = LATER;
  server.texts.set('md-l2b', '# 新しい本文');
  server.script = (path) => {
    if (isDead(path)) return 'dead';
    if (path !== '/lessons/l2') return undefined;
    const questionSets = [{ id: 'q-l2', title: '確認', questionCount: 1 }];
    const place = { courseId: 'c1', sectionId: 's-c1', chapterId: 'ch', contentId: 'md-l2b' };
    return json({
      id: 'l2',
      title: 'レッスンl2',
      order: 0,
      questionSetCount: 1,
      updatedAt: LATER,
      ...place,
      questionSets,
    });
  };
}

async function expectWhole(): Promise<void> {
  expect((await checkPack(owner, 'c1')).faults).toEqual([]);
  expect(await standing()).toBe('saved');
}

test.each([
  ['the URL of the new text is read', '/content/md-l2b'],
  ['the new text has arrived', '/files/md-l2b.md'],
  ['another lesson is requested', '/lessons/l3'],
])('fault: the network fails before %s → every lesson that opened still opens', async (_, dead) => {
  changeLesson((path) => path === dead);
  if (dead === '/lessons/l3') server.versions.set('l3', LATER);

  await expect(save()).rejects.toMatchObject({ reason: 'network' });

  await expectWhole();
});

test('fault: the network fails before a lesson that is new in the outline → the outline names only stored lessons', async () => {
  server.lessonIds.push('l4');
  server.courseVersion = LATER;
  server.texts.set('md-l4', '# 4');
  server.script = (path) => (path === '/lessons/l4' ? 'dead' : undefined);

  await expect(save()).rejects.toMatchObject({ reason: 'network' });

  await expectWhole();
});

test('after an interrupted update of a course, the next save stores the new text and deletes the old one', async () => {
  changeLesson((path) => path === '/files/md-l2b.md');
  await expect(save()).rejects.toMatchObject({ reason: 'network' });
  changeLesson(() => false);

  await save();

  await expectWhole();
  expect(copies()).toContain('/files/md-l2b.md');
  expect(copies()).not.toContain('/files/md-l2.md');
  expect((await readPackRecord(owner, 'c1'))?.contents?.courseUpdatedAt).toBe(LATER);
});

test.each([
  ['moved', json(`${API_HOST}/files/moved.png`), 'saved'],
  ['refused', json({ detail: 'ない' }, 404), 'partial'],
])(
  'fault: a picture disappears after its URL was read, and is %s when it is requested again → the server’s last answer counts',
  async (_, again, status) => {
    const cache = await openStudyCache(owner);
    for (const { url } of await cache.keys()) if (url.includes('/files/img-l2')) await cache.delete(url);
    let asked = 0;
    server.script = (path) => {
      if (path === '/files/img-l2.png') return json({}, 404);
      return path === '/content/img-l2' && (asked += 1) > 1 ? again : undefined;
    };

    await save();

    expect(await standing()).toBe(status);
    expect(copies().includes('/files/moved.png')).toBe(status === 'saved');
    expect(copies().includes('/api/v1/content/img-l2')).toBe(status === 'saved');
    expect((await checkPack(owner, 'c1')).faults).toHaveLength(status === 'saved' ? 0 : 1);
  },
);

test.each(['/lessons/l2', '/question-set/q-l2', '/content/md-l2'])(
  'fault: the server answers %s with an invalid body → the older copy opens, and the fault is listed',
  async (path) => {
    server.versions.set('l2', LATER);
    server.script = (asked) => (asked === path ? json({ message: 'maintenance' }) : undefined);
    const held = copies();

    const { result } = await save();

    expect(result?.survey.faults).toMatchObject([{ reason: 'unreadable' }]);
    expect((await checkPack(owner, 'c1')).faults).toEqual([]);
    expect(copies()).toEqual(held);
  },
);

/** Runs an update that is interrupted at a picture of the new text, after the text and another picture have arrived. */
async function breakUpdateOff(): Promise<void> {
  changeLesson((path) => path === '/content/late');
  server.texts.set('md-l2b', '![図](content:early) ![図](content:late)');
  await expect(save()).rejects.toMatchObject({ reason: 'network' });
  expect(copies()).toContain('/files/md-l2b.md');
}

test('fault: a course’s update is interrupted, then the course is deleted → all copies of the course are deleted', async () => {
  await breakUpdateOff();

  await removePack(owner, 'c1');

  expect(copies()).toEqual([]);
});

test('fault: a course’s update is interrupted, then copies that belong to no saved course are deleted → files fetched so far stay', async () => {
  await breakUpdateOff();

  expect(await removeOtherCopies(owner)).toBe(0);
});

test('fault: an update is interrupted, then the lesson changes a second time → no copy of the first change remains', async () => {
  const held = copies();
  await breakUpdateOff();
  server.script = () => undefined;

  await save();

  await expectWhole();
  expect(copies()).toEqual(held);
});

test('fault: an update of lessons that were read online is interrupted → unchanged copies are not requested again', async () => {
  // Copies that the service worker made while the lessons were read online carry no version header.
  const cache = await openStudyCache(owner);
  for (const { url } of await cache.keys()) {
    const copy = await cache.match(url);
    if (url.includes('/api/v1/')) copy?.headers.delete(CACHED_FOR_HEADER);
    if (copy) await cache.put(url, copy);
  }
  await breakUpdateOff();
  server.requests.length = 0;
  changeLesson(() => false);

  await save();

  await expectWhole();
  expect(server.requests).toContain('/lessons/l2');
  expect(server.requests.filter((path) => /(lessons|md|q)[-/]l[13]/.test(path))).toEqual([]);
});

test.each([
  ['foreign JSON', () => json({ message: 'Forbidden' }, 403), 'portal'],
  ['a refusal like the API’s', () => json({ detail: 'いいえ' }, 403), 'portal'],
  ['an empty 404', () => new Response(null, { status: 404 }), 'portal'],
  ['a request for HTTP Basic', () => json({}, 401), 'portal'],
])(
  'fault: a gateway answers instead of the server (%s) → saving stops, and no copy is deleted',
  async (_, answer, reason) => {
    await save();
    const before = copies();
    server.isOwn = false;
    server.courseVersion = '2026-11-02T00:00:00Z';
    server.script = answer;

    await expect(save()).rejects.toMatchObject({ name: 'PackStop', reason });

    expect(copies()).toEqual(before);
  },
);

test.each([
  ['a page', () => new Response('<!doctype html>', { status: 404, headers: { 'Content-Type': 'text/html' } })],
  ['an empty body', () => new Response(null, { status: 404 })],
])(
  'fault: a server without error bodies has deleted one lesson (404 with %s) → the rest is saved, and its copy stays',
  async (_, answer) => {
    await save();
    server.versions.set('l2', '2026-11-02T00:00:00Z');
    server.script = (path) => (path === '/lessons/l2' ? answer() : undefined);

    const { result } = await save();

    expect(result?.survey.faults).toMatchObject([{ reason: 'unreadable', item: { title: 'レッスンl2' } }]);
    expect(copies()).toContain('/api/v1/lessons/l2');
  },
);

type PortalAnswers = [string, () => Response][];
const shownByOneAnswer: PortalAnswers = [
  ['an error', () => json({ error: 'login required' })],
  ['a login address', () => json({ login_url: 'https://portal.example/welcome' })],
  ['a login address as a URL', () => json({ url: 'https://portal.example/login.php?to=x' })],
  ['a page of the type JSON', () => new Response('<html>', { headers: { 'Content-Type': 'application/json' } })],
];
const alsoOfOneBrokenLesson: PortalAnswers = [
  ['foreign JSON', () => json({ message: 'maintenance' })],
  ['an empty body', () => new Response('', { headers: { 'Content-Type': 'application/json' } })],
];
test.each([...shownByOneAnswer, ...alsoOfOneBrokenLesson])(
  'fault: a portal answers everything with status 200 and %s → saving stops, and no copy changes',
  async (_, answer) => {
    const before = copies();
    server.courseVersion = LATER;
    server.script = answer;

    await expect(save()).rejects.toMatchObject({ name: 'PackStop', reason: 'portal' });

    server.script = () => undefined;
    expect(copies()).toEqual(before);
    await expectWhole();
  },
);

test.each(shownByOneAnswer)(
  'fault: a portal answers from a lesson on with status 200 and %s → saving stops, and every lesson still opens',
  async (_, answer) => {
    for (const dead of ['/lessons/l2', '/content/md-l2']) {
      changeLesson(() => false);
      const { script } = server;
      let isPortal = false;
      server.script = (path, search) => {
        isPortal ||= path.startsWith(dead);
        return isPortal ? answer() : script(path, search);
      };

      await expect(save()).rejects.toMatchObject({ name: 'PackStop', reason: 'portal' });
      await expectWhole();
    }
  },
);
