/** Tests reading the queue's store: lists, states, ten thousand entries, and records that do not parse. */
import { beforeEach, describe, expect, test, vi } from 'vitest';

import { enqueue } from '@/offline/queue/enqueue';
import { ENTRY_VERSION, migrate, readRecord } from '@/offline/queue/entries';
import { refuse } from '@/offline/queue/entry-transitions';
import { countForOtherHosts, countQueue, countWaiting, hasCalls, listCallStates } from '@/offline/queue/queue-counts';
import { findAbout, findCall, listReceipts, listUnreadable, readUpTo } from '@/offline/queue/queue-lists';
import { readPage } from '@/offline/queue/queue-pages';
import { rangeOf, transact } from '@/offline/queue/queue-store';
import { discardUnreadable, textOf } from '@/offline/queue/retry-discard';
import { ownerKey } from '@/session/session';
import { shiftClock } from '@/storage/now';
import { createId } from '@/storage/unique-id';

import { answerSubmit, emptyQueue, keyOf, lessonRead, nextSubmitId } from '../support/people';
import { everything, listQueue, putRaw, queued, refusal, sent } from '../support/queue';

const a = keyOf('a');
const b = keyOf('b');

beforeEach(async () => {
  shiftClock(0);
  await emptyQueue();
});

describe('states and lists', () => {
  test('call states list each lesson and question set once, and each refused call', async () => {
    await queued(a, lessonRead('l1'));
    await refuse(await queued(a, lessonRead('l2')), refusal);
    await sent(a, 'l3');
    for (const set of ['s1', 's1', 's2', 's2']) {
      const entry = await queued(a, answerSubmit(set));
      if (set === 's2') await refuse(entry, refusal);
    }
    expect(await listCallStates(a)).toEqual([
      { state: 'queued', kind: 'answer-submit', subject: 's1' },
      { state: 'queued', kind: 'lesson-read', subject: 'l1' },
      { state: 'refused', kind: 'answer-submit', subject: 's2' },
      { state: 'refused', kind: 'answer-submit', subject: 's2' },
      { state: 'refused', kind: 'lesson-read', subject: 'l2' },
      { state: 'sent', kind: 'lesson-read', subject: 'l3' },
    ]);
  });

  test('the entries of one question set are listed oldest first', async () => {
    const ids = [nextSubmitId(), nextSubmitId()].toReversed();
    for (const id of ids) await enqueue(a, answerSubmit('s1', id));
    await enqueue(a, answerSubmit('s2'));
    const found = await findAbout('queued', a, 'answer-submit', 's1');
    expect(found.map(({ call }) => call.kind === 'answer-submit' && call.submit.clientSubmitId)).toEqual(ids);
  });

  test('receipts are listed newest first', async () => {
    for (const lesson of ['l1', 'l2', 'l3']) await sent(a, lesson);
    expect((await listReceipts(a, 2)).map(({ call }) => call)).toEqual([lessonRead('l3'), lessonRead('l2')]);
    for (const limit of [3, 4]) expect(await listReceipts(a, limit)).toHaveLength(3);
    expect(await listReceipts(b)).toEqual([]);
  });

  test('the first or newest of thousands of entries are listed without reading the others', async () => {
    for (let lesson = 1; lesson <= 150; lesson += 1) {
      await queued(a, lessonRead(`waits-${lesson}`));
      await sent(a, `received-${lesson}`);
    }
    const values = vi.spyOn(IDBObjectStore.prototype, 'getAll');
    const keys = vi.spyOn(IDBObjectStore.prototype, 'getAllKeys');
    expect((await readUpTo('queued', a, 30)).entries).toHaveLength(30);
    expect((await readUpTo('queued', a, 130)).entries).toHaveLength(130);
    expect((await listReceipts(a, 30)).map(({ call }) => call).slice(0, 2)).toEqual([
      lessonRead('received-150'),
      lessonRead('received-149'),
    ]);
    for (const read of [values, keys]) expect(read.mock.calls.map(([, count]) => count)).toEqual([30, 100, 30, 30]);
  });

  test('a long list is read in pages', async () => {
    for (let lesson = 1; lesson <= 5; lesson += 1) await queued(a, lessonRead(`l${lesson}`));
    const first = await readPage('queued', a, { limit: 3 });
    const second = await readPage('queued', a, { limit: 3, after: first.last });
    expect([first, second].map(({ entries }) => entries.length)).toEqual([3, 2]);
    expect(second.last).toBeUndefined();
  });
});

