/** A queue that the browser has deleted is noticed, and told from a new device, a sign-out and a device of an older version. */
import { installLocks } from '@tests/unit/offline/support/crash-contexts';
import { answerSubmit, emptyQueue, keyOf, lessonRead, signInAs } from '@tests/unit/offline/support/people';
import { queued, receipt, refusal } from '@tests/unit/offline/support/queue';
import { installScriptedServer } from '@tests/unit/offline/support/scripted-server';
import { promisifyRequest } from 'idb-keyval';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { signOut } from '@/device/sign-out';
import { detectEviction } from '@/offline/eviction/eviction-detector';
import { readLostQueue } from '@/offline/eviction/lost-queue';
import { enqueue } from '@/offline/queue/enqueue';
import { keepReceipt, refuse } from '@/offline/queue/entry-transitions';
import { countQueue } from '@/offline/queue/queue-counts';
import { listUnreadable } from '@/offline/queue/queue-lists';
import { transact } from '@/offline/queue/queue-store';
import { finishWipes, wipeOwner } from '@/offline/wipe';
import { admitOwner } from '@/offline/wipe-marks';
import { type OwnerKey, sessionStore } from '@/session/session';

const [a, b] = [keyOf('a'), keyOf('b')];
const words = new Map<string, string>();
const emptySession = () => sessionStore('readwrite', (store) => promisifyRequest(store.clear()));

beforeEach(async () => {
  installLocks();
  installScriptedServer();
  words.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => words.get(key) ?? null,
    setItem: (key: string, word: string) => void words.set(key, word),
    removeItem: (key: string) => void words.delete(key),
  });
  await emptyQueue();
  await emptySession();
  await Promise.all([admitOwner(a), admitOwner(b)]);
  await signInAs('a');
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** Two that wait and one that was refused, as the last look left them. */
async function study(owner: OwnerKey): Promise<void> {
  await queued(owner, lessonRead('l1'));
  await queued(owner, answerSubmit('s1'));
  await refuse(await queued(owner, lessonRead('l2')), refusal);
  await detectEviction(owner);
}

/** What is said of an owner's losses. */
async function listLosses(owner: OwnerKey) {
  return (await listUnreadable(owner)).map(({ text }) => readLostQueue(text));
}

test('a queue that is gone while the session is there is said, once, with its last known number', async () => {
  await study(a);
  await emptyQueue();

  await detectEviction(a);
  await detectEviction(a);

  expect(await listLosses(a)).toMatchObject([{ version: 1, waiting: 2, refused: 1, isSessionLost: false }]);
  // Under 要確認, and nothing is called sent.
  expect(await countQueue(a)).toEqual({ waiting: 0, refused: 0, unreadable: 1, receipts: 0 });
});

test('all of IndexedDB gone is told from the queue alone, and what is learned then stays behind what is said', async () => {
  await study(a);
  await emptyQueue();
  await emptySession();
  const later = await enqueue(a, lessonRead('l9'));
  await signInAs('a');

  await detectEviction(a);

  expect(await listLosses(a)).toMatchObject([{ waiting: 2, refused: 1, isSessionLost: true }]);
  expect(later).toMatchObject({ state: 'queued', seq: 1 });
  expect(await countQueue(a)).toMatchObject({ waiting: 1, unreadable: 1 });
  expect(await enqueue(a, lessonRead('l10'))).toMatchObject({ seq: 3 });
});

test('everything gone: nothing is known, and nothing is said', async () => {
  await study(a);
  await emptyQueue();
  await emptySession();
  words.clear();
  await signInAs('a');

  await detectEviction(a);

  expect(await countQueue(a)).toEqual({ waiting: 0, refused: 0, unreadable: 0, receipts: 0 });
});

test('a queue of receipts alone that is gone had nothing to lose, and is found when something waits again', async () => {
  await keepReceipt(await queued(a), receipt);
  await detectEviction(a);
  await emptyQueue();
  await detectEviction(a);
  expect(await listLosses(a)).toEqual([]);
  await study(a);
  await emptyQueue();
  await detectEviction(a);
  expect(await listLosses(a)).toMatchObject([{ waiting: 2 }]);
});

test('each person who had something here is told, also who comes later', async () => {
  await study(a);
  await study(b);
  await emptyQueue();
  await detectEviction(b);
  await detectEviction(a);
  await Promise.all([detectEviction(a), detectEviction(a)]);
  expect(await listLosses(b)).toMatchObject([{ waiting: 2, refused: 1 }]);
  expect(await listLosses(a)).toMatchObject([{ waiting: 2, refused: 1 }]);
});

