/** Tests drafts whose queued submit was lost with the queue: the app must offer their answers again. */
import { beforeEach, expect, test, vi } from 'vitest';

import {
  type AnswerDraft,
  changeDraft,
  clearSubmittedDrafts,
  countUnfinishedDrafts,
  readUnfinishedDraft,
} from '@/device/drafts/answer-drafts';
import { detectEviction } from '@/offline/eviction/eviction-detector';
import { enqueue } from '@/offline/queue/enqueue';
import { keepReceipt } from '@/offline/queue/entry-transitions';
import { listUnreadable, readUpTo } from '@/offline/queue/queue-lists';
import { PAGE_SIZE } from '@/offline/queue/queue-pages';
import { done, transact } from '@/offline/queue/queue-store';
import { discard } from '@/offline/queue/retry-discard';
import { wipeOwner } from '@/offline/wipe';
import { admitOwner } from '@/offline/wipe-marks';
import { ownerKey } from '@/session/session';
import { keepOwned, listOwned } from '@/storage/owned-store';

const owner = ownerKey({ apiHost: 'https://h', userId: 'a' });
const VERSION = '2026-11-01T00:00:00.000Z';
const ID = '00000000-0000-4000-8000-000000000001';
const answers = [{ questionId: 'q1', text: '一時間かけた答え' }];
const draftOf = (isQueued: boolean): AnswerDraft => ({
  questionSetUpdatedAt: VERSION,
  answers,
  flagged: [],
  submit: { id: ID, isQueued },
});
const keepDraft = (isQueued: boolean) => changeDraft(owner, 's1', VERSION, () => ({ draft: draftOf(isQueued) }));

/** Submits the answers without a network. */
async function submit() {
  const submitted = { clientSubmitId: ID, questionSetId: 's1', questionSetUpdatedAt: VERSION, answers };
  await keepDraft(false);
  const entry = await enqueue(owner, { kind: 'answer-submit', submit: { ...submitted, answeredAt: VERSION } });
  await keepDraft(true);
  if (entry.state !== 'queued') throw new Error('It has been sent already');
  return entry;
}

async function start(): Promise<void> {
  await detectEviction(owner);
  await clearSubmittedDrafts(owner);
}

/** Damages the newest queue record in a given state so that it does not parse. */
const damage = (state = 'queued') =>
  transact('readwrite', async (store) => {
    const keys = await done(store.getAllKeys(IDBKeyRange.bound([state, owner], [state, owner, []])));
    const key = keys.at(-1) ?? expect.fail();
    store.put({ ...(await done<object>(store.get(key))), attempts: 'three' }, key);
  });

const loseQueue = () => transact('readwrite', (store) => done(store.clear()));

beforeEach(async () => {
  const words = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => words.get(key) ?? null,
    setItem: (key: string, word: string) => void words.set(key, word),
    removeItem: (key: string) => void words.delete(key),
  });
  await wipeOwner(owner, { dropsEntries: true });
  await admitOwner(owner);
  await start();
});

async function expectToGoOn(): Promise<void> {
  expect(await countUnfinishedDrafts(owner)).toBe(1);
  // The submit id stays the same, so that the server recognises a submit that had already arrived.
  expect((await readUnfinishedDraft(owner, 's1'))?.draft).toMatchObject({
    answers,
    submit: { id: ID, isQueued: false },
  });
}

test('fault: the browser has evicted only the queue → the answers are offered again, with the same submit id', async () => {
  await submit();
  await start();
  await loseQueue();

  await start();
  await expectToGoOn();
  await start();

  expect(await listUnreadable(owner)).toHaveLength(1);
  await expectToGoOn();
});

test('fault: the queue entry of a submit is unreadable → the answers are offered again, with the same submit id', async () => {
  await submit();
  await damage();
  await readUpTo('queued', owner, 10);

  await start();

  expect(await listUnreadable(owner)).toHaveLength(1);
  await expectToGoOn();
});

test('fault: a submit’s queued record does not parse and is still in the queue → its answers are offered again, same id', async () => {
  await submit();
  await damage();

  await start();

  await expectToGoOn();
});

test('fault: a submit’s queue entry and over a page of entries before it are unreadable → its answers are offered again', async () => {
  await transact('readwrite', async (store) => {
    for (let seq = 1; seq <= PAGE_SIZE; seq += 1) store.put({}, ['queued', owner, seq]);
    await done(store.put(PAGE_SIZE, ['seq']));
  });
  await submit();
  await damage();
  await readUpTo('queued', owner, 2 * PAGE_SIZE);

  await start();

  await expectToGoOn();
});

test.each([true, false])(
  'fault: the receipt of a submit is unreadable, moved aside: %s → the answers are not offered again',
  async (isSetAside) => {
    await keepReceipt(await submit(), { receivedAt: VERSION, byServer: true });
    await damage('sent');
    if (isSetAside) await readUpTo('sent', owner, 10);

    await start();

    expect(await countUnfinishedDrafts(owner)).toBe(0);
  },
);

test('fault: a submit’s queue entry is of a newer version after a rollback → its draft stays and is not offered', async () => {
  const entry = await submit();
  const key = ['queued', owner, entry.seq];
  await transact('readwrite', (store) => done(store.put({ ...entry, version: 2 }, key)));

  await start();

  expect(await countUnfinishedDrafts(owner)).toBe(0);
  expect(await listOwned('drafts', owner)).toHaveLength(1);
});

test('fault: a draft of the previous version names no queue, and the queue is evicted → the answers are offered again', async () => {
  await submit();
  await keepOwned('drafts', owner, 'answers|s1', { ...draftOf(true), version: 1 });
  await start();
  await loseQueue();

  await start();

  await expectToGoOn();
});

test('fault: the queue is evicted under an open page, which submits again → discarding that submit deletes the draft', async () => {
  await loseQueue();
  const entry = await submit();
  await start();
  await discard(entry);

  await start();

  expect(await countUnfinishedDrafts(owner)).toBe(0);
});

test('discarding a submit deletes its draft if the queue was not lost', async () => {
  const entry = await submit();
  await start();
  await discard(entry);

  await start();

  expect(await countUnfinishedDrafts(owner)).toBe(0);
  expect(await readUnfinishedDraft(owner, 's1')).toBeUndefined();
});

test('a draft of the previous version, which names no queue, is deleted if its submit is missing but the queue was not lost', async () => {
  await keepOwned('drafts', owner, 'answers|s1', { ...draftOf(true), version: 1 });

  await start();

  expect(await countUnfinishedDrafts(owner)).toBe(0);
});
