/**
 * Tests reconciliation of read lessons whose 2xx answers do not name the lesson: a gateway may have sent these answers.
 */
import { keyOf, lessonRead } from '@tests/unit/offline/support/people';
import { listRefused } from '@tests/unit/offline/support/queue';
import { QUIET, ReconcilingDevice } from '@tests/unit/offline/support/reconciling-device';
import type { RestorableServer } from '@tests/unit/offline/support/restorable-server';
import { beforeEach, describe, expect, test } from 'vitest';

import { reconcileNow } from '@/offline/page/page-reconciliation';
import { countQueue } from '@/offline/queue/queue-counts';
import { listReceipts } from '@/offline/queue/queue-lists';
import { reconcile } from '@/offline/reconciliation/reconcile';

const a = keyOf('a');
let device: ReconcilingDevice;
let server: RestorableServer;
let told: string[];

beforeEach(async () => {
  device = await ReconcilingDevice.start();
  ({ server, told } = device);
  return device.end;
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
