/** Tests the retention of receipts: 30 days by the server's clock, a limit on their number, and what they keep. */
import { beforeEach, expect, test } from 'vitest';

import { deleteReceipts, enqueue } from '@/offline/queue/enqueue';
import { putEntry } from '@/offline/queue/entry-store';
import { keepReceipt } from '@/offline/queue/entry-transitions';
import { countQueue, listCallStates } from '@/offline/queue/queue-counts';
import { listReceipts } from '@/offline/queue/queue-lists';
import { transact } from '@/offline/queue/queue-store';
import { dropOldReceipts } from '@/offline/queue/receipts';
import { shiftClock } from '@/storage/now';

import { answerSubmit, emptyQueue, keyOf, lessonRead } from '../support/people';
import { queued } from '../support/queue';

const a = keyOf('a');
const DAY_MS = 86_400_000;
const MOST = 10_000;
const today = Date.now();

beforeEach(async () => {
  shiftClock(0);
  await emptyQueue();
});

async function receive(lesson: string, serverTime: number, byServer = true): Promise<void> {
  const entry = await enqueue(a, lessonRead(lesson));
  if (entry.state !== 'queued') throw new Error('It has a receipt');
  await keepReceipt(entry, { receivedAt: new Date(serverTime).toISOString(), byServer });
}

async function leftLessons(): Promise<unknown[]> {
  await dropOldReceipts(a);
  return (await listReceipts(a)).map(({ call }) => call.kind === 'lesson-read' && call.lessonId).toReversed();
}

test('receipts older than 30 days are deleted with their index records', async () => {
  await receive('l1', today - 31 * DAY_MS);
  await receive('l2', today - 29 * DAY_MS);
  await receive('l3', today);
  expect(await leftLessons()).toEqual(['l2', 'l3']);
  expect((await listCallStates(a)).map(({ subject }) => subject)).toEqual(['l2', 'l3']);
});

test('an old entry that was received late keeps its receipt', async () => {
  const early = await enqueue(a, lessonRead('l1'));
  await receive('l2', today - 40 * DAY_MS);
  if (early.state === 'queued') await keepReceipt(early, { receivedAt: new Date(today).toISOString(), byServer: true });
  expect(await leftLessons()).toEqual(['l1']);
});

test('fault: the clock is set 30 days ahead → today’s receipts are not deleted', async () => {
  await receive('l1', today - 2 * DAY_MS);
  await receive('l2', today);
  shiftClock(31 * DAY_MS);
  expect(await leftLessons()).toEqual(['l1', 'l2']);
});

test('fault: the server’s clock runs a year ahead once → today’s receipts are not deleted', async () => {
  await receive('l1', today);
  await receive('l2', today + 365 * DAY_MS);
  expect(await leftLessons()).toEqual(['l1', 'l2']);
});

test('fault: the clock is set two years back → nothing is deleted, and expired receipts go once the clock is right', async () => {
  await receive('l1', today - 31 * DAY_MS);
  await receive('l2', today);
  shiftClock(-730 * DAY_MS);
  expect(await leftLessons()).toEqual(['l1', 'l2']);
  shiftClock(0);
  await receive('l3', today + 2 * DAY_MS);
  expect(await leftLessons()).toEqual(['l2', 'l3']);
});

test('without a server time the newest thousand receipts are kept', async () => {
  for (let lesson = 1; lesson <= 1105; lesson += 1) await receive(`l${lesson}`, today - 90 * DAY_MS, false);
  await dropOldReceipts(a);
  expect(await countQueue(a)).toMatchObject({ receipts: 1000 });
  expect((await listReceipts(a, 1))[0]?.call).toEqual(lessonRead('l1105'));
});

test('with a server time the newest ten thousand receipts are kept', async () => {
  await receive('l1', today);
  const [newest] = await listReceipts(a);
  if (!newest) throw new Error('It has no receipt');
  const last = MOST + 200;
  await transact('readwrite', async (store) => {
    for (let seq = 2; seq <= last; seq += 1) putEntry(store, { ...newest, seq, call: lessonRead(`l${seq}`) });
  });

  await dropOldReceipts(a);

  expect(await countQueue(a)).toMatchObject({ receipts: MOST });
  expect((await listReceipts(a, 1))[0]?.call).toEqual(lessonRead(`l${last}`));
  const left = await listCallStates(a);
  expect(left).toHaveLength(MOST);
  expect(left.map(({ subject }) => subject)).not.toContain(`l${last - MOST}`);
});

test('a submit’s receipt keeps the server’s answer for a day, and for longer its call and if the server echoed its id', async () => {
  const receive = async (serverTime: number, clientSubmitId?: string) => {
    const call = answerSubmit('s1', clientSubmitId);
    const receivedAt = new Date(serverTime).toISOString();
    const answer = { ...(call.kind === 'answer-submit' && call.submit), id: 'r1', score: 1, maxScore: 1, results: [] };
    await keepReceipt(await queued(a, call), { receivedAt, byServer: true, answer });
    return { call, receivedAt, answer };
  };
  const old = await receive(today - 2 * DAY_MS);
  const young = await receive(today - DAY_MS + 1);
  const newest = await receive(today);

  await dropOldReceipts(a);

  expect((await listReceipts(a)).toReversed()).toMatchObject(
    [old.call, young.call, newest.call].map((call) => ({ call })),
  );
  const [small, ...whole] = (await listReceipts(a)).toReversed().map(({ receipt }) => receipt);
  expect(small).toEqual({ receivedAt: old.receivedAt, byServer: true, isEchoed: true });
  expect(whole.map(({ answer }) => answer)).toEqual([young.answer, newest.answer]);
});

test('a sign-out deletes all receipts of its owner', async () => {
  await receive('l1', today);
  await enqueue(a, lessonRead('l2'));
  await transact('readwrite', (store) => deleteReceipts(store, a));
  expect(await countQueue(a)).toEqual({ waiting: 1, refused: 0, unreadable: 0, receipts: 0 });
});
