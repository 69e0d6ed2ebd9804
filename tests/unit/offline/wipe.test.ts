/** Tests sign-out: no readable data of a user remains on the device, even if the wipe is interrupted at any step. */
import { beforeEach, describe, expect, test, vi } from 'vitest';

import { studyCacheName } from '@/offline/copies/study-cache';
import { readCurrentSession } from '@/offline/current-session';
import { enqueue } from '@/offline/queue/enqueue';
import { refuse, keepReceipt } from '@/offline/queue/entry-transitions';
import { countQueue } from '@/offline/queue/queue-counts';
import { retry } from '@/offline/queue/retry-discard';
import { finishWipes, wipeOwner } from '@/offline/wipe';
import { admitOwner, isWiping } from '@/offline/wipe-marks';
import { readSession, type OwnerKey } from '@/session/session';
import type * as deviceStore from '@/storage/device-store';
import { shiftClock } from '@/storage/now';
import { keepOwned, listOwned, type OwnedStoreName } from '@/storage/owned-store';

import { createContext, installLocks, runIn } from './support/crash-contexts';
import { answerSubmit, emptyQueue, keyOf, lessonRead, signInAs } from './support/people';
import { listQueue } from './support/queue';
import { createReplayer } from './support/replay';
import { installScriptedServer } from './support/scripted-server';

vi.mock('@/storage/device-store', async (original) => {
  const { withCrashPoints } = await import('./support/crash-contexts');
  const real = await original<typeof deviceStore>();
  return { ...real, createDeviceStore: withCrashPoints(real.createDeviceStore) };
});

const a = keyOf('a');
const b = keyOf('b');
const names: OwnedStoreName[] = ['queries', 'reading-positions', 'drafts'];
/** A fake of Cache Storage, which Node lacks; only the names of caches matter here. */
let caches: Set<string>;

beforeEach(async () => {
  shiftClock(0);
  installLocks();
  installScriptedServer();
  caches = new Set();
  vi.stubGlobal('caches', { delete: async (name: string) => caches.delete(name) });
  await emptyQueue();
  await Promise.all([admitOwner(a), admitOwner(b)]);
});

/** Puts a record of a learner into every store. */
async function study(owner: OwnerKey): Promise<void> {
  caches.add(studyCacheName(owner));
  for (const name of names) await keepOwned(name, owner, 'key', `of ${owner}`);
  const received = await enqueue(owner, lessonRead('l1'));
  if (received.state === 'queued')
    await keepReceipt(received, { receivedAt: new Date().toISOString(), byServer: true });
  const refused = await enqueue(owner, lessonRead('l2'));
  if (refused.state === 'queued') await refuse(refused, { status: 422, reason: '', at: '' });
  await enqueue(owner, answerSubmit('s1'));
}

async function readableOf(owner: OwnerKey): Promise<unknown[]> {
  const records = await Promise.all(names.map((name) => listOwned(name, owner)));
  const { receipts } = await countQueue(owner);
  return [
    ...records.flat(),
    ...(receipts ? ['receipts'] : []),
    ...(caches.has(studyCacheName(owner)) ? ['cache'] : []),
  ];
}

describe('signing out', () => {
  test('a sign-out deletes all readable data, keeps queued and refused calls, and leaves other users’ data alone', async () => {
    await signInAs('a');
    await Promise.all([study(a), study(b)]);
    await wipeOwner(a, { dropsEntries: false });
    expect(await readableOf(a)).toEqual([]);
    expect(await readSession()).toBeUndefined();
    expect(await countQueue(a)).toEqual({ waiting: 1, refused: 1, unreadable: 0, receipts: 0 });
    expect(await readableOf(b)).toHaveLength(5);
    expect(await countQueue(b)).toEqual({ waiting: 1, refused: 1, unreadable: 0, receipts: 1 });
  });

  test('a sign-out with 破棄 (discard) deletes the queued calls, too', async () => {
    await signInAs('a');
    await Promise.all([study(a), study(b)]);
    await wipeOwner(a, { dropsEntries: true });
    expect(await countQueue(a)).toEqual({ waiting: 0, refused: 0, unreadable: 0, receipts: 0 });
    expect(await countQueue(b)).toMatchObject({ waiting: 1 });
  });

  test("a sign-out leaves another user's session alone", async () => {
    await signInAs('b');
    await wipeOwner(a, { dropsEntries: false });
    expect(await readSession()).toMatchObject({ owner: { userId: 'b' } });
  });

  test('fault: entries kept after a sign-out → sent only once the same user has signed in again', async () => {
    await signInAs('a');
    await study(a);
    await wipeOwner(a, { dropsEntries: false });
    await signInAs('b');
    expect(await createReplayer('page').replay()).toMatchObject({ received: 0 });
    await admitOwner(a);
    await signInAs('a');
    expect(await createReplayer('page').replay()).toMatchObject({ received: 1, waiting: 0 });
  });
});

