/**
 * Tests reconciliation: its schedule, the number of its requests, and answers that must not count as forgotten calls.
 */
import { clearSession } from '@tests/support/session';
import { keyOf, lessonRead, signInAs } from '@tests/unit/offline/support/people';
import { ReconcilingDevice, QUIET, SEEN } from '@tests/unit/offline/support/reconciling-device';
import type { RestorableServer } from '@tests/unit/offline/support/restorable-server';
import { beforeEach, describe, expect, test, vi } from 'vitest';

import { reconcileNow } from '@/offline/page/page-reconciliation';
import { replayFromPage } from '@/offline/page/page-replay';
import { enqueue } from '@/offline/queue/enqueue';
import { countQueue } from '@/offline/queue/queue-counts';

const a = keyOf('a');
let device: ReconcilingDevice;
let server: RestorableServer;

beforeEach(async () => {
  device = await ReconcilingDevice.start();
  ({ server } = device);
  return device.end;
});

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
