/** The files of a pack, whose URLs may be signed for a while: who refuses what, and what goes for it. */
import type { FakeCaches } from '@tests/support/fake-caches';
import { beforeEach, expect, test } from 'vitest';

import { studyCacheName } from '@/offline/study-cache';

import { json, type PackServer } from './support/pack-server';
import { beginPacks, copies, owner, save, standing } from './support/packs';

let caches: FakeCaches;
let server: PackServer;

beforeEach(async () => {
  ({ caches, server } = await beginPacks());
});

test.each([400, 401, 403, 404, 410])(
  'a file that its host refuses with %i is named, and no copy goes for it',
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

test('files that are served with their signature only are saved', async () => {
  const refuseUnsigned = (path: string, search: string) =>
    path.startsWith('/files/') && !search.includes('Signature=secret') ? json({}, 403) : undefined;
  server.script = refuseUnsigned;
  const { result } = await save();
  expect(result?.survey.faults).toEqual([]);
  expect(await standing()).toBe('saved');
});

test('what was cut off goes on with new signatures, for those of the copies are gone', async () => {
  const refuseUnsigned = (path: string, search: string) =>
    path.startsWith('/files/') && !search.includes('Signature=secret') ? json({}, 403) : undefined;
  server.script = refuseUnsigned;
  await save();
  const store = caches.stores.get(studyCacheName(owner));
  for (const url of store?.keys() ?? []) if (url.includes('/files/')) store?.delete(url);
  expect(await standing()).toBe('unfinished');

  const { result } = await save();

  expect(result?.survey.faults).toEqual([]);
  expect(await standing()).toBe('saved');
});

test('what the API does not give any more goes, with the file that it named', async () => {
  await save();
  server.versions.set('l2', '2026-11-20T00:00:00Z');
  server.script = (path) => (path === '/content/md-l2' ? json({ title: 'ない' }, 404) : undefined);

  await save();

  expect(copies().filter((path) => path.includes('md-l2'))).toEqual([]);
});
