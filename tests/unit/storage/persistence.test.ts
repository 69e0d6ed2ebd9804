/** Whether the browser keeps what is stored: what it says now, else what it answered. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { requestPersistence, readProtection } from '@/storage/persistence';

const words = new Map<string, string>();

beforeEach(() => {
  words.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => words.get(key) ?? null,
    setItem: (key: string, word: string) => void words.set(key, word),
    removeItem: (key: string) => void words.delete(key),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const setStorage = (storage: object) => vi.stubGlobal('navigator', { storage });

test.each([
  [true, 'protected'],
  [false, 'unprotected'],
])('what it says now counts: %s is %s', async (persisted, protection) => {
  words.set('manabiba-persist', persisted ? 'no' : 'yes');
  setStorage({ persisted: () => Promise.resolve(persisted) });
  expect(await readProtection()).toBe(protection);
});

test.each([
  [true, 'protected'],
  [false, 'unprotected'],
])('where it does not say, its answer counts, and is kept: %s is %s', async (answer, protection) => {
  setStorage({ persist: () => Promise.resolve(answer) });
  expect(await readProtection()).toBe('unknown');
  await requestPersistence();
  expect(await readProtection()).toBe(protection);
});

test('a browser without any of it, or that fails, is not taken for one that refuses', async () => {
  vi.stubGlobal('navigator', {});
  await requestPersistence();
  expect(await readProtection()).toBe('unknown');
  const fail = () => Promise.reject(new TypeError('opaque'));
  setStorage({ persist: fail, persisted: fail });
  await requestPersistence();
  expect(await readProtection()).toBe('unknown');
});
