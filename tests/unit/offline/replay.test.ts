/** Replay: what is sent, in which order, by whom, and what stops it. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { ENTRY_VERSION } from '@/offline/entries';
import { enqueue } from '@/offline/queue';
import { countQueue, listQueue, listReceipts, listRefused } from '@/offline/queue-lists';
import { transact } from '@/offline/queue-store';
import { createReplayer, replay } from '@/offline/replay';
import { clearSession, readSession } from '@/session/session';
import type * as deviceStore from '@/storage/device-store';
import { hearAllNews, type News } from '@/storage/news';
import { now, shiftClock } from '@/storage/now';

import { answerSubmit, emptyQueue, keyOf, lessonRead, signInAs } from './support/people';
import { installStudyServer, type StudyServer } from './support/study-server';
import { countClaims, createContext, installLocks, runIn } from './support/world';

vi.mock('@/storage/device-store', async (original) => {
  const { createMortalStores } = await import('./support/world');
  const real = await original<typeof deviceStore>();
  return { ...real, createDeviceStore: createMortalStores(real.createDeviceStore) };
});

const a = keyOf('a');
const b = keyOf('b');
const DAY_MS = 86_400_000;
let server: StudyServer;

beforeEach(async () => {
  shiftClock(0);
  installLocks();
  server = installStudyServer();
  server.date = new Date();
  await emptyQueue();
  await signInAs('a');
});

afterEach(() => {
  vi.unstubAllGlobals();
});

function sentWords(): string[] {
  return server.requests.map(({ user, call }) => `${user} ${call}`);
}

async function saveLessons(...lessons: string[]): Promise<void> {
  for (const lesson of lessons) await enqueue(a, lessonRead(lesson));
}

describe('sending', () => {
  test('goes oldest first, and each becomes a receipt', async () => {
    await saveLessons('l1', 'l2');
    const submit = answerSubmit('s1', '00000000-0000-4000-8000-000000000abc');
    await enqueue(a, submit);
    const outcome = await createReplayer('page').replay();
    expect(outcome).toMatchObject({ owner: a, received: 3, refused: 0, waiting: 0 });
    expect(outcome.stoppedBy).toBeUndefined();
    expect(sentWords()).toEqual(['a read:l1', 'a read:l2', 'a submit:00000000-0000-4000-8000-000000000abc']);
    expect(await listQueue(a)).toEqual([]);
    expect(await listReceipts(a)).toHaveLength(3);
  });

  test("a receipt carries the server's time and answer", async () => {
    server.date = new Date('2020-01-02T03:04:05Z');
    await enqueue(a, answerSubmit('s1'));
    await saveLessons('l1');
    await createReplayer('page').replay();
    const [lesson, submit] = await listReceipts(a);
    expect(lesson?.receipt).toMatchObject({ receivedAt: '2020-01-02T03:04:05.000Z', byServer: true });
    expect(submit?.receipt).toMatchObject({ byServer: true, answer: { score: 1, maxScore: 1 } });
  });

  test('an empty 2xx is a receipt too', async () => {
    server.otherwise = 'empty';
    await saveLessons('l1');
    expect(await createReplayer('page').replay()).toMatchObject({ received: 1 });
    expect((await listReceipts(a))[0]?.receipt.answer).toBeUndefined();
  });

  test('the order stays when the clock goes backwards between savings', async () => {
    await saveLessons('l1');
    shiftClock(-730 * DAY_MS);
    await saveLessons('l2');
    shiftClock(30 * DAY_MS);
    await saveLessons('l3');
    await createReplayer('page').replay();
    expect(sentWords()).toEqual(['a read:l1', 'a read:l2', 'a read:l3']);
  });

  test('nothing waiting is nothing sent', async () => {
    expect(await createReplayer('page').replay()).toMatchObject({ received: 0, waiting: 0 });
    expect(server.requests).toEqual([]);
  });

  test('what is saved in mid-replay goes along', async () => {
    await saveLessons('l1');
    const replayer = createReplayer('page');
    server.gate = async () => {
      server.gate = undefined;
      await saveLessons('l2');
      void replayer.replay();
    };
    expect(await replayer.replay()).toMatchObject({ received: 2, waiting: 0 });
  });

  test('the module has one sender for each place', async () => {
    await saveLessons('l1');
    const outcomes = await Promise.all([replay('page'), replay('page')]);
    expect(outcomes[0]).toBe(outcomes[1]);
    expect(sentWords()).toEqual(['a read:l1']);
  });

  test('tells when it begins, what was received, and how it ended', async () => {
    await saveLessons('l1');
    const heard: News[] = [];
    const stop = hearAllNews((news) => heard.push(news));
    await createReplayer('page').replay();
    stop();
    expect(heard).toEqual([
      { type: 'replay-state', owner: a, sending: true },
      { type: 'receipt', owner: a, calls: [{ seq: expect.any(Number), kind: 'lesson-read', subject: 'l1' }] },
      { type: 'queue-changed', owner: a },
      { type: 'replay-state', owner: a, sending: false, outcome: { received: 1, refused: 0 } },
    ]);
  });
});

describe('owners', () => {
  test("fault: user A's entries while B is signed in → not sent, and sent once A is back", async () => {
    await saveLessons('l1');
    await enqueue(b, lessonRead('l2'));
    await signInAs('b');
    await createReplayer('page').replay();
    expect(sentWords()).toEqual(['b read:l2']);
    await signInAs('a');
    await createReplayer('page').replay();
    expect(sentWords()).toEqual(['b read:l2', 'a read:l1']);
  });

  test('fault: B signs in between two calls of A → the second waits for A, B’s own are sent', async () => {
    await saveLessons('l1', 'l2');
    await enqueue(b, lessonRead('l3'));
    server.gate = async () => {
      server.gate = undefined;
      await signInAs('b');
    };
    await createReplayer('page').replay();
    expect(sentWords()).toEqual(['a read:l1', 'b read:l3']);
    expect(await countQueue(a)).toMatchObject({ waiting: 1, receipts: 1 });
  });

  test('nobody signed in: nothing is sent', async () => {
    await saveLessons('l1');
    await clearSession();
    expect(await createReplayer('page').replay()).toMatchObject({ stoppedBy: 'session', received: 0 });
    expect(server.requests).toEqual([]);
  });

  test('a session of another API host is not sent to this one', async () => {
    await saveLessons('l1');
    const session = await readSession();
    const { saveSession } = await import('@/session/session');
    if (session) await saveSession({ ...session, owner: { apiHost: 'https://other.example', userId: 'a' } });
    expect(await createReplayer('page').replay()).toMatchObject({ stoppedBy: 'session' });
    expect(server.requests).toEqual([]);
  });
});

describe('401', () => {
  /** The tab's session storage, with a refresh token that POST /token takes (or not). */
  function giveRefreshToken(answer: () => Response): { count: () => number } {
    const kept = new Map([
      ['refresh_token', 'r1'],
      ['refresh_token_owner', a],
    ]);
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    });
    const study = globalThis.fetch;
    let refreshes = 0;
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      if (!url.endsWith('/token')) return study(url, init);
      refreshes += 1;
      return answer();
    });
    return { count: () => refreshes };
  }

  const renewed = () => Response.json({ access_token: 'token-a-2', token_type: 'bearer' });

  beforeEach(() => {
    vi.stubGlobal('sessionStorage', undefined);
    server.expired.add('token-a');
  });

  test('fault: the access token expires in mid-replay → one refresh, every call received once', async () => {
    const refresh = giveRefreshToken(renewed);
    await saveLessons('l1', 'l2', 'l3');
    expect(await createReplayer('page').replay()).toMatchObject({ received: 3, waiting: 0 });
    expect(refresh.count()).toBe(1);
    expect(server.requests.map(({ mode }) => mode)).toEqual([401, 'ok', 'ok', 'ok']);
    expect(await readSession()).toMatchObject({ accessToken: 'token-a-2' });
  });

  test('fault: the refresh is refused → the run ends, everything waits for a sign-in', async () => {
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

  test('fault: a portal answers the refresh → the run ends as at a portal', async () => {
    giveRefreshToken(() => new Response('<html>', { headers: { 'Content-Type': 'text/html' } }));
    await saveLessons('l1');
    expect(await createReplayer('page').replay()).toMatchObject({ stoppedBy: 'portal', waiting: 1 });
  });

  test('fault: the refresh is answered with 503 → everything is put off', async () => {
    giveRefreshToken(() => Response.json({}, { status: 503 }));
    await saveLessons('l1');
    expect(await createReplayer('page').replay()).toMatchObject({ stoppedBy: 'pause', waiting: 1 });
  });

  test('fault: 401 in the worker → it never refreshes, the call waits', async () => {
    const refresh = giveRefreshToken(renewed);
    await saveLessons('l1', 'l2');
    expect(await createReplayer('worker').replay()).toMatchObject({ stoppedBy: 'session', waiting: 2 });
    expect([refresh.count(), server.requests.length]).toEqual([0, 1]);
  });
});

