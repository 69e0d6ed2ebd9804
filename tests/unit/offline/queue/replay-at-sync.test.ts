/** Tests Background Sync: the outcome of the sync event tells the browser if it must wake the worker again. */
import { expect, test, vi } from 'vitest';

import { countQueue } from '@/offline/queue/queue-counts';

import { keyOf, signInAs } from '../support/people';
import { useReplay, createReplayer, saveLessons } from '../support/replay';
import type { Mode } from '../support/scripted-server';

const a = keyOf('a');
const server = useReplay();

/** Handles a sync event in a newly started worker. */
async function wakeWorker(): Promise<void> {
  vi.resetModules();
  const { replayAtSync } = await import('@/offline/queue/replay-at-sync');
  await replayAtSync();
}

test('the sync event resolves when all calls were sent', async () => {
  await saveLessons('l1', 'l2');
  await wakeWorker();
  expect(await countQueue(a)).toMatchObject({ waiting: 0, receipts: 2 });
});

test.each<Mode>(['dead', 'portal', 500, 503])(
  'fault: Background Sync wakes the worker and the answer is %s → the event rejects, so that the browser tries again',
  async (mode) => {
    await saveLessons('l1', 'l2');
    server.script = [mode];
    await expect(wakeWorker()).rejects.toThrow('Calls wait');
    expect((await countQueue(a)).waiting).toBeGreaterThan(0);
  },
);

test.each<Mode>(['dead', 503])(
  'fault: every try of Background Sync fails, also the last one (%s) → nothing is lost, and the next start sends it',
  async (mode) => {
    await saveLessons('l1', 'l2');
    server.otherwise = mode;
    for (const _ of ['first', 'second', 'last']) await wakeWorker().catch(() => undefined);
    expect(await countQueue(a)).toMatchObject({ waiting: 2, refused: 0 });
    server.otherwise = 'ok';
    expect(await createReplayer('page').replay({ isUrgent: true })).toMatchObject({ received: 2, waiting: 0 });
  },
);

test("while a queue waits for its owner's sign-in, the sync event succeeds, so that the browser does not repeat it", async () => {
  await saveLessons('l1');
  server.expired.add('token-a');
  await wakeWorker();
  expect(await countQueue(a)).toMatchObject({ waiting: 1 });
  await signInAs('b');
  await wakeWorker();
  expect(await countQueue(a)).toMatchObject({ waiting: 1 });
});
