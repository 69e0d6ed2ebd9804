/** The queue: what is saved, in which order, once, and for whom. */
import { beforeEach, describe, expect, test, vi } from 'vitest';

import { ENTRY_VERSION, migrate, readRecord } from '@/offline/entries';
import { postpone, refuse, settle } from '@/offline/outcomes';
import { discard, dropEntries, enqueue, isQueued, retry } from '@/offline/queue';
import {
  countQueue,
  countWaiting,
  findAbout,
  listMarks,
  listQueue,
  listReceipts,
  listRefused,
  listUnreadable,
  readPage,
} from '@/offline/queue-lists';
import { rangeOf, transact } from '@/offline/queue-store';
import { hearAllNews, type News } from '@/storage/news';
import { shiftClock } from '@/storage/now';

import { answerSubmit, emptyQueue, keyOf, lessonRead, nextSubmitId } from './support/people';

const a = keyOf('a');
const b = keyOf('b');
const receipt = { receivedAt: '2026-11-21T03:00:00.000Z', byServer: true };
const refusal = { status: 422, reason: 'だめ', at: '2026-11-21T03:00:00.000Z' };

beforeEach(async () => {
  shiftClock(0);
  await emptyQueue();
});

async function queued(owner: string, call = lessonRead('l1')) {
  const entry = await enqueue(owner, call);
  if (entry.state !== 'queued') throw new Error('It has a receipt');
  return entry;
}

async function sent(owner: string, lessonId: string, answer?: unknown) {
  await settle(await queued(owner, lessonRead(lessonId)), { ...receipt, answer });
}

async function putRaw(key: IDBValidKey, value: unknown) {
  await transact('readwrite', async (store) => void store.put(value, key));
}

async function everything(): Promise<[IDBValidKey, unknown][]> {
  return transact('readonly', async (store) => {
    const read = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve) => (request.onsuccess = () => resolve(request.result)));
    const [keys, values] = await Promise.all([read(store.getAllKeys()), read<unknown[]>(store.getAll())]);
    return keys.map((key, index) => [key, values[index]]);
  });
}