describe('10,000 entries', () => {
  test('10,000 entries are counted and marked without reading a value, and listed page by page', async () => {
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
    expect(await listCallStates(a)).toHaveLength(10_000);
    for (const read of reads) expect(read).not.toHaveBeenCalled();
    expect(await listQueue(a)).toHaveLength(100);
  });

  test('of 10,000 entries of one question set only the newest are read, and one is found by its id', async () => {
    const entry = await queued(a, answerSubmit('s1'));
    const ids = Array.from({ length: 10_000 }, nextSubmitId);
    await transact('readwrite', async (store) => {
      for (const [index, id] of ids.entries()) {
        const call = answerSubmit('s1', id);
        store.put({ ...entry, seq: index + 2, id: createId(), call }, ['queued', a, index + 2]);
        store.put(index + 2, ['queued-call', a, 'answer-submit', 's1', id]);
      }
    });
    const get = vi.spyOn(IDBObjectStore.prototype, 'get');
    const found = await findAbout('queued', a, 'answer-submit', 's1');
    expect(found.map(({ seq }) => seq)).toEqual(Array.from({ length: 100 }, (_, index) => 9902 + index));
    expect(get).toHaveBeenCalledTimes(100);
    get.mockClear();
    expect(await findCall(a, answerSubmit('s1', ids[4]))).toMatchObject({ seq: 6, state: 'queued' });
    expect(get.mock.calls.length).toBeLessThan(10);
    expect(await findCall(a, answerSubmit('s1'))).toBeUndefined();
  });

  test('marking a few question sets among 10,000 entries reads a few keys', async () => {
    const sets = ['s', 's1', 's10', 's1-', 't'];
    await transact('readwrite', async (store) => {
      for (let seq = 1; seq <= 10_000; seq += 1) {
        const set = sets[Math.floor((seq - 1) / 2100)] ?? '';
        store.put(seq, ['queued-call', a, 'answer-submit', set, nextSubmitId()]);
        // Stores many lessons, followed by some calls of a future kind.
        if (seq % 40 === 0) store.put(seq, ['queued-call', a, seq % 80 ? 'lesson-read' : 'note', `l${seq}`]);
      }
      store.put(1, ['queued-call', b, 'answer-submit', 'of-b', nextSubmitId()]);
    });
    const read = vi.spyOn(IDBObjectStore.prototype, 'getAllKeys');
    const states = await listCallStates(a);
    expect(states.filter(({ kind }) => kind === 'answer-submit').map(({ subject }) => subject)).toEqual(
      sets.toSorted(),
    );
    expect(states.filter(({ kind }) => kind === 'lesson-read')).toHaveLength(125);
    expect(states).toHaveLength(sets.length + 250);
    expect(read.mock.calls.length).toBeLessThan(12);
    expect(await countForOtherHosts(a)).toBe(0);
  });

  test('entries of other API hosts are counted, whatever their names', async () => {
    const hosts = ['https://a.example', 'https://study.example', 'https://study.example.evil', 'https://z.example', ''];
    const owners = hosts.flatMap((apiHost) => ['u', 'v'].map((userId) => ownerKey({ apiHost, userId })));
    for (const owner of owners) await queued(owner, lessonRead('l1'));
    for (const owner of owners) expect(await countForOtherHosts(owner)).toBe(owners.length - 2);
  });

  test('finding out if an owner has any queued call or receipt needs no count of the store', async () => {
    const count = vi.spyOn(IDBObjectStore.prototype, 'count');
    expect(await hasCalls(a)).toBe(false);
    await sent(b, 'l1');
    count.mockClear();
    expect([await hasCalls(a), await hasCalls(b)]).toEqual([false, true]);
    await queued(a);
    count.mockClear();
    expect(await hasCalls(a)).toBe(true);
    expect(count).not.toHaveBeenCalled();
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
    test(`fault: a stored record is ${name} → it is set aside unchanged and counted, and the other records are read`, async () => {
      await queued(a, lessonRead('l0'));
      await putRaw(['queued', a, 999], raw);
      await putRaw(['queued-call', a, 'lesson-read', 'l9'], 999);
      expect(await listQueue(a)).toMatchObject([{ call: lessonRead('l0') }]);
      expect(await countQueue(a)).toEqual({ waiting: 1, refused: 0, unreadable: 1, receipts: 0 });
      expect(await listUnreadable(a)).toEqual([{ seq: 999, text: textOf(raw) }]);
      expect(await listCallStates(a)).toHaveLength(1);
      await discardUnreadable(a, { seq: 999, text: textOf('something else') });
      expect(await listUnreadable(a)).toHaveLength(1);
      await discardUnreadable(a, { seq: 999, text: textOf(raw) });
      expect(await listUnreadable(a)).toEqual([]);
    });
  }

  test("fault: a record is stored under another owner's key → it is set aside, and neither shown nor sent as theirs", async () => {
    const entry = await queued(a);
    await putRaw(['queued', b, entry.seq], entry);
    expect(await listQueue(b)).toEqual([]);
    expect(await countQueue(b)).toMatchObject({ unreadable: 1 });
  });

  test('a call can be saved again beside an unreadable record of the same call', async () => {
    const entry = await queued(a);
    await putRaw(['queued', a, entry.seq], { broken: true });
    const again = await enqueue(a, lessonRead('l1'));
    expect(again.id).not.toBe(entry.id);
    expect(await listQueue(a)).toEqual([again]);
  });

  test('fault: a record of a newer version after a rollback → it is left unchanged: counted, neither shown nor deleted', async () => {
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

  test('a queue record of an older version is migrated step by step', () => {
    const steps = {
      1: (record: object) => ({ ...record, one: true }),
      2: (record: object) => ({ ...record, two: true }),
    };
    expect(migrate({ version: 1, kept: 'x' }, steps, 3)).toEqual({ version: 3, kept: 'x', one: true, two: true });
    expect(migrate({ version: 0 }, steps, 3)).toBeUndefined();
  });

  test('an entry of the current version is read unchanged', async () => {
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