describe('writes after a sign-out', () => {
  test('a write for a user who has signed out is dropped by every store', async () => {
    await signInAs('a');
    await study(a);
    await wipeOwner(a, { dropsEntries: false });
    await expect(enqueue(a, lessonRead('l9'))).rejects.toMatchObject({ name: 'StorageError', reason: 'leaving' });
    await expect(retry({ owner: a, seq: 1, id: '' })).rejects.toMatchObject({ reason: 'leaving' });
    for (const name of names) expect(await keepOwned(name, a, 'late', 1)).toBe(false);
    expect(await isWiping(a)).toBe(true);
    expect(await isWiping(b)).toBe(false);
    expect(await readableOf(a)).toEqual([]);
  });

  test('fault: the server’s answer arrives after the call’s owner has signed out → the entry is deleted, no receipt is kept', async () => {
    await signInAs('a');
    const server = installScriptedServer();
    await enqueue(a, lessonRead('l1'));
    server.gate = () => wipeOwner(a, { dropsEntries: false });
    await createReplayer('page').replay();
    expect(server.recorded.size).toBe(1);
    expect(await countQueue(a)).toEqual({ waiting: 0, refused: 0, unreadable: 0, receipts: 0 });
  });

  test('fault: a log-out discards a call that is in flight → the call is not queued again', async () => {
    await signInAs('a');
    const server = installScriptedServer();
    server.otherwise = 503;
    await enqueue(a, lessonRead('l1'));
    server.gate = () => wipeOwner(a, { dropsEntries: true });
    await createReplayer('page').replay();
    expect(await countQueue(a)).toEqual({ waiting: 0, refused: 0, unreadable: 0, receipts: 0 });
  });

  test('writes are accepted again once the owner has signed in again', async () => {
    await wipeOwner(a, { dropsEntries: false });
    await admitOwner(a);
    await signInAs('a');
    expect(await isWiping(a)).toBe(false);
    expect(await keepOwned('queries', a, 'key', 1)).toBe(true);
    expect(await enqueue(a, lessonRead('l1'))).toMatchObject({ state: 'queued' });
  });
});

describe('an interrupted wipe', () => {
  for (const dropsEntries of [false, true]) {
    const choice = dropsEntries ? '破棄' : '端末に残す';
    test(`fault: log-out killed at every step (${choice}) → it has changed nothing, or the next start finishes it`, async () => {
      for (let at = 1; ; at += 1) {
        await emptyQueue();
        await admitOwner(a);
        await signInAs('a');
        await study(a);
        const context = createContext('page', at);
        await runIn(context, () => wipeOwner(a, { dropsEntries }));
        await finishWipes();
        const isWiped = (await readSession()) === undefined;
        // Before the sign-out's first transaction nothing has changed: the learner is still signed in with all data.
        expect(isWiped).toBe(at > 1);
        expect(await readableOf(a)).toHaveLength(isWiped ? 0 : 5);
        expect(await countQueue(a)).toMatchObject({ waiting: isWiped && dropsEntries ? 0 : 1 });
        if (!context.isDead) break;
      }
    });
  }

  test('fault: log-out killed, and the next start killed at every step, too → the start after that finishes the wipe', async () => {
    for (let at = 1; ; at += 1) {
      await emptyQueue();
      await admitOwner(a);
      await signInAs('a');
      await study(a);
      await runIn(createContext('page', 3), () => wipeOwner(a, { dropsEntries: false }));
      const second = createContext('page', at);
      await runIn(second, finishWipes);
      await finishWipes();
      expect(await readableOf(a)).toEqual([]);
      expect(await countQueue(a)).toMatchObject({ waiting: 1 });
      if (!second.isDead) break;
    }
  });

  test('fault: log-out killed, and the same user signs in before the next start → nothing of the new session is wiped', async () => {
    await signInAs('a');
    await study(a);
    await runIn(createContext('page', 3), () => wipeOwner(a, { dropsEntries: false }));
    await admitOwner(a);
    await signInAs('a');
    await enqueue(a, lessonRead('l9'));
    await finishWipes();
    expect(await readSession()).toMatchObject({ owner: { userId: 'a' } });
    expect(await listQueue(a)).toHaveLength(2);
  });

  test('fault: log-out killed, and the next start cannot finish it → the app starts signed out', async () => {
    await signInAs('a');
    await runIn(createContext('page', 3), () => wipeOwner(a, { dropsEntries: false }));
    vi.stubGlobal('caches', { delete: () => Promise.reject(new DOMException('x', 'UnknownError')) });
    const forgetSession = vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(() => {
      throw new DOMException('x', 'UnknownError');
    });
    expect(await readCurrentSession()).toBeUndefined();
    expect(await readSession(), 'it is still there').toBeDefined();
    forgetSession.mockRestore();
  });

  test('a stale wipe mark of a signed-in owner is deleted at the next start', async () => {
    await wipeOwner(a, { dropsEntries: false });
    await signInAs('a');
    await finishWipes();
    expect(await isWiping(a)).toBe(false);
    expect(await keepOwned('queries', a, 'key', 1)).toBe(true);
  });

  test('a wipe mark (of a sign-out) makes the next start delete late writes, and is kept until its owner signs in', async () => {
    await wipeOwner(a, { dropsEntries: false });
    caches.add(studyCacheName(a));
    await finishWipes();
    expect(caches.size).toBe(0);
    expect(await isWiping(a)).toBe(true);
    for (const days of [1, 1000, -1000]) {
      shiftClock(days * 86_400_000);
      await finishWipes();
      await expect(enqueue(a, lessonRead('l1'))).rejects.toMatchObject({ reason: 'leaving' });
      expect(await keepOwned('drafts', a, 'late', 1)).toBe(false);
    }
    await admitOwner(a);
    expect(await isWiping(a)).toBe(false);
    expect(await keepOwned('drafts', a, 'key', 1)).toBe(true);
  });

  test('old wipe marks of many users are read at a start but cause no writes', async () => {
    for (const user of ['c', 'd', 'e']) await wipeOwner(keyOf(user), { dropsEntries: false });
    shiftClock(700_000);
    const start = createContext('page');
    await runIn(start, finishWipes);
    expect(start.crashPoints).toEqual([]);
  });
});
