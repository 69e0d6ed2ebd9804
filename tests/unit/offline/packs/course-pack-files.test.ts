/**
 * Tests the files of a course pack, whose URLs may be signed and expire: refusals, new signatures, progress in bytes.
 */
import type { FakeCaches } from '@tests/support/fake-caches';
import { beforeEach, expect, test, vi } from 'vitest';

import { studyCacheName } from '@/offline/copies/study-cache';

import { json, type PackServer } from '../support/pack-server';
import { beginPacks, copies, owner, save, standing } from '../support/packs';

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
