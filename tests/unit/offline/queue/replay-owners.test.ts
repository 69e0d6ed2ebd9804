/** Tests that replay sends the calls of the signed-in owner only, with that owner's token. */
import { clearSession } from '@tests/support/session';
import { expect, test } from 'vitest';

import { enqueue } from '@/offline/queue/enqueue';
import { countQueue, type QueueCounts } from '@/offline/queue/queue-counts';
import { readSession, saveSession } from '@/session/session';

import { keyOf, lessonRead, signInAs } from '../support/people';
import { listQueue } from '../support/queue';
import { useReplay, createReplayer, giveRefreshToken, saveLessons, sentWords } from '../support/replay';
import type { Mode } from '../support/scripted-server';

const a = keyOf('a');
const b = keyOf('b');
const server = useReplay();

test("fault: user A's entries while B is signed in → not sent before A has signed in again", async () => {
  await saveLessons('l1');
  await enqueue(b, lessonRead('l2'));
  await signInAs('b');
  await createReplayer('page').replay();
  expect(sentWords()).toEqual(['b read:l2']);
  await signInAs('a');
  await createReplayer('page').replay();
  expect(sentWords()).toEqual(['b read:l2', 'a read:l1']);
});

test('fault: B signs in between two calls of A → the second stays queued for A, B’s calls are sent', async () => {
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

test.each<[Mode, Partial<QueueCounts>]>([
  ['ok', { waiting: 0, receipts: 1 }],
  ['lost', { waiting: 1 }],
  [401, { waiting: 1 }],
  [422, { waiting: 0, refused: 1 }],
  [503, { waiting: 1 }],
])(
  'fault: B signs in in another tab while A’s answer (%s) is in flight to a page of A → the answer counts for A, B’s session and records are unchanged, and no call of A is sent with B’s token',
  async (mode, ofA) => {
    const refresh = giveRefreshToken(() => Response.json({ access_token: 'token-a-2', token_type: 'bearer' }));
    await saveLessons('l1');
    await enqueue(b, lessonRead('l1'));
    const [before] = await listQueue(b);
    server.script = [mode, 'dead'];
    server.gate = async () => {
      server.gate = undefined;
      await signInAs('b');
    };
    await createReplayer('page').replay();
    expect(await countQueue(a)).toMatchObject(ofA);
    expect(await listQueue(b)).toEqual([before]);
    expect(await countQueue(b)).toMatchObject({ waiting: 1, refused: 0, receipts: 0 });
    expect((await readSession())?.accessToken).toBe('token-b');
    expect(refresh.count()).toBe(0);
  },
);

test('replay sends nothing without a session', async () => {
  await saveLessons('l1');
  await clearSession();
  expect(await createReplayer('page').replay()).toMatchObject({ stoppedBy: 'session', received: 0 });
  expect(server.requests).toEqual([]);
});

test('replay does not send the token of another API host’s session', async () => {
  await saveLessons('l1');
  const session = await readSession();
  if (session) await saveSession({ ...session, owner: { apiHost: 'https://other.example', userId: 'a' } });
  expect(await createReplayer('page').replay()).toMatchObject({ stoppedBy: 'session' });
  expect(server.requests).toEqual([]);
});
