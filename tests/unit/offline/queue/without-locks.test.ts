/**
 * Tests replay where the browser has no Web Locks (plain http, Safari before 15.4): two tabs send the same calls at
 * once.
 */
import { beforeEach, expect, test, vi } from 'vitest';

import { enqueue } from '@/offline/queue/enqueue';
import { countQueue } from '@/offline/queue/queue-counts';
import { listReceipts } from '@/offline/queue/queue-lists';
import { readSession } from '@/session/session';
import { shiftClock } from '@/storage/now';

import { answerSubmit, keyOf, lessonRead } from '../support/people';
import { useReplay, giveRefreshToken, sentWords } from '../support/replay';
import type { Mode } from '../support/scripted-server';

const a = keyOf('a');
const calls = [lessonRead('l1'), answerSubmit('s1'), lessonRead('l2')];
const server = useReplay();

beforeEach(async () => {
  Object.defineProperty(globalThis, 'navigator', { configurable: true, value: {} });
  for (const call of calls) await enqueue(a, call);
});

/** Returns the replayer of a tab with its own modules: tabs share only the device. */
async function openTab() {
  vi.resetModules();
  const { createReplayer } = await import('@/offline/queue/replay');
  return createReplayer('page');
}

/** Starts a replay in both tabs; the first call of each is in flight before either is answered. */
async function sendInBoth(): Promise<void> {
  const tabs = [await openTab(), await openTab()];
  const areUnderWay = new Promise<void>((resolve) => {
    server.gate = () => {
      if (server.requests.length === 2) resolve();
      return areUnderWay;
    };
  });
  await Promise.all(tabs.map((tab) => tab.replay()));
  const [first, second] = sentWords();
  expect(first).toBe(second);
}

/** Expects that every call was received once and has one receipt. */
async function expectAllReceived(): Promise<void> {
  expect(await countQueue(a)).toEqual({ waiting: 0, refused: 0, unreadable: 0, receipts: 3 });
  expect((await listReceipts(a)).map(({ call }) => call).toReversed()).toEqual(calls);
  expect(server.recorded.size).toBe(3);
}

test('fault: no Web Locks, and two tabs send at once → each call counts once and has one receipt', async () => {
  await sendInBoth();
  await expectAllReceived();
});

test.each<[string, Mode[]]>([
  ['is lost for one tab and reaches the other', ['lost', 'ok']],
  ['delays the call in one tab and accepts it in the other', ['ok', 500]],
  ['has a Retry-After for one tab', [503, 'ok']],
  ['never arrives', ['dead', 'dead']],
])(
  'fault: no Web Locks, two tabs send at once, and the answer %s → nothing is lost, all calls are received later, once',
  async (_, script) => {
    server.script = script;
    await sendInBoth();
    shiftClock(600_000);
    await (await openTab()).replay();
    await expectAllReceived();
  },
);

test('fault: no Web Locks, and two duplicated tabs have an expired token → both refresh it, and all calls arrive once', async () => {
  server.expired.add('token-a');
  const refresh = giveRefreshToken(() => Response.json({ access_token: 'token-a-2', token_type: 'bearer' }));
  await sendInBoth();
  expect(refresh.count()).toBe(2);
  expect(await readSession()).toMatchObject({ accessToken: 'token-a-2' });
  await expectAllReceived();
});
