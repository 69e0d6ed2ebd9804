/** Tests stores whose records belong to an owner. */
import { beforeEach, expect, test } from 'vitest';

import { admitOwned, dropOwned, wipeOwned, keepOwned, listOwned, readOwned } from '@/storage/owned-store';

const a = 'https://api.example|u1';
const b = 'https://api.example|u10';

beforeEach(async () => {
  for (const owner of [a, b]) {
    await wipeOwned(owner);
    await admitOwned(owner);
  }
});

test('a record is written, listed, read and deleted under its owner', async () => {
  expect(await keepOwned('queries', a, '["me"]', { x: 1 })).toBe(true);
  expect(await readOwned('queries', a, '["me"]')).toEqual({ x: 1 });
  expect(await listOwned('queries', a)).toEqual([['["me"]', { x: 1 }]]);
  expect(await readOwned('drafts', a, '["me"]')).toBeUndefined();
  expect(await listOwned('queries', b)).toEqual([]);
  await dropOwned('queries', a, '["me"]');
  expect(await listOwned('queries', a)).toEqual([]);
});

test('deleting an owner’s records keeps those of an owner whose id starts the same', async () => {
  await keepOwned('queries', a, 'key', 1);
  await keepOwned('queries', b, 'key', 2);
  await wipeOwned(a);
  expect(await listOwned('queries', a)).toEqual([]);
  expect(await listOwned('queries', b)).toEqual([['key', 2]]);
});

test('writes for an owner who is signing out are dropped until they sign in again', async () => {
  await wipeOwned(a);
  expect(await keepOwned('drafts', a, 'key', 1)).toBe(false);
  expect(await readOwned('drafts', a, 'key')).toBeUndefined();
  await admitOwned(a);
  expect(await keepOwned('drafts', a, 'key', 1)).toBe(true);
});

test('a write that races with the deletion of its owner’s records leaves no record', async () => {
  const writes = Array.from({ length: 20 }, (_, index) => keepOwned('queries', a, `key${index}`, index));
  await Promise.all([...writes.slice(0, 10), wipeOwned(a), ...writes.slice(10)]);
  expect(await listOwned('queries', a)).toEqual([]);
});

test("reading positions of an earlier version are moved under the owner's keys", async () => {
  const { createDeviceStore } = await import('@/storage/device-store');
  const { set } = await import('idb-keyval');
  await set(`${a}|l1`, 0.5, createDeviceStore('reading-positions', 'positions'));
  expect(await listOwned('reading-positions', a)).toEqual([['l1', 0.5]]);
});
