/** Tests 取り消す (undo) of a lesson marked as read: it succeeds only if no sender has tried the call yet. */
import { describe, expect, test, vi } from 'vitest';

import { enqueue } from '@/offline/queue/enqueue';
import type { QueuedEntry } from '@/offline/queue/entries';
import { queueChanged } from '@/offline/queue/queue-broadcasts';
import { countQueue, listCallStates } from '@/offline/queue/queue-counts';
import { transact } from '@/offline/queue/queue-store';
import { createReplayer } from '@/offline/queue/replay';
import { discard } from '@/offline/queue/retry-discard';
import { claim, readUndoState, undo } from '@/offline/queue/undo';
import { StorageError } from '@/storage/storage-error';

import { answerSubmit, keyOf, lessonRead } from '../support/people';
import { useReplay, sentWords } from '../support/replay';

const a = keyOf('a');
const server = useReplay();

async function read(lessonId: string, canUndo = true): Promise<QueuedEntry> {
  const entry = await enqueue(a, lessonRead(lessonId), undefined, canUndo);
  if (entry.state !== 'queued') throw new Error('It has a receipt');
  return entry;
}

/** Returns all keys of the store that belong to queue entries or to their marks "not sent yet". */
function keysLeft(): Promise<IDBValidKey[]> {
  return transact('readonly', async (store) => {
    const keys = await new Promise<IDBValidKey[]>((resolve) => {
      const request = store.getAllKeys();
      request.onsuccess = () => resolve(request.result);
    });
    return keys.filter((key) => Array.isArray(key) && /^queued|untried/.test(key[0] as string));
  });
}

/**
 * Holds the next request in flight.
 *
 * @returns a promise that resolves when the request was sent, and a function that answers it.
 */
function holdRequest(): { isSent: Promise<void>; answer: () => void } {
  let [answer, note] = [(): void => undefined, (): void => undefined];
  const isSent = new Promise<void>((resolve) => (note = resolve));
  const isAnswered = new Promise<void>((resolve) => (answer = resolve));
  server.gate = () => {
    note();
    return isAnswered;
  };
  return { isSent, answer };
}

describe('a reading that no sender has tried', () => {
  test('取り消す (undo) deletes a queued reading, its index and mark in one transaction, notifies every tab, and the reading is never sent', async () => {
    const entry = await read('l1');
    const heard = vi.fn<(changed: { owner: string }) => void>();
    const stop = queueChanged.subscribe(heard);
    const transactions = vi.spyOn(IDBDatabase.prototype, 'transaction');

    expect(await undo(entry)).toBe('undone');

    expect(transactions).toHaveBeenCalledTimes(1);
    expect(heard.mock.calls).toEqual([[{ owner: a }]]);
    stop();
    expect(await keysLeft()).toEqual([]);
    expect(await listCallStates(a)).toEqual([]);
    await createReplayer('worker').replay();
    expect(sentWords()).toEqual([]);
  });

  test('a lesson can be marked as read again after the first mark was undone, and undone again', async () => {
    await undo(await read('l1'));
    const again = await read('l1');
    expect(await undo(again)).toBe('undone');
    expect(await countQueue(a)).toMatchObject({ waiting: 0 });
  });

  test('marking a lesson as read is undone once if two tabs press 取り消す (undo) at the same time', async () => {
    const entry = await read('l1');
    expect(await Promise.all([undo(entry), undo(entry)])).toEqual(['undone', 'gone']);
  });

  test('取り消す (undo) does not delete an entry that got the same seq after the browser had deleted the queue', async () => {
    const entry = await read('l1');
    expect(await undo({ ...entry, id: crypto.randomUUID() })).toBe('gone');
    expect(await countQueue(a)).toMatchObject({ waiting: 1 });
  });
});

describe('a reading that a sender has tried', () => {
  test('fault: 取り消す (undo) is pressed while the reading is in flight → the undo fails, and the reading’s receipt is stored', async () => {
    const entry = await read('l1');
    const { isSent, answer } = holdRequest();
    const run = createReplayer('page').replay();
    await isSent;

    expect(await undo(entry)).toBe('queued');
    answer();
    await run;

    expect(await countQueue(a)).toEqual({ waiting: 0, refused: 0, unreadable: 0, receipts: 1 });
    expect([await undo(entry), await readUndoState(entry)]).toEqual(['sent', 'sent']);
  });

  test.each(['lost', 'dead', 'broken', 503] as const)(
    'fault: the answer is %s, and 取り消す is pressed afterwards → the reading stays queued, because the server may have it',
    async (mode) => {
      const entry = await read('l1');
      server.script = [mode];
      await createReplayer('page').replay();

      expect(await undo(entry)).toBe('queued');
      expect(await countQueue(a)).toMatchObject({ waiting: 1 });
    },
  );

  test('fault: a reading is undone after the sender has read it and before it is sent → it is not sent, the next call is', async () => {
    const first = await read('l1');
    const second = await read('l2');
    await read('l3');
    const { isSent, answer } = holdRequest();
    const run = createReplayer('page').replay();
    await isSent;
    expect([await undo(first), await undo(second)]).toEqual(['queued', 'undone']);
    server.gate = undefined;
    answer();
    await run;

    expect(sentWords()).toEqual(['a read:l1', 'a read:l3']);
  });

  test('fault: a sender claims a reading and 取り消す (undo) starts at the same moment → exactly one of the two succeeds', async () => {
    for (const isUndoFirst of [true, false]) {
      const entry = await read(`l-${isUndoFirst}`);
      const [one, other] = await (isUndoFirst
        ? Promise.all([undo(entry), claim(entry)])
        : Promise.all([claim(entry), undo(entry)]));
      expect([one, other].filter((won) => won === true || won === 'undone')).toHaveLength(1);
    }
  });

  test('fault: the device cannot delete the undo mark of a reading → the reading is not sent, and can still be undone', async () => {
    const entry = await read('l1');
    vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(() => {
      throw new DOMException('No room', 'QuotaExceededError');
    });
    expect(await createReplayer('page').replay()).toMatchObject({ stoppedBy: 'storage' });
    await expect(undo(entry)).rejects.toBeInstanceOf(StorageError);
    vi.restoreAllMocks();

    expect(sentWords()).toEqual([]);
    expect(await undo(entry)).toBe('undone');
  });
});

describe('what cannot be taken back', () => {
  test('a reading queued by an older build, which wrote no mark for undo, is sent as before', async () => {
    const entry = await read('l1', false);
    expect(await undo(entry)).toBe('queued');
    await createReplayer('page').replay();
    expect(sentWords()).toEqual(['a read:l1']);
  });

  test('a reading that the server refused and that 読了 (mark as read) queued again cannot be undone', async () => {
    server.script = [422];
    const first = await read('l1');
    await createReplayer('page').replay();
    expect(await undo(first)).toBe('refused');
    const again = await read('l1');
    expect(await undo(again)).toBe('queued');
    expect(await countQueue(a)).toMatchObject({ waiting: 1, refused: 0 });
  });

  test('a submit is sent without looking up the undo mark, which only readings have', async () => {
    await enqueue(a, answerSubmit('s1'));
    const reads = vi.spyOn(IDBObjectStore.prototype, 'getKey');
    await createReplayer('page').replay();
    expect(reads.mock.calls.filter(([key]) => Array.isArray(key) && key[0] === 'untried')).toEqual([]);
  });
});

test('破棄 (discard) of a queued reading deletes its undo mark, too', async () => {
  await discard(await read('l1'));
  expect(await keysLeft()).toEqual([]);
});
