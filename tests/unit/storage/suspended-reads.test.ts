/**
 * Tests transactions of a page that the browser is about to freeze: reads and deferrable writes must not block other
 * tabs.
 */
import { get, promisifyRequest, set } from 'idb-keyval';
import { describe, expect, test, vi } from 'vitest';

import { createDeviceStore, suspendReads, resumeReads } from '@/storage/device-store';

let stores = 0;
const freshName = () => `resting-${(stores += 1)}`;

describe('suspended transactions', () => {
  test('a suspension aborts a running read, so that another tab can write, and starts no new one; reads start again on resume', async () => {
    const name = freshName();
    const [store, otherTab] = [createDeviceStore(name, 'store'), createDeviceStore(name, 'store')];
    await set('key', 1, store);
    // While the read transaction is open, no other context can write.
    const looked = vi.fn<(value: unknown) => void>();
    const look = store('readonly', async (objects) => {
      while (!looked.mock.calls.length) await promisifyRequest(objects.get('key'));
      return promisifyRequest(objects.get('key'));
    });
    await new Promise((resolve) => setTimeout(resolve));

    suspendReads();
    const late = get('key', store);
    await set('key', 2, otherTab);
    expect(looked).not.toHaveBeenCalled();
    looked(2);
    resumeReads();

    expect(await Promise.all([look, late])).toEqual([2, 2]);
  });

  test('a suspension aborts a deferrable write completely, and it is run again after resuming', async () => {
    const name = freshName();
    const [store, otherTab] = [createDeviceStore(name, 'store'), createDeviceStore(name, 'store')];
    await set('key', 1, store);
    const goOn = vi.fn<() => void>();
    const writing = store(
      'readwrite',
      async (objects) => {
        objects.put((await promisifyRequest<number>(objects.get('key'))) + 10, 'key');
        while (!goOn.mock.calls.length) await promisifyRequest(objects.get('key'));
      },
      true,
    );
    await new Promise((resolve) => setTimeout(resolve));

    suspendReads();
    const found = await otherTab('readwrite', async (objects) => {
      const value = await promisifyRequest<number>(objects.get('key'));
      objects.put(2, 'key');
      return value;
    });
    expect(found).toBe(1);
    goOn();
    resumeReads();
    await writing;

    expect(await get('key', store)).toBe(12);
  });

  test.each([
    ['a write', 'readwrite'],
    ['a read', 'readonly'],
  ] as const)(
    '%s that is aborted repeatedly, by a page that is frozen and resumed, succeeds in the end',
    async (_, mode) => {
      const store = createDeviceStore(freshName(), 'store');
      await set('key', 1, store);
      const goOn = vi.fn<() => void>();
      const working = store(
        mode,
        async (objects) => {
          const value = await promisifyRequest<number>(objects.get('key'));
          if (mode === 'readwrite') objects.put(value + 10, 'key');
          while (!goOn.mock.calls.length) await promisifyRequest(objects.get('key'));
          return value;
        },
        true,
      );
      for (let turn = 0; turn < 3; turn += 1) {
        await new Promise((resolve) => setTimeout(resolve));
        suspendReads();
        await new Promise((resolve) => setTimeout(resolve));
        resumeReads();
      }
      goOn();

      expect(await working).toBe(1);
      expect(await get('key', store)).toBe(mode === 'readwrite' ? 11 : 1);
    },
  );

  test('a write that cannot be deferred is committed during a suspension', async () => {
    const store = createDeviceStore(freshName(), 'store');
    suspendReads();
    await set('key', 1, store);
    resumeReads();
    expect(await get('key', store)).toBe(1);
  });

  test.each([
    ['Chromium, which evicts a page that others wait for', { onfreeze: null }, 11],
    ['other browsers', {}, 1],
  ])(
    'in the back/forward cache of %s, a page holds what may not block others, and goes on when it returns',
    async (_, document, during) => {
      const [name, page] = [freshName(), new EventTarget()];
      vi.stubGlobal('window', page).stubGlobal('document', document);
      vi.resetModules();
      const { createDeviceStore: create } = await import('@/storage/device-store');
      const [store, otherTab] = [create(name, 'store'), createDeviceStore(name, 'store')];
      await set('key', 1, otherTab);
      const turn = (type: string) => page.dispatchEvent(Object.assign(new Event(type), { persisted: true }));
      const goOn = vi.fn<() => void>();
      const add = async (objects: IDBObjectStore) => {
        objects.put((await promisifyRequest<number>(objects.get('key'))) + 5, 'key');
        while (!goOn.mock.calls.length) await promisifyRequest(objects.get('key'));
      };
      const started = store('readwrite', add);
      await new Promise((resolve) => setTimeout(resolve));
      turn('pagehide');
      const late = store('readwrite', add);
      goOn();

      expect(await get('key', otherTab)).toBe(during);
      turn('pageshow');
      await Promise.all([started, late]);

      expect(await get('key', otherTab)).toBe(11);
      vi.unstubAllGlobals();
    },
  );
});
