/** A page on the app's origin that fills the device with the app's own code, and times that code. */
import '@/boot/zod-config';
import { studyCacheName } from '@/offline/copies/study-cache';
import { ENTRY_VERSION, type QueuedEntry } from '@/offline/queue/entries';
import { putEntry } from '@/offline/queue/entry-store';
import { countQueue } from '@/offline/queue/queue-counts';
import { transact } from '@/offline/queue/queue-store';
import type { QueuedCall } from '@/offline/queue/queued-calls';
import { replay } from '@/offline/queue/replay';
import { requestOf } from '@/offline/queue/send-entry';
import { bearerHeader, ownerKey, type OwnerKey, readSession, type Session } from '@/session/session';
import { createId } from '@/storage/unique-id';

import { packs } from './packs';
import { search } from './search';

const QUESTION_SET = 'security-q-phishing';
/** Number of records per transaction while the device is filled. */
const BATCH = 500;

async function requireSession(): Promise<Session> {
  const session = await readSession();
  if (!session) throw new Error('No session is stored on the device.');
  return session;
}

function makeCall(): QueuedCall {
  const at = new Date().toISOString();
  const answers = [
    { questionId: `${QUESTION_SET}-1`, choiceIds: [`${QUESTION_SET}-1-b`] },
    { questionId: `${QUESTION_SET}-2`, text: 'card-help.test' },
  ];
  const submit = { questionSetId: QUESTION_SET, questionSetUpdatedAt: at, answers, answeredAt: at };
  return { kind: 'answer-submit', submit: { ...submit, clientSubmitId: createId() } };
}

function makeEntry(owner: OwnerKey, seq: number): QueuedEntry {
  const base = { version: ENTRY_VERSION, seq, id: createId(), owner, queuedAt: new Date().toISOString() } as const;
  return { ...base, call: makeCall(), state: 'queued', attempts: 0 };
}

/** Appends calls to the queue. */
async function fillQueue(count: number): Promise<void> {
  const owner = ownerKey((await requireSession()).owner);
  const first = Date.now();
  for (let done = 0; done < count; done += BATCH) {
    await transact('readwrite', async (store) => {
      for (let next = done; next < Math.min(done + BATCH, count); next += 1) {
        putEntry(store, makeEntry(owner, first + next));
      }
      store.put(first + count, ['seq']);
    });
  }
}

/** Replays the whole queue. @returns milliseconds */
async function timeReplay(): Promise<number> {
  const owner = ownerKey((await requireSession()).owner);
  const startedAt = performance.now();
  const outcome = await replay('page');
  const took = performance.now() - startedAt;
  const { waiting } = await countQueue(owner);
  if (waiting > 0) throw new Error(`${waiting} calls still wait: ${JSON.stringify(outcome)}`);
  return took;
}

/** Sends the same number of calls with fetch alone, one after the other. @returns milliseconds */
async function timeBareLoop(count: number): Promise<number> {
  const headers = { Authorization: bearerHeader(await requireSession()), 'Content-Type': 'application/json' };
  const requests = Array.from({ length: count }, () =>
    requestOf({ call: makeCall(), queuedAt: new Date().toISOString() }),
  );
  const startedAt = performance.now();
  for (const { method, path, json } of requests) {
    const response = await fetch(`/api/v1${path}`, { method, headers, body: JSON.stringify(json) });
    await response.text();
    if (!response.ok) throw new Error(`Status ${response.status}`);
  }
  return performance.now() - startedAt;
}

/** Fills the study cache with copies of a real lesson's record under other ids. */
async function fillStudyCache(like: string, count: number): Promise<void> {
  const cache = await caches.open(studyCacheName(ownerKey((await requireSession()).owner)));
  const copy = await cache.match(new URL(like, location.href).href);
  if (!copy) throw new Error(`${like} is not in the cache.`);
  const body = await copy.text();
  const have = (await cache.keys()).length;
  for (let next = have; next < count; next += 1) {
    await cache.put(new URL(`${like}-${next}`, location.href), new Response(body, { headers: copy.headers }));
  }
}

/**
 * Reads a path through the service worker, waits until its copy is stored, and deletes the copy.
 *
 * @returns milliseconds
 */
async function timeKeeping(path: string): Promise<number> {
  const session = await requireSession();
  const cache = await caches.open(studyCacheName(ownerKey(session.owner)));
  const key = new URL(path, location.href).href;
  await cache.delete(key);
  const startedAt = performance.now();
  const response = await fetch(path, { headers: { Authorization: bearerHeader(session) } });
  await response.text();
  while (!(await cache.match(key))) await new Promise((resolve) => setTimeout(resolve));
  const took = performance.now() - startedAt;
  await cache.delete(key);
  return took;
}

/** The type of the page's functions, which the benches call. */
export const device = { fillQueue, timeReplay, timeBareLoop, fillStudyCache, timeKeeping, packs, search };

declare global {
  interface Window {
    device: typeof device;
    /** Durations recorded for the benches of search and taps, ms. */
    longTasks: number[];
    taps: number[];
  }
}

window.device = device;
