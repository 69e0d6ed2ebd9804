/** Tests replay with expired tokens, one sender at a time, and devices that fail. */
import { beforeEach, describe, expect, test, vi } from 'vitest';

import { ENTRY_VERSION } from '@/offline/queue/entries';
import { countQueue } from '@/offline/queue/queue-counts';
import { transact } from '@/offline/queue/queue-store';
import { createReplayer as createSender } from '@/offline/queue/replay';
import { readSession } from '@/session/session';
import type * as deviceStore from '@/storage/device-store';

import { countLockRequests, createContext, runIn } from '../support/crash-contexts';
import { keyOf, signInAs } from '../support/people';
import { useReplay, giveRefreshToken, saveLessons, sentWords, createReplayer } from '../support/replay';

vi.mock('@/storage/device-store', async (original) => {
  const { withCrashPoints } = await import('../support/crash-contexts');
  const real = await original<typeof deviceStore>();
  return { ...real, createDeviceStore: withCrashPoints(real.createDeviceStore) };
});

const a = keyOf('a');
const server = useReplay();

describe('401', () => {
  const renewed = () => Response.json({ access_token: 'token-a-2', token_type: 'bearer' });

  beforeEach(() => {
    vi.stubGlobal('sessionStorage', undefined);
    server.expired.add('token-a');
  });

  test('fault: the access token expires during a replay → one refresh, every call received once', async () => {
    const refresh = giveRefreshToken(renewed);
    await saveLessons('l1', 'l2', 'l3');
    expect(await createReplayer('page').replay()).toMatchObject({ received: 3, waiting: 0 });
    expect(refresh.count()).toBe(1);
    expect(server.requests.map(({ mode }) => mode)).toEqual([401, 'ok', 'ok', 'ok']);
    expect(await readSession()).toMatchObject({ accessToken: 'token-a-2' });
  });

  test('fault: the refresh is refused → the run ends, all calls stay queued until a sign-in', async () => {
    giveRefreshToken(() => Response.json({ detail: 'no' }, { status: 401 }));
    await saveLessons('l1', 'l2');
    expect(await createReplayer('page').replay()).toMatchObject({ stoppedBy: 'session', waiting: 2 });
    expect(server.requests).toHaveLength(1);
    await signInAs('a', 'token-a-3');
    expect(await createReplayer('page').replay()).toMatchObject({ received: 2 });
  });

  test('fault: the refreshed token is refused as well → one retry, then the run ends', async () => {
    server.expired.add('token-a-2');
    const refresh = giveRefreshToken(renewed);
    await saveLessons('l1');
    expect(await createReplayer('page').replay()).toMatchObject({ stoppedBy: 'session', waiting: 1 });
    expect([refresh.count(), server.requests.length]).toEqual([1, 2]);
  });

  test('fault: the refresh gets no answer → the run ends as without a network', async () => {
    giveRefreshToken(() => {
      throw new TypeError('fetch failed');
    });
    await saveLessons('l1');
    expect(await createReplayer('page').replay()).toMatchObject({ stoppedBy: 'network', waiting: 1 });
  });

  test('fault: a portal answers the refresh → the run ends as behind a portal', async () => {
    giveRefreshToken(() => new Response('<html>', { headers: { 'Content-Type': 'text/html' } }));
    await saveLessons('l1');
    expect(await createReplayer('page').replay()).toMatchObject({ stoppedBy: 'portal', waiting: 1 });
  });

  test('fault: the refresh is answered with 503 → all calls are delayed', async () => {
    giveRefreshToken(() => Response.json({}, { status: 503 }));
    await saveLessons('l1');
    expect(await createReplayer('page').replay()).toMatchObject({ stoppedBy: 'pause', waiting: 1 });
  });

  test('fault: the worker’s request is answered with 401 → the worker never refreshes, the call stays queued', async () => {
    const refresh = giveRefreshToken(renewed);
    await saveLessons('l1', 'l2');
    expect(await createReplayer('worker').replay()).toMatchObject({ stoppedBy: 'session', waiting: 2 });
    expect([refresh.count(), server.requests.length]).toEqual([0, 1]);
  });
});

