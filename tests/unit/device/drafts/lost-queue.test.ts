/** Answers that are on the device while the queue, and their submit with it, is not: nobody threw them away. */
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

/** 提出 without a network. */
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

/** Lets the newest record of a state not parse any more. */
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
  // The server knows the submit again, should it have come through.
  expect((await readUnfinishedDraft(owner, 's1'))?.draft).toMatchObject({
    answers,
    submit: { id: ID, isQueued: false },
  });
}

test('fault: the browser has deleted the queue alone → the answers are there to go on with, as the same submit', async () => {
  await submit();
  await start();
  await loseQueue();

  await start();
  await expectToGoOn();
  await start();

  expect(await listUnreadable(owner)).toHaveLength(1);
  await expectToGoOn();
});

test('fault: the entry of a submit cannot be read → the same', async () => {
  await submit();
  await damage();
  await readUpTo('queued', owner, 10);

  await start();

  expect(await listUnreadable(owner)).toHaveLength(1);
  await expectToGoOn();
});

test('fault: the entry cannot be read, and nobody has looked yet → the same', async () => {
  await submit();
  await damage();

  await start();

  await expectToGoOn();
});

test('fault: the entry cannot be read, nor can more than a list shows before it → the same', async () => {
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
  'fault: the receipt of a submit cannot be read, isSetAside=%s → the answers are not offered again',
  async (isSetAside) => {
    await keepReceipt(await submit(), { receivedAt: VERSION, byServer: true });
    await damage('sent');
    if (isSetAside) await readUpTo('sent', owner, 10);

    await start();

    expect(await countUnfinishedDrafts(owner)).toBe(0);
  },
);

test('fault: an entry of a newer version lies in the queue after a rollback → its answers stay with it', async () => {
  const entry = await submit();
  const key = ['queued', owner, entry.seq];
  await transact('readwrite', (store) => done(store.put({ ...entry, version: 2 }, key)));

  await start();

  expect(await countUnfinishedDrafts(owner)).toBe(0);
  expect(await listOwned('drafts', owner)).toHaveLength(1);
});

test('fault: a draft of the version before names no queue, and the one that has its submit is deleted after a start → the answers are there to go on with', async () => {
  await submit();
  await keepOwned('drafts', owner, 'answers|s1', { ...draftOf(true), version: 1 });
  await start();
  await loseQueue();

  await start();

  await expectToGoOn();
});

test('fault: the queue is deleted under an open page, which submits into the next one → what is thrown away from that goes', async () => {
  await loseQueue();
  const entry = await submit();
  await start();
  await discard(entry);

  await start();

  expect(await countUnfinishedDrafts(owner)).toBe(0);
});

test('what was thrown away from the queue that is there goes', async () => {
  const entry = await submit();
  await start();
  await discard(entry);

  await start();

  expect(await countUnfinishedDrafts(owner)).toBe(0);
  expect(await readUnfinishedDraft(owner, 's1')).toBeUndefined();
});

test('a draft of the version before, which names no queue, goes as it did', async () => {
  await keepOwned('drafts', owner, 'answers|s1', { ...draftOf(true), version: 1 });

  await start();

  expect(await countUnfinishedDrafts(owner)).toBe(0);
});