describe('saving', () => {
  test('answers with the entry that is on the device', async () => {
    const entry = await enqueue(a, lessonRead('l1'));
    expect(entry).toMatchObject({
      owner: a,
      state: 'queued',
      attempts: 0,
      call: { kind: 'lesson-read', lessonId: 'l1' },
    });
    expect(await listQueue(a)).toEqual([entry]);
  });

  test('stores no credential', async () => {
    await queued(a, answerSubmit('s1'));
    expect(JSON.stringify(await everything())).not.toMatch(/token|bearer/i);
  });

  test('keeps answers that hold & and = and Japanese as they are', async () => {
    const call = answerSubmit('s1');
    if (call.kind !== 'answer-submit') throw new Error('no answers');
    call.submit.answers = [{ questionId: 'q1', text: 'a&b=c %20 + 改行\n「学び」' }];
    await enqueue(a, call);
    expect((await listQueue(a))[0]?.call).toEqual(call);
  });

  test('refuses a malformed call before anything is written', async () => {
    await expect(enqueue(a, lessonRead('../l1'))).rejects.toMatchObject({ name: '$ZodError' });
    expect(await countQueue(a)).toMatchObject({ waiting: 0 });
  });

  test('keeps the order when the clock goes backwards', async () => {
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

  test('gives every entry its own seq when many are saved at once', async () => {
    await Promise.all(Array.from({ length: 50 }, (_, index) => enqueue(index % 2 ? a : b, lessonRead(`l${index}`))));
    const seqs = [...(await listQueue(a)), ...(await listQueue(b))].map(({ seq }) => seq);
    expect(new Set(seqs).size).toBe(50);
  });

  test('goes on counting when the counter cannot be read', async () => {
    const first = await queued(a);
    await putRaw(['seq'], 'x');
    const second = await queued(a, lessonRead('l2'));
    expect(second.seq).toBeGreaterThan(first.seq);
  });

  test('tells everybody that the queue has changed', async () => {
    const heard: News[] = [];
    const stop = hearAllNews((news) => heard.push(news));
    await enqueue(a, lessonRead('l1'));
    stop();
    expect(heard).toEqual([{ type: 'queue-changed', owner: a }]);
  });
});

describe('the same call again', () => {
  test('a lesson pressed twice waits once', async () => {
    const [first, second] = await Promise.all([enqueue(a, lessonRead('l1')), enqueue(a, lessonRead('l1'))]);
    expect(second.id).toBe(first.id);
    expect(await countQueue(a)).toMatchObject({ waiting: 1 });
  });

  test('pressing a refused lesson again sends it again, at its old place', async () => {
    const refused = await queued(a);
    await queued(a, lessonRead('l2'));
    await refuse(refused, refusal);
    const again = await enqueue(a, lessonRead('l1'));
    expect(again).toMatchObject({ id: refused.id, state: 'queued', attempts: 0 });
    expect(again).not.toHaveProperty('refusal');
    expect((await listQueue(a)).map(({ call }) => call)).toEqual([lessonRead('l1'), lessonRead('l2')]);
    expect(await listRefused(a)).toEqual([]);
  });

  test('a lesson whose receipt says it is read is not queued', async () => {
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

  test('answers never coalesce', async () => {
    await Promise.all([enqueue(a, answerSubmit('s1')), enqueue(a, answerSubmit('s1'))]);
    expect(await countQueue(a)).toMatchObject({ waiting: 2 });
  });

  test.each([[(id: string) => id], [(id: string) => id.toUpperCase()]])(
    'a repeated clientSubmitId is the same entry',
    async (spell) => {
      const id = 'abcdef00-0000-4000-8000-000000000001';
      const first = await queued(a, answerSubmit('s1', id));
      expect(await enqueue(a, answerSubmit('s1', spell(id)))).toMatchObject({ id: first.id });
      await settle(first, receipt);
      expect(await enqueue(a, answerSubmit('s1', spell(id)))).toMatchObject({ id: first.id, state: 'sent' });
    },
  );
});

describe('owners', () => {
  test("one's calls are not the other's", async () => {
    await queued(a);
    const refused = await queued(a, lessonRead('l2'));
    await refuse(refused, refusal);
    await sent(a, 'l3');
    expect(await Promise.all([listQueue(b), listRefused(b), listReceipts(b), listMarks(b)])).toEqual([[], [], [], []]);
    expect(await countQueue(b)).toEqual({ waiting: 0, refused: 0, unreadable: 0, receipts: 0 });
    expect(await isQueued(b, lessonRead('l1'))).toBe(false);
  });

  test('the same user id at another host, and a longer one, are others', async () => {
    await queued(keyOf('u1'));
    expect(await countQueue(keyOf('u10'))).toMatchObject({ waiting: 0 });
    expect(await countQueue('https://other.example|u1')).toMatchObject({ waiting: 0 });
  });

  test("one cannot resend or discard the other's", async () => {
    const entry = await queued(a);
    await refuse(entry, refusal);
    expect(await retry(b, entry.seq)).toBe(false);
    await discard(b, entry.seq);
    expect(await listRefused(a)).toHaveLength(1);
  });

  test('the login screen counts over all of them', async () => {
    await queued(a);
    await queued(b);
    await refuse(await queued(b, lessonRead('l2')), refusal);
    expect(await countWaiting()).toEqual({ waiting: 2, refused: 1 });
  });

  test("dropping one's entries leaves the other's and the receipts", async () => {
    await queued(a);
    await refuse(await queued(a, lessonRead('l2')), refusal);
    await sent(a, 'l3');
    await queued(b);
    await dropEntries(a);
    expect(await countQueue(a)).toMatchObject({ waiting: 0, refused: 0, receipts: 1 });
    expect(await countQueue(b)).toMatchObject({ waiting: 1 });
    expect(await enqueue(a, lessonRead('l1'))).toMatchObject({ state: 'queued' });
  });
});

describe('refused entries', () => {
  test('keep what was sent and why it was refused', async () => {
    await refuse(await queued(a), refusal);
    expect(await listRefused(a)).toMatchObject([{ state: 'refused', refusal, call: lessonRead('l1') }]);
    expect(await listQueue(a)).toEqual([]);
  });

  test('wait again when sent again, and are gone when discarded', async () => {
    const [one, two] = [await queued(a), await queued(a, lessonRead('l2'))];
    await refuse(one, refusal);
    await refuse(two, refusal);
    expect(await retry(a, one.seq)).toBe(true);
    await discard(a, two.seq);
    expect(await retry(a, two.seq)).toBe(false);
    expect(await countQueue(a)).toMatchObject({ waiting: 1, refused: 0 });
    expect(await enqueue(a, lessonRead('l2'))).toMatchObject({ state: 'queued' });
  });

  test('a postponed entry that was discarded meanwhile does not come back', async () => {
    const entry = await queued(a);
    await discard(a, entry.seq);
    await postpone(entry, 1);
    await refuse(entry, refusal);
    expect(await settle(entry, receipt)).toBe(false);
    expect(await countQueue(a)).toEqual({ waiting: 0, refused: 0, unreadable: 0, receipts: 0 });
  });
});

describe('marks and lists', () => {
  test('marks say what is known of each lesson and question set', async () => {
    await queued(a, lessonRead('l1'));
    await refuse(await queued(a, lessonRead('l2')), refusal);
    await sent(a, 'l3');
    await queued(a, answerSubmit('s1'));
    await queued(a, answerSubmit('s1'));
    expect(await listMarks(a)).toEqual([
      { state: 'queued', kind: 'answer-submit', subject: 's1' },
      { state: 'queued', kind: 'answer-submit', subject: 's1' },
      { state: 'queued', kind: 'lesson-read', subject: 'l1' },
      { state: 'refused', kind: 'lesson-read', subject: 'l2' },
      { state: 'sent', kind: 'lesson-read', subject: 'l3' },
    ]);
  });

  test('entries about one question set are found, oldest first', async () => {
    const ids = [nextSubmitId(), nextSubmitId()].toReversed();
    for (const id of ids) await enqueue(a, answerSubmit('s1', id));
    await enqueue(a, answerSubmit('s2'));
    const found = await findAbout('queued', a, 'answer-submit', 's1');
    expect(found.map(({ call }) => call.kind === 'answer-submit' && call.submit.clientSubmitId)).toEqual(ids);
  });

  test('receipts are listed newest first', async () => {
    for (const lesson of ['l1', 'l2', 'l3']) await sent(a, lesson);
    expect((await listReceipts(a, 2)).map(({ call }) => call)).toEqual([lessonRead('l3'), lessonRead('l2')]);
  });

  test('a long list comes in pages', async () => {
    for (let lesson = 1; lesson <= 5; lesson += 1) await queued(a, lessonRead(`l${lesson}`));
    const first = await readPage('queued', a, { limit: 3 });
    const second = await readPage('queued', a, { limit: 3, after: first.last });
    expect([first, second].map(({ entries }) => entries.length)).toEqual([3, 2]);
    expect(second.last).toBeUndefined();
  });
});

describe('10,000 entries', () => {
  test('are counted and marked without reading a value, and listed a page at a time', async () => {
    const entry = await queued(a);
    await transact('readwrite', async (store) => {
      for (let seq = 2; seq <= 10_000; seq += 1) {
        const call = lessonRead(`l${seq}`);
        store.put({ ...entry, seq, call }, ['queued', a, seq]);
        store.put(seq, ['queued-call', a, 'lesson-read', `l${seq}`]);
      }
    });
    const reads = (['get', 'getAll', 'openCursor'] as const).map((name) => vi.spyOn(IDBObjectStore.prototype, name));
    expect(await countQueue(a)).toMatchObject({ waiting: 10_000 });
    expect(await countWaiting()).toMatchObject({ waiting: 10_000 });
    expect(await listMarks(a)).toHaveLength(10_000);
    for (const read of reads) expect(read).not.toHaveBeenCalled();
    expect(await listQueue(a)).toHaveLength(100);
  });
});

describe('records that do not parse', () => {
  const raws: [string, unknown][] = [
    ['a string', 'x'],
    ['null', null],
    ['no version', { seq: 1 }],
    ['a field of the wrong type', { version: ENTRY_VERSION, seq: 'one' }],
    ['an unknown kind of call', { version: ENTRY_VERSION, call: { kind: 'edit' } }],
  ];
  for (const [name, raw] of raws) {
    test(`fault: a stored record is ${name} → set aside raw and counted, the others go on`, async () => {
      await queued(a, lessonRead('l0'));
      await putRaw(['queued', a, 999], raw);
      await putRaw(['queued-call', a, 'lesson-read', 'l9'], 999);
      expect(await listQueue(a)).toMatchObject([{ call: lessonRead('l0') }]);
      expect(await countQueue(a)).toEqual({ waiting: 1, refused: 0, unreadable: 1, receipts: 0 });
      expect(await listUnreadable(a)).toEqual([{ seq: 999, raw }]);
      expect(await listMarks(a)).toHaveLength(1);
      await discard(a, 999);
      expect(await listUnreadable(a)).toEqual([]);
    });
  }

  test("fault: a record lies under another owner's key → set aside, not shown or sent as theirs", async () => {
    const entry = await queued(a);
    await putRaw(['queued', b, entry.seq], entry);
    expect(await listQueue(b)).toEqual([]);
    expect(await countQueue(b)).toMatchObject({ unreadable: 1 });
  });

  test('the same call can be saved anew beside a record that does not parse', async () => {
    const entry = await queued(a);
    await putRaw(['queued', a, entry.seq], { broken: true });
    const again = await enqueue(a, lessonRead('l1'));
    expect(again.id).not.toBe(entry.id);
    expect(await listQueue(a)).toEqual([again]);
    expect(await isQueued(a, lessonRead('l1'))).toBe(true);
  });

  test('fault: a record of a newer version after a rollback → left alone: counted, neither shown nor dropped', async () => {
    const newer = {
      version: ENTRY_VERSION + 1,
      seq: 7,
      owner: a,
      call: { kind: 'lesson-read', lessonId: 'l7' },
      more: 1,
    };
    await putRaw(['queued', a, 7], newer);
    expect(await listQueue(a)).toEqual([]);
    expect(await countQueue(a)).toEqual({ waiting: 1, refused: 0, unreadable: 0, receipts: 0 });
    expect((await everything()).filter(([key]) => Array.isArray(key) && key[2] === 7)).toEqual([
      [['queued', a, 7], newer],
    ]);
  });

  test('an older version is brought up step by step', () => {
    const steps = {
      1: (record: object) => ({ ...record, one: true }),
      2: (record: object) => ({ ...record, two: true }),
    };
    expect(migrate({ version: 1, kept: 'x' }, steps, 3)).toEqual({ version: 3, kept: 'x', one: true, two: true });
    expect(migrate({ version: 0 }, steps, 3)).toBeUndefined();
  });

  test('an entry of today reads as itself', async () => {
    const entry = await queued(a);
    expect(readRecord(entry, 'queued', a, entry.seq)).toEqual({ kind: 'entry', entry });
    expect(readRecord(entry, 'refused', a, entry.seq)).toEqual({ kind: 'unreadable' });
    expect(readRecord(entry, 'queued', a, entry.seq + 1)).toEqual({ kind: 'unreadable' });
  });
});

test('all keys of an owner start with the owner, so a range finds them', async () => {
  await queued(a);
  const keys = (await everything()).map(([key]) => key as string[]);
  expect(keys.filter(([place]) => place !== 'seq').every(([, owner]) => owner === a)).toBe(true);
  expect(rangeOf('queued', a).includes(['queued', a, 1])).toBe(true);
  expect(rangeOf('queued', a).includes(['queued', `${a}0`, 1])).toBe(false);
});
