/** A saved course that has changed on the server: what opened before opens, wherever its update is broken off. */
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

/** A teacher has written a lesson anew: its text has another content id. */
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
  ['its new text is named', '/content/md-l2b'],
  ['its new text has come', '/files/md-l2b.md'],
  ['another lesson is asked for', '/lessons/l3'],
])('fault: the network is gone before %s → every lesson opens that did', async (_, dead) => {
  changeLesson((path) => path === dead);
  if (dead === '/lessons/l3') server.versions.set('l3', LATER);

  await expect(save()).rejects.toMatchObject({ reason: 'network' });

  await expectWhole();
});

test('fault: the network is gone before a lesson that is new in the outline → the outline names what is there', async () => {
  server.lessonIds.push('l4');
  server.courseVersion = LATER;
  server.texts.set('md-l4', '# 4');
  server.script = (path) => (path === '/lessons/l4' ? 'dead' : undefined);

  await expect(save()).rejects.toMatchObject({ reason: 'network' });

  await expectWhole();
});

test('the next save goes on to the end: the new text is there, the old one is gone', async () => {
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
  ['named elsewhere', json(`${API_HOST}/files/moved.png`), 'saved'],
  ['refused', json({}, 404), 'partial'],
])(
  'fault: a picture goes after it was named, and is %s when it is asked for again → what the server said last stays',
  async (_, again, stands) => {
    const cache = await openStudyCache(owner);
    for (const { url } of await cache.keys()) if (url.includes('/files/img-l2')) await cache.delete(url);
    let asked = 0;
    server.script = (path) => {
      if (path === '/files/img-l2.png') return json({}, 404);
      return path === '/content/img-l2' && (asked += 1) > 1 ? again : undefined;
    };

    await save();

    expect(await standing()).toBe(stands);
    expect(copies().includes('/files/moved.png')).toBe(stands === 'saved');
    expect(copies().includes('/api/v1/content/img-l2')).toBe(stands === 'saved');
    expect((await checkPack(owner, 'c1')).faults).toHaveLength(stands === 'saved' ? 0 : 1);
  },
);

test.each(['/lessons/l2', '/question-set/q-l2', '/content/md-l2'])(
  'fault: the server answers %s with what no screen can read → the older copy opens, and the fault is named',
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

test('fault: the server answers the outline with what no screen can read → the course opens as it was', async () => {
  server.script = (path) => (path === '/courses/c1' ? json({ message: 'maintenance' }) : undefined);

  await expect(save()).rejects.toMatchObject({ reason: 'gone' });

  await expectWhole();
});

/** An update that ends at a picture of its new text: text and another picture have come. */
async function breakUpdateOff(): Promise<void> {
  changeLesson((path) => path === '/content/late');
  server.texts.set('md-l2b', '![図](content:early) ![図](content:late)');
  await expect(save()).rejects.toMatchObject({ reason: 'network' });
  expect(copies()).toContain('/files/md-l2b.md');
}

test('fault: a broken-off update, then the course is deleted → nothing of it stays', async () => {
  await breakUpdateOff();

  await removePack(owner, 'c1');

  expect(copies()).toEqual([]);
});

test('fault: a broken-off update, then other data is deleted → what has come of it stays', async () => {
  await breakUpdateOff();

  expect(await removeOtherCopies(owner)).toBe(0);
});

test('fault: a broken-off update, then the lesson is another again → nothing of the first stays', async () => {
  const held = copies();
  await breakUpdateOff();
  server.script = () => undefined;

  await save();

  await expectWhole();
  expect(copies()).toEqual(held);
});

test('fault: an update of lessons that were read online is broken off → what has not changed is not asked for again', async () => {
  // The worker's copies do not say for which version they are.
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