describe('one sender at a time', () => {
  test('fault: two tabs and the worker replay at once → no request twice', async () => {
    await saveLessons('l1', 'l2', 'l3', 'l4', 'l5');
    const places = ['page', 'page', 'worker'] as const;
    const outcomes = await Promise.all(
      places.map((place, index) => runIn(createContext(`${place} ${index}`), () => createReplayer(place).replay())),
    );
    expect(server.requests).toHaveLength(5);
    expect(outcomes.map((outcome) => outcome?.received)).toEqual([5, 0, 0]);
  });

  test('a context that is triggered repeatedly requests the lock once', async () => {
    await saveLessons('l1');
    const [holder, asker] = [createReplayer('page'), createReplayer('worker')];
    let most = 0;
    server.gate = async () => {
      for (let time = 0; time < 10; time += 1) void asker.replay();
      most = Math.max(most, countLockRequests('replay'));
    };
    await holder.replay();
    await asker.replay();
    expect(most).toBe(2);
    expect(server.requests).toHaveLength(1);
  });

  test('fault: the sender is killed while holding the lock → the next one continues, nothing is lost', async () => {
    await saveLessons('l1', 'l2', 'l3');
    const worker = createContext('worker');
    const running = runIn(worker, () => createReplayer('worker').replay());
    server.gate = async () => {
      if (server.requests.length === 2) worker.kill();
    };
    await running;
    server.gate = undefined;
    expect(await createReplayer('page').replay()).toMatchObject({ waiting: 0 });
    expect([...server.recorded]).toEqual(['a read:l1', 'a read:l2', 'a read:l3']);
  });

  test('fault: the browser freezes a sending tab, or puts it into the back/forward cache → its request is aborted before the lock is released, another tab sends the queue; resumed late, the tab sends nothing more', async () => {
    await saveLessons('l1', 'l2', 'l3');
    const [frozen, tab] = [createSender('page'), createReplayer('page')];
    let wake: () => void = () => undefined;
    const isUnderWay = new Promise<void>((resolve) => {
      server.gate = () => {
        server.gate = undefined;
        resolve();
        return new Promise((answer) => (wake = answer));
      };
    });
    const study = globalThis.fetch;
    const signals: (AbortSignal | null | undefined)[] = [];
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
      signals.push(init.signal);
      return study(url, init);
    });
    const running = frozen.replay();
    await isUnderWay;
    const isBrokenOff = navigator.locks.request('replay', async () => signals[0]?.aborted);
    frozen.abort();
    expect(await isBrokenOff).toBe(true);
    expect(await running).toMatchObject({ received: 0 });
    expect(await tab.replay()).toMatchObject({ received: 3, waiting: 0 });
    wake();
    expect(await frozen.replay()).toMatchObject({ received: 0 });
    expect(sentWords()).toEqual(['a read:l1', 'a read:l1', 'a read:l2', 'a read:l3']);
    expect(server.recorded.size).toBe(3);
    expect(await countQueue(a)).toEqual({ waiting: 0, refused: 0, unreadable: 0, receipts: 3 });
  });

  test('fault: the browser freezes a tab that waits for the lock → it withdraws its request, and requests the lock again when it is resumed', async () => {
    await saveLessons('l1', 'l2');
    const [holder, frozen] = [createReplayer('worker'), createSender('page')];
    server.gate = async () => {
      server.gate = undefined;
      const waiting = frozen.replay();
      expect(countLockRequests('replay')).toBe(2);
      frozen.abort();
      expect(await waiting).toMatchObject({ received: 0 });
      expect(countLockRequests('replay')).toBe(1);
    };
    expect(await holder.replay()).toMatchObject({ received: 2, waiting: 0 });
    await saveLessons('l3');
    expect(await frozen.replay()).toMatchObject({ received: 1 });
  });

  test('a trigger that arrives during a run that fails for lack of a network starts one more run', async () => {
    await saveLessons('l1');
    server.script = ['dead'];
    const replayer = createReplayer('page');
    server.gate = async () => {
      server.gate = undefined;
      void replayer.replay();
    };
    expect(await replayer.replay()).toMatchObject({ received: 1, waiting: 0 });
  });
});

describe('unexpected records', () => {
  test('fault: a record that does not parse is first in the queue → it is set aside, and the others are sent', async () => {
    await saveLessons('l1', 'l2');
    await transact('readwrite', async (store) => void store.put('x', ['queued', a, 1]));
    expect(await createReplayer('page').replay()).toMatchObject({ received: 1, waiting: 0 });
    expect(await countQueue(a)).toMatchObject({ unreadable: 1 });
  });

  test('fault: a queued record is of a newer version → neither sent nor deleted, the others are sent', async () => {
    await saveLessons('l1', 'l2');
    await transact('readwrite', async (store) => void store.put({ version: ENTRY_VERSION + 1 }, ['queued', a, 1]));
    expect(await createReplayer('page').replay()).toMatchObject({ received: 1, waiting: 1 });
    expect(sentWords()).toEqual(['a read:l2']);
  });

  test.each([[['l1']], [['l1', 'l2']]])(
    'fault: the device cannot write during a replay (%j queued) → the run ends and reports it; nothing is lost or sent',
    async (lessons) => {
      await saveLessons(...lessons);
      const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
        throw new DOMException('no', 'DataError');
      });
      expect(await createReplayer('page').replay()).toMatchObject({ stoppedBy: 'storage', waiting: lessons.length });
      expect(server.requests).toHaveLength(lessons.length);
      put.mockRestore();
      expect(await createReplayer('page').replay()).toMatchObject({ received: lessons.length, waiting: 0 });
      expect(server.recorded.size).toBe(lessons.length);
    },
  );

  test('fault: the device gets full during a replay → received calls leave the queue, without a receipt', async () => {
    await saveLessons('l1');
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(await createReplayer('page').replay()).toMatchObject({ waiting: 0 });
    put.mockRestore();
    expect(await countQueue(a)).toMatchObject({ waiting: 0, receipts: 0 });
  });

  test("fault: the device's storage cannot be read → replay reports it and does not throw", async () => {
    await saveLessons('l1');
    const get = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
      throw new DOMException('gone', 'DataError');
    });
    const outcome = await createReplayer('page').replay();
    get.mockRestore();
    expect(outcome).toMatchObject({ stoppedBy: 'storage', received: 0 });
  });
});
