/**
 * Tests reconciliation: its schedule, the number of its requests, and answers that must not count as forgotten calls.
 */
import { clearSession } from '@tests/support/session';
import { emptyQueue, keyOf, lessonRead, signInAs } from '@tests/unit/offline/support/people';
import { QUIET, ReconcilingDevice, SEEN } from '@tests/unit/offline/support/reconciling-device';
import type { RestorableServer } from '@tests/unit/offline/support/restorable-server';
import { beforeEach, describe, expect, test, vi } from 'vitest';

import { reconcileNow } from '@/offline/page/page-reconciliation';
import { replayFromPage } from '@/offline/page/page-replay';
import { enqueue } from '@/offline/queue/enqueue';
import { countQueue } from '@/offline/queue/queue-counts';
import { shiftClock } from '@/storage/now';

const a = keyOf('a');
let device: ReconcilingDevice;
let server: RestorableServer;

beforeEach(async () => {
  device = await ReconcilingDevice.start();
  ({ server } = device);
  return device.end;
});

const FORTY_DAYS_MS = 40 * 86_400_000;

describe('reconciliation runs', () => {
  test('reconciliation needs receipts, sends one request, and runs at most once an hour, except at a start', async () => {
    expect(await device.look()).toEqual([]);
    await device.study(lessonRead('l1'));
    server.clock += 120_000;
    await reconcileNow(a);
    expect(server.requests.at(-1)).toBe(SEEN);
    const before = server.requests.length;
    await reconcileNow(a);
    expect(server.requests).toHaveLength(before);
    device.pass(1 / 30);
    await reconcileNow(a, { isStart: true });
    await reconcileNow(a, { isStart: true });
    expect(server.requests.slice(before)).toEqual([SEEN]);
  });

  test('a recently received call, which progress may not show yet, is compared later', async () => {
    await device.study(lessonRead('l1'));
    device.pass(1);
    await device.study(lessonRead('l2'));
    server.restore();
    await reconcileNow(a, { isStart: true });
    expect(server.reads).toEqual(['l1']);
    await device.look();
    expect(server.reads).toEqual(['l1', 'l2']);
  });

  test('a call too recent for a reconciliation is compared once more when it is a minute old, not every minute', async () => {
    await device.study(device.answered(), lessonRead('l1'));
    server.restore();
    await reconcileNow(a, { isStart: true });
    device.pass(1 / 60);
    await reconcileNow(a);
    expect(server.reads.length).toBe(0);
    device.pass(1 / 60);
    await reconcileNow(a);
    expect([...server.reads, server.submits.length]).toEqual(['l1', 1]);
    await device.look();
    server.hideReads('l2', 'l3');
    await device.study(lessonRead('l2'));
    await device.look();
    await device.study(lessonRead('l3'));
    const before = server.requests.length;
    server.study.hiddenCalls.clear();
    for (let minutes = 0; minutes < 20; minutes += 2) {
      device.pass(1 / 30);
      await reconcileNow(a);
    }
    expect(server.requests.slice(before)).toEqual([SEEN]);
  });

  test('a page reconciles a recent call once more by a timer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await device.study(lessonRead('l1'));
    server.restore();
    await reconcileNow(a, { isStart: true });
    device.pass(1 / 30);
    await vi.advanceTimersByTimeAsync(66_000);
    // Three comparisons: one before the timer, one that finds l1 lost, and one after l1 was sent again.
    await vi.waitFor(() => expect(device.finished).toBe(3));
    expect(server.reads).toEqual(['l1']);
  });

  test('while calls to send again are queued, reconciliation sends no request within an hour', async () => {
    await device.study(lessonRead('l1'), lessonRead('l2'));
    server.forgetRead('l2');
    server.instead = (request) => (request.startsWith('PUT') ? Response.json({}, { status: 500 }) : undefined);
    await device.look();
    const before = server.requests.length;
    await reconcileNow(a);
    await reconcileNow(a);
    expect(server.requests).toHaveLength(before);
  });

  test.each([
    [1, 'is answered with Retry-After', () => Response.json({}, { status: 503, headers: { 'Retry-After': '60' } })],
    [
      3,
      'is blocked by a middlebox',
      () => new Response('<html>', { status: 403, headers: { 'Content-Type': 'text/html' } }),
    ],
    [
      5,
      'is never answered',
      () => {
        throw new TypeError('no network');
      },
    ],
  ])('fault (%i h): a call %s again and again → receipts are still reconciled', async (hours, _, answer) => {
    await device.study(lessonRead('l1'));
    device.pass(hours);
    server.restore();
    server.instead = (request) => (request.endsWith('/l2') ? answer() : undefined);
    await enqueue(a, lessonRead('l2'));
    await replayFromPage({});
    // Two comparisons: one finds l1 lost, the other follows after l1 was sent again.
    await vi.waitFor(() => expect(device.finished).toBe(2));
    expect(server.requests).toContain(SEEN);
  });

  test('two tabs reconcile once at the same time', async () => {
    await device.study(lessonRead('l1'));
    device.pass(1);
    const before = server.requests.length;
    await Promise.all([reconcileNow(a), reconcileNow(a)]);
    expect(server.requests.slice(before)).toEqual([SEEN]);
  });

  test.each([
    ['404 for a moved user', () => Response.json({ detail: 'no' }, { status: 404 })],
    ['403 for a user without rights', () => Response.json({ detail: 'no' }, { status: 403 })],
    ['the page of a portal', () => new Response('<html>', { headers: { 'Content-Type': 'text/html' } })],
    ['503', () => Response.json({}, { status: 503 })],
    ['401 for an expired token', () => Response.json({}, { status: 401 })],
    ['the progress of another user', () => Response.json({ userId: 'b', courses: [] })],
    ['a bare answer', () => Response.json({})],
  ])('%s does not make calls count as forgotten', async (_, answer) => {
    vi.stubGlobal('sessionStorage', undefined);
    await device.study(lessonRead('l1'));
    server.restore();
    server.instead = (request) => (request === SEEN ? answer() : undefined);
    await device.look().catch(() => undefined);
    expect(await countQueue(a)).toEqual({ ...QUIET, receipts: 1 });
    expect(server.requests.filter((request) => request.startsWith('PUT'))).toHaveLength(1);
    server.instead = () => undefined;
    await device.look();
    expect(server.reads).toEqual(['l1']);
  });

  test('without a session, or with another user’s, reconciliation sends nothing and changes nothing', async () => {
    await device.study(lessonRead('l1'));
    server.restore();
    await signInAs('b');
    expect(await device.look()).toEqual([]);
    await clearSession();
    expect(await device.look()).toEqual([]);
    expect(await countQueue(a)).toEqual({ ...QUIET, receipts: 1 });
  });
});

