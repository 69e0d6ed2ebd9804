/**
 * Tests if the device's storage counts as persistent: by the browser's current state, or else by its last answer to the
 * app's request for persistence.
 */
import { beforeEach, expect, test, vi } from 'vitest';

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

const setStorage = (storage: object) => vi.stubGlobal('navigator', { storage });

test.each([
  [true, 'protected'],
  [false, 'unprotected'],
])('the browser’s state of persistence is used: %s is %s', async (persisted, protection) => {
  words.set('manabiba-persist', persisted ? 'no' : 'yes');
  setStorage({ persisted: () => Promise.resolve(persisted) });
  expect(await readProtection()).toBe(protection);
});

test.each([
  [true, 'protected'],
  [false, 'unprotected'],
])(
  'where the browser reports no state, its answer to the request is used and stored: %s is %s',
  async (answer, protection) => {
    setStorage({ persist: () => Promise.resolve(answer) });
    expect(await readProtection()).toBe('unknown');
    await requestPersistence();
    expect(await readProtection()).toBe(protection);
  },
);

test('a browser without the API, or with a failing one, does not count as refusing persistence', async () => {
  vi.stubGlobal('navigator', {});
  await requestPersistence();
  expect(await readProtection()).toBe('unknown');
  const fail = () => Promise.reject(new TypeError('opaque'));
  setStorage({ persist: fail, persisted: fail });
  await requestPersistence();
  expect(await readProtection()).toBe('unknown');
});