describe('answers that are none', () => {
  for (const mode of ['dead', 'lost', 'broken'] as const) {
    test(`fault: the answer is ${mode} → the run ends, nothing is lost, the rest goes later`, async () => {
      await saveLessons('l1', 'l2');
      server.script = [mode];
      const replayer = createReplayer('page');
      expect(await replayer.replay()).toMatchObject({ stoppedBy: 'network', waiting: 2, received: 0 });
      expect(server.requests).toHaveLength(1);
      expect(await replayer.replay()).toMatchObject({ received: 2, waiting: 0 });
      expect([...server.recorded.values()]).toEqual([1, 1]);
    });
  }

  for (const mode of ['portal', 'redirect', 'html404'] as const) {
    test(`fault: a captive portal (${mode}) → the run ends, no attempt is counted, nothing is lost`, async () => {
      await saveLessons('l1', 'l2');
      server.script = [mode];
      expect(await createReplayer('page').replay()).toMatchObject({ stoppedBy: 'portal', waiting: 2 });
      expect(server.requests).toHaveLength(1);
      expect(await listQueue(a)).toMatchObject([{ attempts: 0 }, { attempts: 0 }]);
      expect(await createReplayer('page').replay()).toMatchObject({ received: 2 });
    });
  }

  test('fault: one entry that nobody ever answers is first in line → the ones behind it arrive all the same', async () => {
    await saveLessons('l1', 'l2', 'l3');
    const replayer = createReplayer('page');
    const study = globalThis.fetch;
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      if (url.endsWith('/l1')) throw new TypeError('fetch failed');
      return study(url, init);
    });
    for (let run = 1; run <= 3; run += 1) await replayer.replay();
    expect(sentWords()).toEqual(['a read:l2', 'a read:l3']);
    expect(await listQueue(a)).toMatchObject([{ call: lessonRead('l1'), attempts: 1 }]);
  });

  test('fault: the network is dead for long → the order stays, and each run asks twice at most', async () => {
    await saveLessons('l1', 'l2', 'l3');
    server.otherwise = 'dead';
    const replayer = createReplayer('page');
    for (let run = 1; run <= 3; run += 1) {
      server.requests.length = 0;
      expect(await replayer.replay()).toMatchObject({ stoppedBy: 'network', waiting: 3 });
      expect(server.requests.length).toBeLessThanOrEqual(2);
    }
    server.otherwise = 'ok';
    server.requests.length = 0;
    await replayer.replay();
    expect(sentWords()).toEqual(['a read:l1', 'a read:l2', 'a read:l3']);
  });
});

