/**
 * Tests reconciliation with a server that has forgotten calls: which calls are sent again, which are not, and the
 * messages to the learner.
 */
import { readRecords } from '@tests/support/device-80a7736/device';
import { readBy80a7736 } from '@tests/support/device-80a7736/rules';
import { answerSubmit, keyOf, lessonRead, signInAs } from '@tests/unit/offline/support/people';
import { listRefused } from '@tests/unit/offline/support/queue';
import { QUIET, ReconcilingDevice, SEEN } from '@tests/unit/offline/support/reconciling-device';
import type { RestorableServer } from '@tests/unit/offline/support/restorable-server';
import { beforeEach, describe, expect, test } from 'vitest';

import { reconcileNow } from '@/offline/page/page-reconciliation';
import { countQueue } from '@/offline/queue/queue-counts';
import { listReceipts } from '@/offline/queue/queue-lists';
import { replay } from '@/offline/queue/replay';
import { retry } from '@/offline/queue/retry-discard';
import { readReconciliationNotes } from '@/offline/reconciliation/notes';
import { reconcile } from '@/offline/reconciliation/reconcile';
import { wipeOwner } from '@/offline/wipe';

const a = keyOf('a');
let device: ReconcilingDevice;
let server: RestorableServer;
let told: string[];

beforeEach(async () => {
  device = await ReconcilingDevice.start();
  ({ server, told } = device);
  return device.end;
});

