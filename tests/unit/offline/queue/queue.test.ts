/** Tests saving calls to the queue: order, deduplication, owners and receipts. */
import { beforeEach, describe, expect, test } from 'vitest';

import { deleteEntries, deleteReceipts, enqueue } from '@/offline/queue/enqueue';
import { putEntry } from '@/offline/queue/entry-store';
import { keepReceipt, postpone, refuse } from '@/offline/queue/entry-transitions';
import { queueChanged } from '@/offline/queue/queue-broadcasts';
import { countQueue, countWaiting, listCallStates } from '@/offline/queue/queue-counts';
import { listReceipts } from '@/offline/queue/queue-lists';
import { transact } from '@/offline/queue/queue-store';
import { dropOldReceipts } from '@/offline/queue/receipts';
import { discard, retry } from '@/offline/queue/retry-discard';
import { ownerKey } from '@/session/session';
import { shiftClock } from '@/storage/now';

import { answerSubmit, emptyQueue, keyOf, lessonRead } from '../support/people';
import { everything, listQueue, listRefused, putRaw, queued, receipt, refusal, sent } from '../support/queue';

const a = keyOf('a');
const b = keyOf('b');

beforeEach(async () => {
  shiftClock(0);
  await emptyQueue();
});

const DAY_MS = 86_400_000;
const MOST = 10_000;
const today = Date.now();

async function receive(lesson: string, serverTime: number, byServer = true): Promise<void> {
  const entry = await enqueue(a, lessonRead(lesson));
  if (entry.state !== 'queued') throw new Error('It has a receipt');
  await keepReceipt(entry, { receivedAt: new Date(serverTime).toISOString(), byServer });
}

async function leftLessons(): Promise<unknown[]> {
  await dropOldReceipts(a);
  return (await listReceipts(a)).map(({ call }) => call.kind === 'lesson-read' && call.lessonId).toReversed();
}

describe('saving', () => {
  test('enqueue returns the stored entry', async () => {
    const entry = await enqueue(a, lessonRead('l1'));
    expect(entry).toMatchObject({
      owner: a,
      state: 'queued',
      attempts: 0,
      call: { kind: 'lesson-read', lessonId: 'l1' },
    });
    expect(await listQueue(a)).toEqual([entry]);
  });

  test('an entry keeps the title of its lesson or set, from the queue to the receipt', async () => {
    const entry = await enqueue(a, lessonRead('l1'), 'ターミナルとコマンドの形');
    if (entry.state !== 'queued') throw new Error('It is not new');
    await keepReceipt(entry, receipt);
    expect((await listReceipts(a))[0]?.title).toBe('ターミナルとコマンドの形');
  });

  test('an entry stores no credential', async () => {
    await queued(a, answerSubmit('s1'));
    expect(JSON.stringify(await everything())).not.toMatch(/token|bearer/i);
  });

  test('an entry keeps answers with &, = and Japanese unchanged', async () => {
    const call = answerSubmit('s1');
    if (call.kind !== 'answer-submit') throw new Error('no answers');
    call.submit.answers = [{ questionId: 'q1', text: 'a&b=c %20 + 改行\n「学び」' }];
    await enqueue(a, call);
    expect((await listQueue(a))[0]?.call).toEqual(call);
  });

  test('enqueue rejects a malformed call before anything is written', async () => {
    await expect(enqueue(a, lessonRead('../l1'))).rejects.toMatchObject({ name: '$ZodError' });
    expect(await countQueue(a)).toMatchObject({ waiting: 0 });
  });

  test('entries keep their order when the clock goes backwards', async () => {
    for (const [lesson, clock] of [
      ['l1', 0],
      ['l2', -730 * 86_400_000],
      ['l3', 30 * 86_400_000],
      ['l4', -1],
    ] as const) {
      shiftClock(clock);
      await enqueue(a, lessonRead(lesson));
    }
    expect((await listQueue(a)).map(({ call }) => call)).toEqual(['l1', 'l2', 'l3', 'l4'].map(lessonRead));
  });

  test('entries saved at the same time get different sequence numbers', async () => {
    await Promise.all(Array.from({ length: 50 }, (_, index) => enqueue(index % 2 ? a : b, lessonRead(`l${index}`))));
    const seqs = [...(await listQueue(a)), ...(await listQueue(b))].map(({ seq }) => seq);
    expect(new Set(seqs).size).toBe(50);
  });

  test('sequence numbers of the queue continue to rise when their stored counter is unreadable', async () => {
    const first = await queued(a);
    await putRaw(['seq'], 'x');
    const second = await queued(a, lessonRead('l2'));
    expect(second.seq).toBeGreaterThan(first.seq);
  });

  test('enqueue broadcasts that the queue has changed', async () => {
    const heard: unknown[] = [];
    const stop = queueChanged.subscribe((news) => heard.push(news));
    await enqueue(a, lessonRead('l1'));
    stop();
    expect(heard).toEqual([{ owner: a }]);
  });
});

