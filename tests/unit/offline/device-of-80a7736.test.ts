/**
 * Tests devices of an older build: everything that commit 80a7736 wrote is read, listed and sent once by this build,
 * and everything that this build writes can be read by 80a7736 after a rollback.
 */
import {
  type DeviceRecord,
  layRecords,
  OBJECT_STORES,
  ownerOf80a7736,
  readRecords,
  recordsOf80a7736,
  withWaiting,
} from '@tests/support/device-80a7736/device';
import { readBy80a7736 } from '@tests/support/device-80a7736/rules';
import { beforeEach, describe, expect, test, vi } from 'vitest';

import {
  changeDraft,
  countUnfinishedDrafts,
  readUnfinishedDraft,
  clearSubmittedDrafts,
} from '@/device/drafts/answer-drafts';
import { detectEviction } from '@/offline/eviction/eviction-detector';
import { listPackRecords } from '@/offline/packs/course-pack-records';
import { enqueue } from '@/offline/queue/enqueue';
import type { QueuedEntry, RefusedEntry } from '@/offline/queue/entries';
import { keepReceipt, setApart, refuse } from '@/offline/queue/entry-transitions';
import { countQueue, listCallStates } from '@/offline/queue/queue-counts';
import { listReceipts, listUnreadable } from '@/offline/queue/queue-lists';
import { createReplayer } from '@/offline/queue/replay';
import { retry } from '@/offline/queue/retry-discard';
import {
  markReconciled,
  setAsideLost,
  requeueReceipts,
  writeReconciliationNotes,
} from '@/offline/reconciliation/notes';
import { readSession, saveSession } from '@/session/session';
import { noteServerTime } from '@/storage/server-time';

import { installLocks } from './support/crash-contexts';
import { answerSubmit, API_HOST, lessonRead } from './support/people';
import { listQueue, listRefused, queued, receipt } from './support/queue';
import { installScriptedServer } from './support/scripted-server';

const MANY = 10_000;
/** The number of queued calls that a test sends; the in-memory store is too slow for 10,000. */
const SOME = 1000;
const owner = ownerOf80a7736(API_HOST);
const stores = ['queue', 'drafts', 'packs', 'queries', 'reading-positions', 'reviews', 'session'];
/** The ids of two question sets: one with an unfinished draft, one with a draft whose submit is queued. */
const [DRAFT, SUBMITTED] = ['statistics-q-correlation', 'statistics-q-summary'];
const recorded = recordsOf80a7736(API_HOST);

async function lay(records: readonly DeviceRecord[]): Promise<void> {
  for (const { name } of await indexedDB.databases()) {
    if (!name) continue;
    await new Promise((resolve) => (indexedDB.deleteDatabase(name).onsuccess = resolve));
  }
  await layRecords({ records, objectStores: OBJECT_STORES });
}

beforeEach(async () => {
  installLocks();
  installScriptedServer();
  await lay(recorded);
});

test('the reading rules copied from 80a7736 accept every record that 80a7736 wrote', () => {
  expect(recorded.filter((record) => readBy80a7736(record) !== 'read')).toEqual([]);
});

describe('a device filled by 80a7736', () => {
  test('a device filled by 80a7736 is read completely: queue, receipts, drafts, courses and session', async () => {
    expect(await countQueue(owner)).toEqual({ waiting: 2, refused: 1, unreadable: 0, receipts: 2 });
    expect((await listQueue(owner)).map(({ call }) => call.kind)).toEqual(['lesson-read', 'answer-submit']);
    expect(await listRefused(owner)).toMatchObject([{ refusal: { status: 422, reason: '受け取れません。' } }]);
    expect(await listReceipts(owner)).toMatchObject([{ receipt: { byServer: true } }, { receipt: { byServer: true } }]);
    expect(await listCallStates(owner)).toHaveLength(5);
    expect(await readUnfinishedDraft(owner, DRAFT)).toMatchObject({
      draft: { answers: [{ questionId: `${DRAFT}-1` }, { questionId: `${DRAFT}-2` }] },
      seen: { id: DRAFT },
    });
    expect(await readUnfinishedDraft(owner, SUBMITTED)).toBeUndefined();
    expect(await countUnfinishedDrafts(owner)).toBe(1);
    expect(await listPackRecords(owner)).toMatchObject([{ courseId: 'statistics', contents: { texts: 22 } }]);
    expect(await readSession()).toMatchObject({ owner: { apiHost: API_HOST, userId: 'user-student' } });
  });

  test('a device filled by 80a7736 with 10,000 queued calls is counted and listed completely', async () => {
    await lay(withWaiting(recorded, MANY));
    expect((await countQueue(owner)).waiting).toBe(MANY + 2);
    expect((await listQueue(owner, MANY + 2)).slice(1).map(({ seq }) => seq)).toEqual(
      Array.from({ length: MANY + 1 }, (_, index) => index + 5),
    );
    expect(await listUnreadable(owner)).toEqual([]);
  });

  test('a device filled by 80a7736 sends each queued call once, in order, and clears the submitted draft', async () => {
    await lay(withWaiting(recorded, SOME));
    const server = installScriptedServer();

    await createReplayer('worker').replay();
    await clearSubmittedDrafts(owner);

    const sent = server.requests.map(({ call }) => call);
    expect(new Set(sent).size).toBe(SOME + 2);
    expect(sent).toHaveLength(SOME + 2);
    expect(sent[0]).toBe('read:statistics-correlation');
    expect(await countQueue(owner)).toEqual({ waiting: 0, refused: 1, unreadable: 0, receipts: SOME + 4 });
    expect(await listUnreadable(owner)).toEqual([]);
    expect(await countUnfinishedDrafts(owner)).toBe(1);
  });

  test('a device filled by 80a7736 can be used further: a new call is queued last, a refused one is retried, a draft takes another answer', async () => {
    expect((await enqueue(owner, lessonRead('statistics-normal'))).seq).toBe(6);
    expect(await retry((await listRefused(owner))[0] ?? expect.fail())).toBe(true);
    await changeDraft(owner, DRAFT, '2026-07-15T05:07:22.290Z', (there) => {
      if (!there) throw new Error('The draft is gone.');
      return { draft: { ...there.draft, flagged: [`${DRAFT}-3`] } };
    });
    expect((await listQueue(owner)).map(({ seq }) => seq)).toEqual([3, 4, 5, 6]);
    expect((await readUnfinishedDraft(owner, DRAFT))?.draft).toMatchObject({
      answers: [{ questionId: `${DRAFT}-1` }, { questionId: `${DRAFT}-2` }],
      flagged: [`${DRAFT}-3`],
    });
  });
});

