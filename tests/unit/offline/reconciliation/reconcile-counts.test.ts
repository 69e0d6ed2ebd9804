/**
 * Tests reconciliation of forgotten submits older than a submit that progress shows: the number of submits reveals
 * them, and each counts once.
 */
import { emptyQueue, keyOf, lessonRead } from '@tests/unit/offline/support/people';
import { ReconcilingDevice, QUIET } from '@tests/unit/offline/support/reconciling-device';
import type { RestorableServer } from '@tests/unit/offline/support/restorable-server';
import { beforeEach, expect, test } from 'vitest';

import { reconcileNow } from '@/offline/page/page-reconciliation';
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
