/**
 * Tests the export file of queued calls: only one person's calls at one host; importing it twice duplicates nothing.
 */
import { beforeEach, describe, expect, test } from 'vitest';

import { makeCallFile, MAX_FILE_BYTES, readCallFile } from '@/offline/queue/call-file';
import { ENTRY_VERSION } from '@/offline/queue/entries';
import { putEntry } from '@/offline/queue/entry-store';
import { keepReceipt, refuse } from '@/offline/queue/entry-transitions';
import { countQueue } from '@/offline/queue/queue-counts';
import { transact } from '@/offline/queue/queue-store';
import { wipeOwner } from '@/offline/wipe';
import { admitOwner } from '@/offline/wipe-marks';
import { ownerKey } from '@/session/session';

import { installLocks } from '../support/crash-contexts';
import { answerSubmit, API_HOST, emptyQueue, keyOf, lessonRead, signInAs } from '../support/people';
import { listQueue, listRefused, queued, receipt, refusal } from '../support/queue';
import { createReplayer } from '../support/replay';
import { installScriptedServer } from '../support/scripted-server';

const [a, b] = [keyOf('a'), keyOf('b')];
const fileOf = (text: string) => new Blob([text], { type: 'application/json' });
const changed = async (changes: object) =>
  fileOf(JSON.stringify({ ...(JSON.parse((await makeCallFile(a)).text) as object), ...changes }));

beforeEach(async () => {
  installLocks();
  installScriptedServer();
  await emptyQueue();
  await Promise.all([admitOwner(a), admitOwner(b)]);
  await signInAs('a');
});

/** Stores a queued read, a queued submit, a refused call, a received call, and a call of another user. */
async function study() {
  await queued(a, lessonRead('l1'));
  await queued(a, answerSubmit('s1'));
  await refuse(await queued(a, lessonRead('l2')), refusal);
  await keepReceipt(await queued(a, lessonRead('l3')), receipt);
  await queued(b, lessonRead('l1'));
}

test('the export holds its owner’s queued and refused calls, in order, without receipts, tokens or other users’ calls', async () => {
  await study();
  const { text, count, left } = await makeCallFile(a);
  expect({ count, left }).toEqual({ count: 3, left: 0 });
  expect(JSON.parse(text)).toMatchObject({
    format: 'manabiba-calls',
    apiHost: API_HOST,
    userId: 'a',
    calls: [
      { state: 'queued', call: { kind: 'lesson-read', lessonId: 'l1' } },
      { state: 'queued', call: { kind: 'answer-submit' } },
      { state: 'refused', refusal: { status: 422 } },
    ],
  });
  expect(text).not.toMatch(/token|l3|receipt/);
});

test('importing on another device restores queued and refused calls with their original times and ids', async () => {
  await study();
  const [waiting, refused, { text }] = [await listQueue(a), await listRefused(a), await makeCallFile(a)];
  await emptyQueue();

  expect(await readCallFile(a, fileOf(text))).toEqual({ added: 3, known: 0 });

  const facts = (entries: readonly { call: unknown; queuedAt: string; state: string }[]) =>
    entries.map(({ call, queuedAt, state }) => ({ call, queuedAt, state }));
  expect(facts(await listQueue(a))).toEqual(facts(waiting));
  expect(facts(await listRefused(a))).toEqual(facts(refused));
  expect(await countQueue(a)).toEqual({ waiting: 2, refused: 1, unreadable: 0, receipts: 0 });
  // The calls imported from the file are sent once.
  const server = installScriptedServer();
  await createReplayer('page').replay();
  expect(server.requests).toHaveLength(2);
});

test('importing a file twice, by two tabs at once or after sending, duplicates nothing', async () => {
  await study();
  const { text } = await makeCallFile(a);
  await emptyQueue();
  const results = await Promise.all([readCallFile(a, fileOf(text)), readCallFile(a, fileOf(text))]);
  expect(results.map(({ added }) => added).toSorted((x, y) => x - y)).toEqual([0, 3]);
  const server = installScriptedServer();
  await createReplayer('page').replay();
  expect(await readCallFile(a, fileOf(text))).toEqual({ added: 0, known: 3 });
  await createReplayer('page').replay();
  expect(server.requests).toHaveLength(2);
  expect(await countQueue(a)).toMatchObject({ waiting: 0, refused: 1, receipts: 2 });
});

describe('an import is rejected and changes nothing', () => {
  test.each([
    ['when the file is another user’s', { userId: 'b' }, 'person'],
    ['when the file is of another host', { apiHost: 'https://elsewhere.example' }, 'host'],
    ['when a newer version of the app wrote the file', { version: 2 }, 'newer'],
    ['when the file has another format', { format: 'other' }, 'unreadable'],
    ['when a call in the file is malformed', { calls: [{ state: 'queued', queuedAt: 'x', call: {} }] }, 'unreadable'],
    [
      'when it would show something as sent',
      { calls: [{ state: 'sent', queuedAt: '2026-11-21T00:00:00Z', call: lessonRead('l9'), receipt }] },
      'unreadable',
    ],
  ])('an import is rejected %s', async (_, changes, fault) => {
    await study();
    await expect(readCallFile(a, await changed(changes))).rejects.toMatchObject({ name: 'CallFileError', fault });
    expect(await countQueue(a)).toEqual({ waiting: 2, refused: 1, unreadable: 0, receipts: 1 });
  });

  test('an import is rejected when the file is not JSON or larger than 10 MB', async () => {
    await expect(readCallFile(a, fileOf('<html>'))).rejects.toMatchObject({ fault: 'unreadable' });
    const large = new Blob([new Uint8Array(MAX_FILE_BYTES + 1)]);
    await expect(readCallFile(a, large)).rejects.toMatchObject({ fault: 'large' });
  });

  test('an import is rejected when its owner is signing out', async () => {
    await study();
    const { text } = await makeCallFile(a);
    await wipeOwner(a, { dropsEntries: true });
    await expect(readCallFile(a, fileOf(text))).rejects.toMatchObject({ name: 'StorageError', reason: 'leaving' });
  });
});

test('an export of more than 10 MB holds the oldest calls and tells how many are left out', async () => {
  const text = 'あ'.repeat(1500);
  await transact('readwrite', async (store) => {
    for (let seq = 1; seq <= 2500; seq += 1) {
      const call = { kind: 'lesson-read' as const, lessonId: `l${seq}` };
      const entry = { version: ENTRY_VERSION, seq, id: crypto.randomUUID(), owner: a, call, title: text, attempts: 0 };
      putEntry(store, { ...entry, queuedAt: '2026-11-21T00:00:00Z', state: 'queued' });
    }
  });
  const { text: file, count, left } = await makeCallFile(a);
  expect(new TextEncoder().encode(file).length).toBeLessThanOrEqual(MAX_FILE_BYTES);
  expect(count + left).toBe(2500);
  expect(left).toBeGreaterThan(0);
  expect(JSON.parse(file)).toMatchObject({ calls: { 0: { call: { lessonId: 'l1' } } } });
});

test('an export distinguishes hosts with the same beginning', async () => {
  const other = ownerKey({ apiHost: `${API_HOST}9`, userId: 'a' });
  await queued(other, lessonRead('l1'));
  await expect(readCallFile(a, fileOf((await makeCallFile(other)).text))).rejects.toMatchObject({ fault: 'host' });
});