test('a device filled by this build is read completely by 80a7736', async () => {
  const server = installScriptedServer();
  server.script = ['ok', 422, 'empty', 503];
  await saveSession({
    accessToken: 'token-a',
    tokenType: 'bearer',
    owner: { apiHost: API_HOST, userId: 'user-student' },
  });
  await enqueue(owner, answerSubmit('s1'));
  await enqueue(owner, lessonRead('l1'));
  await createReplayer('page').replay({ isUrgent: true });
  await enqueue(owner, answerSubmit('s2'));
  const entry = await enqueue(owner, lessonRead('l2'));
  if (entry.state === 'queued') await refuse(entry, { status: 404, reason: '', at: new Date().toISOString() });
  const updatedAt = '2026-07-15T05:07:22.290Z';
  const empty = { questionSetUpdatedAt: updatedAt, answers: [], flagged: [], seed: 'first' };
  await changeDraft(owner, 's3', updatedAt, () => ({ draft: empty }));
  await changeDraft(owner, DRAFT, updatedAt, (there) => there ?? { draft: empty });
  await noteServerTime(new Date(Date.now() + 600_000).toUTCString(), Date.now());

  const written = await readRecords(stores);

  expect(written.length).toBeGreaterThan(recorded.length);
  expect(written.filter((record) => readBy80a7736(record) !== 'read')).toEqual([]);
});

/**
 * Writes the newer records: a lost-queue notice, reconciled and forgotten receipts, a blocked call, a reading that can
 * be undone, and the marks of both stores.
 */
async function noteAll(): Promise<void> {
  for (const lesson of ['l1', 'l2', 'l3']) {
    await keepReceipt(await queued(owner, lessonRead(lesson)), { ...receipt, isEchoed: true });
  }
  const own = (await listReceipts(owner)).filter(({ receipt: { isEchoed } }) => isEchoed);
  await requeueReceipts(owner, own.slice(0, 1));
  await setAsideLost(owner, own.slice(1, 2), receipt.receivedAt);
  await markReconciled(owner, own.slice(2), 'seen');
  await setApart(await queued(owner, answerSubmit('s1')), { status: 503, times: 1 }, Date.now() + 60_000);
  await enqueue(owner, lessonRead('l4'), undefined, true);
  await writeReconciliationNotes(owner, {
    checkedAt: Date.now(),
    isYoung: true,
    known: { at: 1, counts: { s1: 1 } },
    gone: { l9: 1 },
    healed: { at: 1, forgottenAt: 2, count: 3 },
    asks: { count: 60, forgottenAt: 2 },
  });
  const word = JSON.stringify({ mark: 'of a queue that is gone', waiting: 2, refused: 1, at: 1 });
  vi.stubGlobal('localStorage', { getItem: () => word, setItem: () => undefined });
  await detectEviction(owner);
  await noteServerTime(new Date(Date.now() + 600_000).toUTCString(), Date.now());
}

test('80a7736 ignores the newer records of this build or lists them under 要確認, and reads all calls', async () => {
  await noteAll();

  const written = await readRecords(stores);

  const read = written.map((record) => [readBy80a7736(record), [record.key].flat()[0]]);
  expect(read.filter(([how]) => how === 'set aside')).toEqual([]);
  expect(read.flatMap(([how, place]) => (how === 'unknown' ? [`${place}`] : [])).toSorted()).toEqual([
    'healing',
    'mark',
    'mark',
    'unreadable',
    'untried',
  ]);
  const entries = written.map(
    ({ value }) => Object(value) as Partial<Omit<QueuedEntry, 'state'> & Omit<RefusedEntry, 'state'>>,
  );
  expect(entries.map(({ healed }) => healed)).toEqual(expect.arrayContaining(['sent', 'seen']));
  expect(entries.filter(({ blocked }) => blocked)).toHaveLength(1);
  expect(entries.filter(({ refusal }) => refusal?.isForgotten)).toHaveLength(1);
});
