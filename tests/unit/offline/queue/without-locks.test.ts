/** Replay where the browser has no Web Locks (plain http, Safari before 15.4): two tabs send the same calls at once. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { enqueue } from '@/offline/queue/enqueue';
import { countQueue } from '@/offline/queue/queue-counts';
import { listReceipts } from '@/offline/queue/queue-lists';
import { readSession } from '@/session/session';
import { shiftClock } from '@/storage/now';

import { answerSubmit, keyOf, lessonRead } from '../support/people';
import { beginReplay, giveRefreshToken, sentWords } from '../support/replay';
import type { Mode, ScriptedServer } from '../support/scripted-server';

const a = keyOf('a');
const calls = [lessonRead('l1'), answerSubmit('s1'), lessonRead('l2')];
let server: ScriptedServer;

beforeEach(async () => {
  server = await beginReplay();
  Object.defineProperty(globalThis, 'navigator', { configurable: true, value: {} });
  for (const call of calls) await enqueue(a, call);
});

afterEach(() => {
  vi.unstubAllGlobals();
});

/** The sender of a tab with modules of its own: nothing but the device is shared. */
async function openTab() {
  vi.resetModules();
  const { createReplayer } = await import('@/offline/queue/replay');
  return createReplayer('page');
}

/** Both are asked to send; the first call of each is on its way before either is answered. */
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

/** Everything arrived, and stands here once. */
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
  ['is lost to one tab and comes to the other', ['lost', 'ok']],
  ['puts the call off in one tab and takes it in the other', ['ok', 500]],
  ['asks one tab for time', [503, 'ok']],
  ['never comes', ['dead', 'dead']],
])(
  'fault: no Web Locks, two tabs send at once, and the answer %s → nothing is lost, all is received in time, once',
  async (_, script) => {
    server.script = script;
    await sendInBoth();
    shiftClock(600_000);
    await (await openTab()).replay();
    await expectAllReceived();
  },
);

test('fault: no Web Locks, and two tabs, one a duplicate of the other, find their token over → both refresh it, and all arrives once', async () => {
  server.expired.add('token-a');
  const refresh = giveRefreshToken(() => Response.json({ access_token: 'token-a-2', token_type: 'bearer' }));
  await sendInBoth();
  expect(refresh.count()).toBe(2);
  expect(await readSession()).toMatchObject({ accessToken: 'token-a-2' });
  await expectAllReceived();
});
