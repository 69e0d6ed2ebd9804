/** Answers that are on the device while the queue, and their submit with it, is not: nobody threw them away. */
import { beforeEach, expect, test, vi } from 'vitest';

import {
  type AnswerDraft,
  changeDraft,
  clearSubmittedDrafts,
  countUnfinishedDrafts,
  readUnfinishedDraft,
} from '@/device/drafts/answer-drafts';
import { lookAfterQueue } from '@/offline/losses/queue-canary';
import { enqueue } from '@/offline/queue/queue';
import { discard } from '@/offline/queue/queue-care';
import { listUnreadable, readUpTo } from '@/offline/queue/queue-lists';
import { done, transact } from '@/offline/queue/queue-store';
import { wipeOwner } from '@/offline/wipe';
import { admitOwner } from '@/offline/wipe-marks';
import { ownerKey } from '@/session/session';
import { keepOwned } from '@/storage/owned-store';

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
  return entry;
}

async function start(): Promise<void> {
  await lookAfterQueue(owner);
  await clearSubmittedDrafts(owner);
}

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
  await transact('readwrite', async (store) => {
    const [key = ''] = await done(store.getAllKeys(IDBKeyRange.bound(['queued', owner], ['queued', owner, []])));
    store.put({ ...(await done<object>(store.get(key))), attempts: 'three' }, key);
  });
  await readUpTo('queued', owner, 10);

  await start();

  expect(await listUnreadable(owner)).toHaveLength(1);
  await expectToGoOn();
});

test('what was thrown away from the queue that is there goes', async () => {
  const entry = await submit();
  await start();
  if (entry.state !== 'queued') throw new Error('It has been sent already');
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
