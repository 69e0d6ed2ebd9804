/**
 * Whether the browser has deleted the queue: a mark in it, and outside of it what is known of it (docs/decisions/0039).
 *
 * | Queue's mark | The word outside | Then |
 * |---|---|---|
 * | none | none | a new device, one of an older version, or all is gone: nothing is known, nothing is said |
 * | there | none | somebody's first start here, or the word alone is gone: it is kept anew |
 * | there | the same | nothing is lost |
 * | none, or another | there | the queue is lost: said once, with the number of the word |
 *
 * No sign-out takes the mark: it is of the store, not of an owner.
 */
import * as z from 'zod/mini';

import { nextSeq } from '@/offline/queue/enqueue';
import { queueChanged } from '@/offline/queue/queue-broadcasts';
import { countQueue, QUEUE_SNAPSHOT_KEY, type QueueCounts } from '@/offline/queue/queue-counts';
import { done, isLeaving, transact } from '@/offline/queue/queue-store';
import type { OwnerKey } from '@/session/session';
import { hasSessionMark, keepSessionMark } from '@/session/session-mark';
import { browser } from '@/storage/browser';
import { setItem, getItem } from '@/storage/local-storage';
import { now } from '@/storage/now';
import { createId } from '@/storage/unique-id';

import type { LostQueue } from './lost-queue';

const MARK_KEY = ['mark'];

/** Told from any other queue by `id`; `said` names by owner the queue whose loss was said last. */
const markSchema = z.object({ id: z.string(), said: z.record(z.string(), z.string()) });
type Mark = z.infer<typeof markSchema>;

const wordSchema = z.object({ mark: z.string(), waiting: z.number(), refused: z.number(), at: z.number() });
type Word = z.infer<typeof wordSchema>;

function readSnapshot(owner: OwnerKey): Word | undefined {
  try {
    const parsed = z.safeParse(wordSchema, JSON.parse(getItem(QUEUE_SNAPSHOT_KEY + owner) ?? ''));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

async function readMark(store: IDBObjectStore): Promise<Mark | undefined> {
  const parsed = z.safeParse(markSchema, await done<unknown>(store.get(MARK_KEY)));
  return parsed.success ? parsed.data : undefined;
}

/** What the queue that is there is told from any other by; undefined before it is marked. @throws {StorageError} when the device fails. */
export async function readQueueMark(): Promise<string | undefined> {
  return (await transact('readonly', readMark))?.id;
}

/** Whether the word tells of the queue that is there, or of one whose loss has been said. */
function isKnown(word: Word, mark: Mark, owner: OwnerKey): boolean {
  return word.mark === mark.id || word.mark === mark.said[owner];
}

/** Sets aside what is known of a queue that is lost, and marks the one that is there now; `added` is how many records that made. */
function settle(
  owner: OwnerKey,
  word: Word | undefined,
  isSessionLost: boolean,
): Promise<{ mark: Mark; added: number }> {
  return transact('readwrite', async (store) => {
    let added = 0;
    const mark = (await readMark(store)) ?? { id: createId(), said: {} };
    // Another tab may have said it meanwhile.
    if (word && !isKnown(word, mark, owner) && !(await isLeaving(store, owner))) {
      mark.said[owner] = word.mark;
      const { waiting, refused, at: knownAt } = word;
      const lost: LostQueue = {
        version: 1,
        kind: 'lost-queue',
        waiting,
        refused,
        knownAt,
        foundAt: now(),
        isSessionLost,
      };
      const seq = await nextSeq(store);
      store.put(seq, ['seq']);
      if (waiting + refused > 0) {
        store.put(lost, ['unreadable', owner, seq]);
        added = 1;
      }
    }
    store.put(mark, MARK_KEY);
    return { mark, added };
  });
}

function writeSnapshot(owner: OwnerKey, { id }: Mark, { waiting, refused, unreadable }: QueueCounts): void {
  setItem(
    QUEUE_SNAPSHOT_KEY + owner,
    JSON.stringify({ mark: id, waiting, refused: refused + unreadable, at: now() } satisfies Word),
  );
}

/**
 * Notices that the queue was deleted, which is then listed under 要確認, and keeps outside of it how much lies in it now.
 *
 * @throws {StorageError} when the device fails; nothing is said then.
 */
export async function detectEviction(owner: OwnerKey): Promise<void> {
  const word = readSnapshot(owner);
  // Counted first: what is deleted in between is not kept as if nothing had been there.
  const counts = await countQueue(owner);
  let mark = await transact('readonly', readMark);
  // Signing out says last what stays.
  if (await transact('readonly', (store) => isLeaving(store, owner))) return;
  if (!mark || (word && !isKnown(word, mark, owner))) {
    const settled = await settle(owner, word, !(await hasSessionMark()));
    // This queue may be deleted as well before anybody counts again.
    counts.unreadable += settled.added;
    mark = settled.mark;
    await keepSessionMark();
    if (word) queueChanged.publish({ owner });
  }
  writeSnapshot(owner, mark, counts);
}

/** Forgets how much waits. */
export function dropQueueSnapshot(owner: OwnerKey): void {
  try {
    browser.localStorage?.removeItem(QUEUE_SNAPSHOT_KEY + owner);
  } catch {
    // A device that keeps nothing has none.
  }
}

/**
 * Forgets how much waits where nothing does, unless that is because the browser has deleted it, which has yet to be said;
 * repeating it changes nothing.
 *
 * @throws {StorageError} when the device fails; the word stays then.
 */
export async function dropSnapshotOfEmptyQueue(owner: OwnerKey): Promise<void> {
  const { waiting, refused, unreadable } = await countQueue(owner);
  if (waiting + refused + unreadable > 0) return;
  const mark = await transact('readonly', readMark);
  const word = readSnapshot(owner);
  if (word && mark && isKnown(word, mark, owner)) dropQueueSnapshot(owner);
}

/** Looks now, and after each change, one look at a time; returns how to stop. */
export function followEviction(owner: OwnerKey): () => void {
  let isLooking = false;
  let isStale = false;
  const look = async () => {
    isStale = true;
    if (isLooking) return;
    isLooking = true;
    while (isStale) {
      isStale = false;
      // A device that fails is looked at again after the next change.
      await detectEviction(owner).catch(() => undefined);
    }
    isLooking = false;
  };
  void look();
  return queueChanged.subscribe((news) => news.owner === owner && void look());
}