describe('sending again', () => {
  test('a forgotten call is sent again once, with its original id and time, and the learner is notified once', async () => {
    await device.study(lessonRead('l1'));
    const backup = server.backUp();
    const submit = answerSubmit('s1');
    await device.study(lessonRead('l2'), submit);
    server.restore(backup);
    expect(await device.look()).toEqual([
      SEEN,
      'GET /lessons/l2',
      'GET /courses/c1',
      'PUT /progress/lesson/l2',
      'POST /submit/',
      SEEN,
    ]);
    expect(server.submits).toMatchObject([submit.kind === 'answer-submit' ? submit.submit : {}]);
    expect(server.cacheableReads).toEqual([]);
    expect(told).toEqual(['サーバーの記録が9月3日の状態に戻っていたため、2件を送り直しました']);
    expect(await countQueue(a)).toEqual({ ...QUIET, receipts: 3 });
    expect((await listReceipts(a)).map(({ healed }) => healed)).toEqual(['seen', 'seen', undefined]);
    expect(await readReconciliationNotes(a)).toMatchObject({ healed: { count: 2 } });
    expect(await device.look()).toEqual([SEEN]);
    expect(told).toHaveLength(1);
  });

  test('only the forgotten reading is sent again when the progress names no person', async () => {
    server.progressNamesNobody = true;
    await device.study(lessonRead('l1'));
    const backup = server.backUp();
    await device.study(lessonRead('l2'), answerSubmit('s1'));
    server.restore(backup);

    const calls = await device.look();
    expect(calls).toContain('PUT /progress/lesson/l2');
    expect(calls).not.toContain('POST /submit/');
  });

  test('a forgotten call stays queued without a network, and the learner is notified when it was received', async () => {
    await device.study(lessonRead('l1'));
    server.restore();
    server.instead = (request) => {
      if (request.startsWith('PUT')) throw new TypeError('fetch failed');
      return undefined;
    };
    await device.look();
    expect(await countQueue(a)).toEqual({ ...QUIET, waiting: 1, receipts: 0 });
    expect(told).toEqual([]);
    server.instead = () => undefined;
    await replay('page', { isUrgent: true });
    await reconcileNow(a, { isSettling: true });
    expect(told).toEqual([expect.stringMatching(/^サーバーの記録が9月3日より前の状態に.*1件を送り直しました$/)]);
  });

  test('a submit that was graded again is not sent again, while a later submit that the server lost is', async () => {
    await device.study(answerSubmit('s1'));
    server.study.rescore('s1');
    expect(await device.look()).toEqual([SEEN]);
    const backup = server.backUp();
    await device.study(answerSubmit('s1'));
    server.restore(backup);
    server.study.rescore('s1');
    expect(await device.look()).toEqual([SEEN, 'POST /submit/', SEEN]);
    expect(server.submits).toHaveLength(2);
  });

  test('a deleted lesson is looked up once a day, and its read is not sent again', async () => {
    await device.study(lessonRead('l1'), lessonRead('l2'));
    server.lessons.delete('l1');
    server.forgetRead('l1');
    expect(await device.look()).toEqual([SEEN, 'GET /lessons/l1', 'GET /me/']);
    expect(await device.look()).toEqual([SEEN]);
    expect(await countQueue(a)).toEqual({ ...QUIET, receipts: 2 });
    server.forgetRead('l2');
    expect(await device.look()).toContain('PUT /progress/lesson/l2');
  });

  test('a forgotten call that the server refuses is listed under 要確認 (needs attention) and not sent again', async () => {
    await device.study(lessonRead('l1'));
    server.restore();
    server.instead = (request) =>
      request.startsWith('PUT') ? Response.json({ detail: 'だめ' }, { status: 403 }) : undefined;
    await device.look();
    expect(await listRefused(a)).toMatchObject([{ refusal: { status: 403 }, healed: 'sent' }]);
    expect(await device.look()).toEqual([]);
    expect(told).toEqual([]);
    expect((await readReconciliationNotes(a)).healed).toBeUndefined();
  });

  test('a call forgotten a second time is listed under 要確認 (needs attention), and only 再送 (send again) sends it', async () => {
    await device.study(lessonRead('l1'), lessonRead('l2'));
    server.restoreLesson1();
    await device.look();
    server.restoreLesson1();
    expect(await device.lookAndSend()).toEqual([]);
    const [refused] = await listRefused(a);
    expect(refused).toMatchObject({ call: lessonRead('l2'), refusal: { status: 409, isForgotten: true } });
    expect(await device.lookAndSend()).toEqual([]);
    if (refused) await retry(refused);
    await replay('page');
    expect(server.reads).toEqual(['l1', 'l2']);
    server.restoreLesson1();
    await device.look();
    expect(await listRefused(a)).toHaveLength(1);
  });

  test('a call that progress does not show at once is compared again before it is listed under 要確認 (needs attention)', async () => {
    await device.study(lessonRead('l1'), lessonRead('l2'), lessonRead('l3'));
    server.restoreLesson1();
    server.hideReads('l2');
    await device.look();
    expect(told).toEqual([expect.stringContaining('1件を送り直しました')]);
    expect(await countQueue(a)).toEqual({ ...QUIET, receipts: 3 });
    await device.look();
    expect(await countQueue(a)).toEqual({ ...QUIET, refused: 1, receipts: 2 });
  });

  test('each call is sent once more to a server whose progress never shows it, and the learner sees no notice', async () => {
    server.study.progress = 'empty';
    await device.study(lessonRead('l1'), lessonRead('l2'));
    expect((await device.look()).filter((request) => request.startsWith('PUT'))).toHaveLength(2);
    expect(await device.look()).toEqual([SEEN]);
    expect(await countQueue(a)).toEqual({ ...QUIET, receipts: 2 });
    expect(told).toEqual([]);
  });

  test('a forgotten submit that the server would count twice is listed under 要確認 (needs attention) instead of being sent', async () => {
    server.study.echoesSubmitIds = false;
    server.study.dedupesSubmits = false;
    await device.study(answerSubmit('s1'));
    server.restore();
    expect(await device.look()).toEqual([SEEN]);
    expect(await listRefused(a)).toMatchObject([{ refusal: { isForgotten: true } }]);
  });

  test('a call recorded during a reconciliation is not duplicated', async () => {
    const submit = answerSubmit('s1');
    await device.study(lessonRead('l1'), submit);
    server.restore();
    await Promise.all([device.look(), device.study(lessonRead('l2'))]);
    await replay('page', { isUrgent: true });
    expect(server.reads.toSorted()).toEqual(['l1', 'l2']);
    expect(server.submits).toHaveLength(1);
    expect(await countQueue(a)).toEqual({ ...QUIET, receipts: 3 });
  });

  test('a call that was recorded again and is still queued is sent once', async () => {
    server.instead = (request) => (request.startsWith('PUT') ? new Response(null, { status: 204 }) : undefined);
    await device.study(lessonRead('l1'));
    server.instead = (request) => {
      if (request.startsWith('PUT')) throw new TypeError('fetch failed');
      return undefined;
    };
    await device.study(lessonRead('l1'));
    await device.look();
    expect(await countQueue(a)).toEqual({ ...QUIET, waiting: 1, receipts: 1 });
  });

  test('a sign-out deletes receipts and the notes of reconciliation', async () => {
    await device.study(lessonRead('l1'));
    await device.look();
    server.restore();
    await wipeOwner(a, { dropsEntries: false });
    await signInAs('a');
    expect(await device.look()).toEqual([]);
    expect(await readReconciliationNotes(a)).toEqual({ checkedAt: 0 });
    expect(await countQueue(a)).toEqual({ ...QUIET, receipts: 0 });
  });
});

