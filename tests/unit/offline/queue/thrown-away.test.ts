/**
 * Tests that calls discarded by 破棄してログアウト (discard and sign out) are never sent, even if the learner signs in again at
 * once.
 */
import { beforeEach, expect, test, vi } from 'vitest';

import { enqueue } from '@/offline/queue/enqueue';
import { setApart } from '@/offline/queue/entry-transitions';
import { createReplayer } from '@/offline/queue/replay';
import { discard } from '@/offline/queue/retry-discard';
import { wipeOwner } from '@/offline/wipe';
import { admitOwner } from '@/offline/wipe-marks';

import { installLocks } from '../support/crash-contexts';
import { answerSubmit, emptyQueue, keyOf, lessonRead, signInAs } from '../support/people';
import { installScriptedServer } from '../support/scripted-server';

const a = keyOf('a');

beforeEach(async () => {
  installLocks();
  vi.stubGlobal('caches', { delete: async () => true });
  await emptyQueue();
  await admitOwner(a);
});

test('fault: a log-out discards calls while another is in flight, then a sign-in precedes its answer → no discarded call is sent', async () => {
  await signInAs('a');
  const server = installScriptedServer();
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

test('fault: a log-out discards a call in flight with an old token, then a sign-in precedes its 401 → the call is not sent again', async () => {
  await signInAs('a');
  const server = installScriptedServer();
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

/** Runs `work` while the connectivity probe GET /me/ is in flight. */
function whileChecked(meanwhile: () => Promise<void>): void {
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url.endsWith('/me/')) await meanwhile();
    return fetch(url, init);
  });
}

test('fault: a call is discarded while the call before it is being probed → the discarded call is not sent', async () => {
  await signInAs('a');
  const server = installScriptedServer();
  server.script = ['bare'];
  await enqueue(a, answerSubmit('s1'));
  const second = await enqueue(a, lessonRead('l2'));
  whileChecked(() => discard(second));
  await createReplayer('page').replay();
  expect(server.requests.map(({ mode }) => mode)).toEqual(['bare']);
});

test('fault: a log-out discards calls while a blocked call is probed, and the user signs in again → no discarded call is sent', async () => {
  await signInAs('a');
  const server = installScriptedServer();
  const entry = await enqueue(a, lessonRead('l1'));
  if (entry.state === 'queued') await setApart(entry, { status: 403, times: 0 }, 0);
  whileChecked(async () => {
    await wipeOwner(a, { dropsEntries: true });
    await admitOwner(a);
    await signInAs('a');
  });
  await createReplayer('worker').replay();
  expect(server.requests).toEqual([]);
});