test('a recent submit counts once: no submit that the server has is sent again', async () => {
  await device.study(device.answered());
  await device.look();
  device.pass(1);
  await device.study(device.answered());
  await reconcileNow(a, { isStart: true });
  expect(await device.lookAndSend()).toEqual([]);
});

test('a forgotten submit is found although a recent one is newer', async () => {
  await device.study(device.answered());
  await reconcileNow(a, { isStart: true });
  server.restore();
  device.pass(1);
  await device.study(device.answered());
  await reconcileNow(a, { isStart: true });
  expect(server.submits).toHaveLength(2);
});

test('a submit forgotten before progress showed it is found by the number of submits', async () => {
  await device.study(device.answered());
  await emptyQueue();
  device.pass(1);
  const backup = server.backUp();
  await device.study(device.answered());
  server.restore(backup);
  await reconcileNow(a, { isStart: true });
  device.pass(1 / 300);
  await device.study(device.answered());
  device.pass(1 / 30);
  await reconcileNow(a);
  expect(server.submits).toHaveLength(3);
  expect(await device.lookAndSend()).toEqual([]);
});

test('a submit that progress shows late counts once, and so does one received at the same time', async () => {
  await device.study(device.answered());
  await emptyQueue();
  device.pass(1);
  const backup = server.backUp();
  await device.study(device.answered());
  const whole = server.backUp();
  server.restore(backup);
  await reconcileNow(a, { isStart: true });
  server.restore(whole);
  await device.study(device.answered(), device.answered());
  device.pass(1 / 30);
  await reconcileNow(a);
  expect(await device.lookAndSend()).toEqual([]);
  expect(device.told).toEqual([]);
});

test('a submit that progress shows before its receipt is stored, because the server’s answer was lost, counts once', async () => {
  await device.study(device.answered());
  device.pass(1 / 30);
  const call = device.answered();
  server.instead = (request) => {
    if (request !== 'POST /submit/') return undefined;
    if (call.kind === 'answer-submit') server.recordSubmit(call.submit);
    return Response.error();
  };
  await device.study(call);
  server.instead = () => undefined;
  await reconcileNow(a, { isStart: true });
  await device.study();
  expect(await countQueue(a)).toMatchObject(QUIET);
  expect(await device.lookAndSend()).toEqual([]);
  expect(device.told).toEqual([]);
});

test('fault: the clock is ahead, and a recent submit is forgotten with earlier ones → all of them are sent again', async () => {
  const ahead = () => device.answered(server.clock + 3 * 3_600_000);
  await device.study(lessonRead('l1'));
  await reconcileNow(a, { isStart: true });
  await device.study(ahead());
  device.pass(1 / 30);
  await device.study(ahead());
  server.restore();
  await reconcileNow(a, { isStart: true });
  await device.look();
  await device.look();
  expect([server.reads.length, server.submits.length]).toEqual([1, 2]);
  expect(await device.lookAndSend()).toEqual([]);
  expect(await countQueue(a)).toMatchObject(QUIET);
});

test('fault: the clock is set back years before a reconciliation → known submits are not counted twice', async () => {
  await device.study(device.answered());
  device.pass(1);
  shiftClock(-2 * 365 * 86_400_000);
  await reconcileNow(a, { isStart: true });
  device.pass(1);
  await device.study(device.answered());
  expect(await device.lookAndSend()).toEqual([]);
});

test('fault: the clock jumps ahead before a reconciliation, and progress shows a recent call late → the call is not resent', async () => {
  await device.study(lessonRead('l2'));
  server.hideReads('l1');
  await device.study(lessonRead('l1'));
  shiftClock(FORTY_DAYS_MS);
  await reconcileNow(a, { isStart: true });
  expect(server.requests.filter((request) => request === 'PUT /progress/lesson/l1')).toHaveLength(1);
  expect(await countQueue(a)).toMatchObject(QUIET);
});

test("a call that the server received while the server's clock was ahead is compared in a reconciliation, too", async () => {
  server.clock += FORTY_DAYS_MS;
  await device.study(device.answered(server.clock - FORTY_DAYS_MS), lessonRead('l1'));
  server.clock -= FORTY_DAYS_MS;
  await device.study(lessonRead('l2'));
  server.restore();
  await device.look();
  expect([...server.reads, server.submits.length]).toEqual(['l1', 'l2', 1]);
});