describe('refusals and delays', () => {
  for (const status of [403, 404, 409, 422] as const) {
    test(`fault: a poison entry first in line (${status}) → set aside with the reason, the others go on`, async () => {
      await saveLessons('l1', 'l2', 'l3');
      server.script = [status];
      expect(await createReplayer('page').replay()).toMatchObject({ received: 2, refused: 1, waiting: 0 });
      expect(await listRefused(a)).toMatchObject([
        { call: lessonRead('l1'), refusal: { status, reason: `だめ ${status}` } },
      ]);
    });
  }

  for (const status of [408, 425, 500, 502] as const) {
    test(`fault: ${status} to the first call → it waits with backoff, the others go on`, async () => {
      await saveLessons('l1', 'l2');
      server.script = [status];
      const before = now();
      const outcome = await createReplayer('page').replay();
      expect(outcome).toMatchObject({ received: 1, waiting: 1 });
      expect(outcome.stoppedBy).toBeUndefined();
      expect(outcome.nextDueAt).toBeGreaterThanOrEqual(before + 2000);
      expect(await listQueue(a)).toMatchObject([{ attempts: 1, notBefore: outcome.nextDueAt }]);
      // Not due yet: nothing is asked.
      expect(await createReplayer('page').replay()).toMatchObject({ received: 0, waiting: 1 });
      expect(server.requests).toHaveLength(2);
      shiftClock(10_000);
      expect(await createReplayer('page').replay()).toMatchObject({ received: 1, waiting: 0 });
    });
  }

  for (const status of [429, 503] as const) {
    test(`fault: ${status} with Retry-After → all calls wait that long, also when the learner presses`, async () => {
      await saveLessons('l1', 'l2');
      server.script = [status];
      server.retryAfter = '60';
      expect(await createReplayer('page').replay()).toMatchObject({ stoppedBy: 'pause', waiting: 2 });
      expect(await createReplayer('worker').replay({ isUrgent: true })).toMatchObject({ stoppedBy: 'pause' });
      expect(server.requests).toHaveLength(1);
      shiftClock(61_000);
      expect(await createReplayer('page').replay()).toMatchObject({ received: 2, waiting: 0 });
    });

    test(`fault: ${status} without Retry-After → all calls back off, 今すぐ送信 does not wait`, async () => {
      await saveLessons('l1', 'l2');
      server.script = [status];
      await createReplayer('page').replay();
      expect(await createReplayer('page').replay()).toMatchObject({ stoppedBy: 'pause', waiting: 2 });
      expect(await createReplayer('page').replay({ isUrgent: true })).toMatchObject({ received: 2 });
      await saveLessons('l3');
      expect(await createReplayer('page').replay()).toMatchObject({ received: 1 });
    });
  }

  test('fault: a burst of 500 → each run tries each call once, all arrive in the end', async () => {
    await saveLessons('l1', 'l2', 'l3');
    server.otherwise = 500;
    for (let run = 1; run <= 5; run += 1) {
      shiftClock(run * 600_000);
      await createReplayer('page').replay();
      expect(server.requests).toHaveLength(run * 3);
    }
    server.otherwise = 'ok';
    shiftClock(3_600_000);
    expect(await createReplayer('page').replay()).toMatchObject({ received: 3, waiting: 0 });
  });

  test('fault: the clock is set back two years while calls are put off → they are due at once, not in two years', async () => {
    await saveLessons('l1');
    server.script = [503];
    server.retryAfter = '3600';
    await createReplayer('page').replay();
    shiftClock(-730 * DAY_MS);
    expect(await createReplayer('page').replay()).toMatchObject({ received: 1 });
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

  test('a context that is asked again and again keeps one place in the line', async () => {
    await saveLessons('l1');
    const [holder, asker] = [createReplayer('page'), createReplayer('worker')];
    let most = 0;
    server.gate = async () => {
      for (let time = 0; time < 10; time += 1) void asker.replay();
      most = Math.max(most, countClaims('replay'));
    };
    await holder.replay();
    await asker.replay();
    expect(most).toBe(2);
    expect(server.requests).toHaveLength(1);
  });

  test('fault: the sender is killed holding the lock → the next one goes on, nothing is lost', async () => {
    await saveLessons('l1', 'l2', 'l3');
    const worker = createContext('worker');
    const running = runIn(worker, () => createReplayer('worker').replay());
    server.gate = async () => {
      if (server.requests.length === 2) worker.kill();
    };
    await running;
    server.gate = undefined;
    expect(await createReplayer('page').replay()).toMatchObject({ waiting: 0 });
    expect([...server.recorded.keys()]).toEqual(['a read:l1', 'a read:l2', 'a read:l3']);
  });

  test('a trigger that comes while the network fails is tried once more', async () => {
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

describe('what is stored is not what it was', () => {
  test('fault: a record that does not parse is first in line → set aside, the others are sent', async () => {
    await saveLessons('l1', 'l2');
    await transact('readwrite', async (store) => void store.put('x', ['queued', a, 1]));
    expect(await createReplayer('page').replay()).toMatchObject({ received: 1, waiting: 0 });
    expect(await countQueue(a)).toMatchObject({ unreadable: 1 });
  });

  test('fault: a record of a newer version waits → neither sent nor dropped, the others are sent', async () => {
    await saveLessons('l1', 'l2');
    await transact('readwrite', async (store) => void store.put({ version: ENTRY_VERSION + 1 }, ['queued', a, 1]));
    expect(await createReplayer('page').replay()).toMatchObject({ received: 1, waiting: 1 });
    expect(sentWords()).toEqual(['a read:l2']);
  });

  test.each([[['l1']], [['l1', 'l2']]])(
    'fault: the device cannot write in mid-replay (%j waiting) → the run ends and says so; nothing is lost or sent on',
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

  test('fault: the device is full in mid-replay → what the server has leaves the queue, without a receipt', async () => {
    await saveLessons('l1');
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(await createReplayer('page').replay()).toMatchObject({ waiting: 0 });
    put.mockRestore();
    expect(await countQueue(a)).toMatchObject({ waiting: 0, receipts: 0 });
  });

  test('fault: the device cannot be read → replay says so and does not throw', async () => {
    await saveLessons('l1');
    const get = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
      throw new DOMException('gone', 'DataError');
    });
    const outcome = await createReplayer('page').replay();
    get.mockRestore();
    expect(outcome).toMatchObject({ stoppedBy: 'storage', received: 0 });
  });
});

test('200 calls are sent with one look at the queue for each', async () => {
  await saveLessons(...Array.from({ length: 200 }, (_, index) => `l${index}`));
  const getAll = vi.spyOn(IDBObjectStore.prototype, 'getAll');
  await createReplayer('page').replay();
  // One look for each call, a few to see that nothing is left.
  expect(getAll.mock.calls.length).toBeLessThan(210);
  expect(server.requests).toHaveLength(200);
});
