/** Receipts: 30 days by the server's clock, whatever the device's does. */
import { beforeEach, expect, test } from 'vitest';

import { keepReceipt } from '@/offline/queue/outcomes';
import { deleteReceipts, enqueue } from '@/offline/queue/queue';
import { countQueue, listCallStates } from '@/offline/queue/queue-counts';
import { listReceipts } from '@/offline/queue/queue-lists';
import { transact } from '@/offline/queue/queue-store';
import { dropOldReceipts } from '@/offline/queue/receipts';
import { shiftClock } from '@/storage/now';

import { emptyQueue, keyOf, lessonRead } from '../support/people';

const a = keyOf('a');
const DAY_MS = 86_400_000;
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

test('those older than 30 days go, and what leads to them', async () => {
  await receive('l1', today - 31 * DAY_MS);
  await receive('l2', today - 29 * DAY_MS);
  await receive('l3', today);
  expect(await leftLessons()).toEqual(['l2', 'l3']);
  expect((await listCallStates(a)).map(({ subject }) => subject)).toEqual(['l2', 'l3']);
});

test('an old one that was received late, by its place in the order, stays', async () => {
  const early = await enqueue(a, lessonRead('l1'));
  await receive('l2', today - 40 * DAY_MS);
  if (early.state === 'queued') await keepReceipt(early, { receivedAt: new Date(today).toISOString(), byServer: true });
  expect(await leftLessons()).toEqual(['l1']);
});

test("fault: the clock is set 30 days ahead → today's receipts stay", async () => {
  await receive('l1', today - 2 * DAY_MS);
  await receive('l2', today);
  shiftClock(31 * DAY_MS);
  expect(await leftLessons()).toEqual(['l1', 'l2']);
});

test("fault: the server's clock runs a year ahead once → today's receipts stay", async () => {
  await receive('l1', today);
  await receive('l2', today + 365 * DAY_MS);
  expect(await leftLessons()).toEqual(['l1', 'l2']);
});

test('fault: the clock is set two years back → nothing is dropped, and what is over goes once it is right', async () => {
  await receive('l1', today - 31 * DAY_MS);
  await receive('l2', today);
  shiftClock(-730 * DAY_MS);
  expect(await leftLessons()).toEqual(['l1', 'l2']);
  shiftClock(0);
  await receive('l3', today + 2 * DAY_MS);
  expect(await leftLessons()).toEqual(['l2', 'l3']);
});

test('where the server tells no time, the newest thousand stay', async () => {
  for (let lesson = 1; lesson <= 1105; lesson += 1) await receive(`l${lesson}`, today - 90 * DAY_MS, false);
  await dropOldReceipts(a);
  expect(await countQueue(a)).toMatchObject({ receipts: 1000 });
  expect((await listReceipts(a, 1))[0]?.call).toEqual(lessonRead('l1105'));
});

test('all of an owner go at a sign-out', async () => {
  await receive('l1', today);
  await enqueue(a, lessonRead('l2'));
  await transact('readwrite', (store) => deleteReceipts(store, a));
  expect(await countQueue(a)).toEqual({ waiting: 1, refused: 0, unreadable: 0, receipts: 0 });
});