test('two tabs that find it at once say it once, also one that reads an old word', async () => {
  await study(a);
  const word = [...words];
  await emptyQueue();
  await Promise.all([detectEviction(a), detectEviction(a)]);
  for (const [key, value] of word) words.set(key, value);
  await detectEviction(a);
  expect(await listLosses(a)).toHaveLength(1);
});

describe('is never taken for a loss:', () => {
  test.each([false, true])('a sign-out, its sweep and the next sign-in (破棄: %s)', async (dropsEntries) => {
    await study(a);
    await wipeOwner(a, { dropsEntries });
    await finishWipes();
    await detectEviction(b);
    await admitOwner(a);
    await signInAs('a');
    await detectEviction(a);
    expect(await listLosses(a)).toEqual([]);
  });

  test('a sign-out that was cut off after its first step', async () => {
    await study(a);
    await transact('readwrite', async (store) => void store.put({ at: 0, isDone: false }, ['wipe', a]));
    await detectEviction(a);
    await finishWipes();
    await admitOwner(a);
    await detectEviction(a);
    expect(await listLosses(a)).toEqual([]);
  });

  test('a device that an older version has filled, also after a way back to it', async () => {
    await queued(a, lessonRead('l1'));
    await detectEviction(a);
    expect(await countQueue(a)).toMatchObject({ waiting: 1, unreadable: 0 });
    // The older version records, and knows nothing of the word.
    await queued(a, lessonRead('l2'));
    await detectEviction(a);
    expect(await countQueue(a)).toMatchObject({ waiting: 2, unreadable: 0 });
  });

  test('a device that fails', async () => {
    await study(a);
    const broken = vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(() => {
      throw new DOMException('x', 'UnknownError');
    });
    await expect(detectEviction(a)).rejects.toMatchObject({ name: 'StorageError' });
    broken.mockRestore();
    await detectEviction(a);
    expect(await listLosses(a)).toEqual([]);
  });
});

test('a sign-out leaves the number of what stays, and no word where nothing does', async () => {
  await study(a);
  await signOut(a, 'keep');
  await detectEviction(a);
  expect([...words.values()]).toEqual([expect.stringContaining('"waiting":2')]);
  await admitOwner(a);
  await signInAs('a');
  await signOut(a, 'discard');
  await detectEviction(a);
  expect([...words]).toEqual([]);
});

test('a queue that was deleted before a sign-out, and not looked at since, is said when its owner is back', async () => {
  await study(a);
  await emptyQueue();
  await signOut(a, 'keep');
  await admitOwner(a);
  await signInAs('a');
  await detectEviction(a);
  expect(await listLosses(a)).toMatchObject([{ waiting: 2, refused: 1 }]);
});

test('a queue that is deleted in the middle of a sign-out is said when its owner is back', async () => {
  await study(a);
  // Right after the last look.
  const kept = vi.spyOn(words, 'set').mockImplementationOnce(() => {
    kept.mockRestore();
    void emptyQueue();
    return words;
  });
  await signOut(a, 'keep');
  await admitOwner(a);
  await signInAs('a');
  await detectEviction(a);
  expect(await listLosses(a)).toMatchObject([{ waiting: 2, refused: 1 }]);
});

test('what was thrown away at a sign-out is not counted as lost later', async () => {
  await study(a);
  await signOut(a, 'discard');
  await admitOwner(a);
  await emptyQueue();
  await signInAs('a');
  await detectEviction(a);
  expect(await listLosses(a)).toEqual([]);
});

test('a queue that is deleted between two looks at it is said with what had been there', async () => {
  await study(a);
  const begin = Reflect.get(IDBDatabase.prototype, 'transaction') as IDBDatabase['transaction'];
  const spied = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...how) {
    spied.mockRestore();
    const first = begin.apply(this, how);
    first.addEventListener('complete', () => void emptyQueue());
    return first;
  });
  await detectEviction(a);
  await detectEviction(a);
  expect(await listLosses(a)).toMatchObject([{ waiting: 2, refused: 1 }]);
});

test('a queue that is deleted anew before what was said of the first was counted is said again', async () => {
  await study(a);
  for (let times = 0; times < 2; times += 1) {
    await emptyQueue();
    await detectEviction(a);
  }
  expect(await listLosses(a)).toMatchObject([{ waiting: 0, refused: 1 }]);
});

test('a word outside that cannot be read says nothing', async () => {
  await study(a);
  for (const key of words.keys()) words.set(key, '{"mark":1}');
  await emptyQueue();
  await detectEviction(a);
  expect(await listLosses(a)).toEqual([]);
});
