/** What a learner threw away at a sign-out is not sent, although they are soon back (破棄してログアウト). */
import { beforeEach, expect, test, vi } from 'vitest';

import { enqueue } from '@/offline/queue/queue';
import { createReplayer } from '@/offline/queue/replay';
import { admitOwner, wipeOwner } from '@/offline/wipe';

import { emptyQueue, keyOf, lessonRead, signInAs } from '../support/people';
import { installStudyServer } from '../support/study-server';
import { installLocks } from '../support/world';

const a = keyOf('a');

beforeEach(async () => {
  installLocks();
  vi.stubGlobal('caches', { delete: async () => true });
  await emptyQueue();
  await admitOwner(a);
});

test('fault: discarded at log-out while another call is on its way, and signed in again before its answer → nothing of it is sent', async () => {
  await signInAs('a');
  const server = installStudyServer();
  await enqueue(a, lessonRead('l1'));
  await enqueue(a, lessonRead('l2'));
  server.gate = async () => {
    server.gate = undefined;
    await wipeOwner(a, { dropsEntries: true });
    await admitOwner(a);
    await signInAs('a');
  };
  await createReplayer('worker').replay();
  expect(server.requests.map(({ call }) => call)).toEqual(['read:l1']);
});

test('fault: discarded at log-out while on its way with an old token, and signed in again before its 401 → it is not sent once more', async () => {
  await signInAs('a');
  const server = installStudyServer();
  server.expired.add('token-a');
  await enqueue(a, lessonRead('l1'));
  server.gate = async () => {
    server.gate = undefined;
    await wipeOwner(a, { dropsEntries: true });
    await admitOwner(a);
    await signInAs('a', 'token-a-2');
  };
  await createReplayer('page').replay();
  expect(server.requests).toHaveLength(1);
});