describe('consent', () => {
  beforeEach(async () => {
    for (let lesson = 10; lesson < 61; lesson += 1) server.lessons.add(`l${lesson}`);
    await device.study(...[...server.lessons].map(lessonRead));
    server.restoreLesson1();
    device.pass(72);
  });

  test('more than fifty forgotten calls of earlier days need the learner’s consent', async () => {
    expect(await device.lookAndSend()).toEqual([]);
    expect(await readReconciliationNotes(a)).toMatchObject({ asks: { count: 53 } });
    expect(told).toEqual([expect.stringContaining('学習53件を送り直しますか？')]);
    await device.look({ word: 'send' });
    expect(server.reads.length).toBe(54);
    expect(await readReconciliationNotes(a)).toMatchObject({ healed: { count: 53 } });
    expect((await readReconciliationNotes(a)).asks).toBeUndefined();
  });

  test('calls that the learner chose not to send are never sent nor asked about again', async () => {
    await device.look();
    await device.look({ word: 'leave' });
    expect(await device.look()).toEqual([SEEN]);
    expect(server.reads.length).toBe(1);
    expect(await countQueue(a)).toEqual({ ...QUIET, receipts: 54 });
    expect((await readReconciliationNotes(a)).asks).toBeUndefined();
  });
});

test('the older build 80a7736 reads all records that reconciliation writes', async () => {
  await device.study(lessonRead('l1'), lessonRead('l2'), answerSubmit('s1'));
  server.restore();
  await device.look();
  server.restoreLesson1();
  await device.look();
  const read = (await readRecords(['queue'])).map(readBy80a7736);
  expect(read.filter((how) => how === 'set aside')).toEqual([]);
});

describe('a read lesson whose receipt does not name it', () => {
  const accept = (body: unknown) => {
    server.instead = (request) =>
      request.startsWith('PUT')
        ? Response.json(body, { headers: { Date: new Date(server.clock).toUTCString() } })
        : undefined;
  };

  test.each([{ ok: true }, { error: null }, { error: false }, { errors: [] }, null])(
    'fault: a gateway answers 読了 with %j and status 200 → the next comparison finds that the server lacks the lesson, and it is sent again',
    async (body) => {
      await device.study(lessonRead('l1'));
      accept(body);
      await device.study(lessonRead('l2'));
      expect(await countQueue(a)).toEqual({ ...QUIET, receipts: 2 });
      server.instead = () => undefined;

      expect(await device.lookAndSend()).toEqual(['PUT /progress/lesson/l2']);

      expect(server.reads).toEqual(['l1', 'l2']);
      expect(told).toEqual(['サーバーに届いていなかった学習1件を送り直しました']);
    },
  );

  test('it is compared once more a minute later, and a receipt that names its lesson is not', async () => {
    await device.look();
    await device.study(lessonRead('l1'));
    expect((await reconcile(a, { isSettling: true })).isYoung).toBeFalsy();
    accept({});
    await device.study(lessonRead('l2'));
    expect(await reconcile(a, { isSettling: true })).toMatchObject({ isYoung: true });
    server.instead = () => undefined;

    device.pass(66 / 3600);
    await reconcileNow(a);

    expect(server.reads).toEqual(['l1', 'l2']);
  });

  test('fault: a gateway answers 読了 twice with foreign JSON → the lesson is not taken for received once the server shows other lessons', async () => {
    accept({});
    await device.study(lessonRead('l1'));
    await device.look();
    await device.look();
    expect(await listReceipts(a)).toMatchObject([{ healed: 'sent' }]);
    server.instead = () => undefined;

    await device.study(lessonRead('l2'));
    await device.look();

    expect(await listRefused(a)).toMatchObject([{ call: lessonRead('l1'), refusal: { isForgotten: true } }]);
  });

  test('fault: a server without error bodies lacks a deleted lesson → the comparison of the others goes on', async () => {
    await device.study(lessonRead('l1'), lessonRead('l2'));
    server.restore();
    server.lessons.delete('l2');
    server.instead = (request) =>
      request === 'GET /lessons/l2'
        ? new Response('<!doctype html>', { status: 404, headers: { 'Content-Type': 'text/html' } })
        : undefined;

    expect(await device.lookAndSend()).toEqual(['PUT /progress/lesson/l1']);
  });

  test.each([
    ['a 403 like the API’s', () => Response.json({ detail: 'Forbidden' }, { status: 403 })],
    ['a 404 page', () => new Response('<html>', { status: 404, headers: { 'Content-Type': 'text/html' } })],
  ])(
    'fault: a gateway answers from the lessons on with %s, while they are compared → none counts as deleted, and the lost ones are sent again',
    async (_, answer) => {
      await device.study(lessonRead('l1'), lessonRead('l2'));
      server.restore();
      server.instead = (request) => (/^GET \/(?:lessons|courses|me)\//.test(request) ? answer() : undefined);
      await expect(device.look()).rejects.toThrow();
      server.instead = () => undefined;

      expect(await device.lookAndSend()).toEqual(['PUT /progress/lesson/l1', 'PUT /progress/lesson/l2']);
    },
  );
});