describe('deduplication', () => {
  test('a lesson marked as read twice is queued once', async () => {
    const [first, second] = await Promise.all([enqueue(a, lessonRead('l1')), enqueue(a, lessonRead('l1'))]);
    expect(second.id).toBe(first.id);
    expect(await countQueue(a)).toMatchObject({ waiting: 1 });
  });

  test('marking a refused lesson as read again requeues it at its old position', async () => {
    const refused = await queued(a);
    await queued(a, lessonRead('l2'));
    await refuse(refused, refusal);
    const again = await enqueue(a, lessonRead('l1'));
    expect(again).toMatchObject({ id: refused.id, state: 'queued', attempts: 0 });
    expect(again).not.toHaveProperty('refusal');
    expect((await listQueue(a)).map(({ call }) => call)).toEqual([lessonRead('l1'), lessonRead('l2')]);
    expect(await listRefused(a)).toEqual([]);
  });

  test('a lesson with a receipt that confirms it is not queued again', async () => {
    await sent(a, 'l1', { lessonId: 'l1', readAt: receipt.receivedAt });
    expect(await enqueue(a, lessonRead('l1'))).toMatchObject({ state: 'sent' });
    expect(await countQueue(a)).toMatchObject({ waiting: 0, receipts: 1 });
  });

  test.each([[undefined], [{ lessonId: 'l2', readAt: receipt.receivedAt }], ['ok']])(
    'a lesson whose receipt only acknowledges (%j) is queued again',
    async (answer) => {
      await sent(a, 'l1', answer);
      expect(await enqueue(a, lessonRead('l1'))).toMatchObject({ state: 'queued' });
      expect(await countQueue(a)).toMatchObject({ waiting: 1, receipts: 1 });
    },
  );

  test('submits with different ids are never deduplicated', async () => {
    await Promise.all([enqueue(a, answerSubmit('s1')), enqueue(a, answerSubmit('s1'))]);
    expect(await countQueue(a)).toMatchObject({ waiting: 2 });
  });

  test.each([[(id: string) => id], [(id: string) => id.toUpperCase()]])(
    'a repeated clientSubmitId is the same entry',
    async (spell) => {
      const id = 'abcdef00-0000-4000-8000-000000000001';
      const first = await queued(a, answerSubmit('s1', id));
      expect(await enqueue(a, answerSubmit('s1', spell(id)))).toMatchObject({ id: first.id });
      await keepReceipt(first, receipt);
      expect(await enqueue(a, answerSubmit('s1', spell(id)))).toMatchObject({ id: first.id, state: 'sent' });
    },
  );
});

describe('owners', () => {
  test("an owner's lists hold no calls of another owner", async () => {
    await queued(a);
    const refused = await queued(a, lessonRead('l2'));
    await refuse(refused, refusal);
    await sent(a, 'l3');
    expect(await Promise.all([listQueue(b), listRefused(b), listReceipts(b), listCallStates(b)])).toEqual([
      [],
      [],
      [],
      [],
    ]);
    expect(await countQueue(b)).toEqual({ waiting: 0, refused: 0, unreadable: 0, receipts: 0 });
  });

  test('the same user id at another host, or with a longer id, is another owner', async () => {
    await queued(keyOf('u1'));
    expect(await countQueue(keyOf('u10'))).toMatchObject({ waiting: 0 });
    expect(await countQueue(ownerKey({ apiHost: 'https://other.example', userId: 'u1' }))).toMatchObject({
      waiting: 0,
    });
  });

  test("an owner cannot resend or discard another owner's calls", async () => {
    const entry = await queued(a);
    await refuse(entry, refusal);
    expect(await retry({ ...entry, owner: b })).toBe(false);
    await discard({ ...entry, owner: b });
    expect(await listRefused(a)).toHaveLength(1);
  });

  test('the login screen counts the calls of all owners', async () => {
    await queued(a);
    await queued(b);
    await refuse(await queued(b, lessonRead('l2')), refusal);
    expect(await countWaiting()).toEqual({ waiting: 2, refused: 1 });
  });

  test("deleting an owner's entries keeps those of other owners, and the receipts", async () => {
    await queued(a);
    await refuse(await queued(a, lessonRead('l2')), refusal);
    await sent(a, 'l3');
    await queued(b);
    await transact('readwrite', (store) => deleteEntries(store, a));
    expect(await countQueue(a)).toMatchObject({ waiting: 0, refused: 0, receipts: 1 });
    expect(await countQueue(b)).toMatchObject({ waiting: 1 });
    expect(await enqueue(a, lessonRead('l1'))).toMatchObject({ state: 'queued' });
  });
});

describe('refused entries', () => {
  test('a refused entry keeps the call and the reason of the refusal', async () => {
    await refuse(await queued(a), refusal);
    expect(await listRefused(a)).toMatchObject([{ state: 'refused', refusal, call: lessonRead('l1') }]);
    expect(await listQueue(a)).toEqual([]);
  });

  test('a refused entry is queued again by 再送, and deleted by 破棄', async () => {
    const [one, two] = [await queued(a), await queued(a, lessonRead('l2'))];
    await refuse(one, refusal);
    await refuse(two, refusal);
    expect(await retry(one)).toBe(true);
    await discard(two);
    expect(await retry(two)).toBe(false);
    expect(await countQueue(a)).toMatchObject({ waiting: 1, refused: 0 });
    expect(await enqueue(a, lessonRead('l2'))).toMatchObject({ state: 'queued' });
  });

  test('delaying an entry that was discarded meanwhile does not bring it back', async () => {
    const entry = await queued(a);
    await discard(entry);
    await postpone(entry, 1);
    await refuse(entry, refusal);
    expect(await keepReceipt(entry, receipt)).toBe(false);
    expect(await countQueue(a)).toEqual({ waiting: 0, refused: 0, unreadable: 0, receipts: 0 });
  });
});

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
