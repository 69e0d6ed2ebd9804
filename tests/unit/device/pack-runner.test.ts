/** Tests actions on saved courses while one of them is being saved. */
import { beforeEach, expect, test } from 'vitest';

import { deleteOtherCopies } from '@/device/packs/pack-runner';
import { withLock } from '@/storage/locks';

import type { PackServer } from '../offline/support/pack-server';
import { json } from '../offline/support/pack-server';
import { beginPacks, copies, owner, save, standing } from '../offline/support/packs';

let server: PackServer;
beforeEach(async () => {
  ({ server } = await beginPacks());
});

test('fault: other data is deleted while a course is updated → the update’s copies that have already arrived are not deleted', async () => {
  await save();
  let deleting: Promise<number> | undefined;
  server.versions.set('l2', '2026-11-20T00:00:00Z');
  server.texts.set('md-l2b', '![図](content:late)');
  const place = { courseId: 'c1', sectionId: 's-c1', chapterId: 'ch', contentId: 'md-l2b' };
  server.script = async (path) => {
    if (path === '/lessons/l2') return json({ id: 'l2', title: '新', updatedAt: '2026-11-20T00:00:00Z', ...place });
    if (path !== '/content/late') return undefined;
    expect(copies()).toContain('/files/md-l2b.md');
    deleting = deleteOtherCopies(owner);
    // Waits long enough for the deletion to finish if it did not wait for the lock.
    await Promise.race([deleting, new Promise((resolve) => setTimeout(resolve, 200))]);
    return undefined;
  };

  const { result } = await withLock('packs', () => save());

  expect(await deleting).toBe(0);
  expect(result?.survey.faults).toEqual([]);
  expect(await standing()).toBe('saved');
});
