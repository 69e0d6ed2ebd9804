/**
 * Stores which courses are to be saved on this device. Which of their parts are stored is always looked up in the cache
 * itself.
 */
import * as z from 'zod/mini';

import { idSchema, timestampSchema } from '@/api/shapes';
import { studyCacheName } from '@/offline/copies/study-cache';
import { EARLIER_PACKS } from '@/offline/wipe';
import type { OwnerKey } from '@/session/session';
import { browser } from '@/storage/browser';
import { changeOwned, dropOwned, keepOwned, listOwned, readOwned } from '@/storage/owned-store';
import { StorageError } from '@/storage/storage-error';

import { packsChanged } from './pack-broadcasts';

/**
 * The version of a record's stored shape. Raise it if older versions of the app must not read the record; they then
 * ignore it.
 */
const RECORD_VERSION = 1;

const faultSchema = z.object({
  title: z.string(),
  kind: z.enum(['outline', 'lesson', 'question-set', 'explanation', 'image']),
  reason: z.enum(['absent', 'gone', 'refused', 'cors', 'unreadable']),
});
export type StoredFault = z.infer<typeof faultSchema>;

const contentsSchema = z.object({
  /** The cache keys of all parts of the pack. */
  keys: z.array(z.string()),
  /** Items of the course that the server or its hosts do not provide. */
  faults: z.array(faultSchema),
  /** The version of the course that was saved. */
  courseUpdatedAt: z.optional(timestampSchema),
  /** When the save ended, ISO 8601. */
  savedAt: timestampSchema,
  texts: z.number(),
  images: z.number(),
  bytes: z.number(),
});
/** The contents of a pack when it was last saved completely. */
export type PackContents = z.infer<typeof contentsSchema>;

const recordSchema = z.object({
  version: z.literal(RECORD_VERSION),
  courseId: idSchema,
  title: z.string(),
  /** When the learner asked for the pack, ms since 1970. On a full device the oldest pack is removed first. */
  wantedAt: z.number(),
  /** True if the learner has paused saving; it continues when they resume it. */
  isPaused: z.boolean(),
  /** True if saving was requested and has not ended yet. */
  isDue: z.boolean(),
  contents: z.optional(contentsSchema),
  /**
   * The cache keys of parts that interrupted updates have read: the stored outline may not refer to these parts yet.
   */
  brought: z.optional(z.array(z.string())),
});
export type PackRecord = z.infer<typeof recordSchema>;

function parseRecord(stored: unknown): PackRecord | undefined {
  const parsed = z.safeParse(recordSchema, stored);
  return parsed.success ? parsed.data : undefined;
}

/** Lists an owner's packs, the oldest first. @throws {DOMException} of the database. */
export async function listPackRecords(owner: OwnerKey): Promise<PackRecord[]> {
  const records = (await listOwned('packs', owner)).map(([, stored]) => parseRecord(stored));
  return records.filter((record) => record !== undefined).sort((a, b) => a.wantedAt - b.wantedAt);
}

/** Reads one pack's record; undefined if the course is not to be saved. @throws {DOMException} of the database. */
export async function readPackRecord(owner: OwnerKey, courseId: string): Promise<PackRecord | undefined> {
  return parseRecord(await readOwned('packs', owner, courseId));
}

/**
 * Writes a record and notifies every tab.
 *
 * @returns false if the owner is signing out and nothing was written.
 * @throws {DOMException} of the database.
 */
export async function keepPackRecord(owner: OwnerKey, record: Omit<PackRecord, 'version'>): Promise<boolean> {
  const isKept = await keepOwned('packs', owner, record.courseId, { ...record, version: RECORD_VERSION });
  packsChanged.publish({ owner });
  return isKept;
}

/**
 * Records the keys that an interrupted save has read, if the course is still to be saved.
 *
 * @throws {DOMException} of the database.
 */
export async function noteBrought(owner: OwnerKey, courseId: string, keys: Iterable<string>): Promise<void> {
  // Read and write in one transaction, because the learner may pause or remove the course at the same time.
  await changeOwned('packs', owner, async ({ read, keep }) => {
    const record = parseRecord(await read(courseId));
    const brought = [...new Set([...(record?.brought ?? []), ...keys])];
    if (record) await keep(courseId, { ...record, brought });
  });
}

/** Deletes a record and notifies every tab. @throws {DOMException} of the database. */
export async function dropPackRecord(owner: OwnerKey, courseId: string): Promise<void> {
  await dropOwned('packs', owner, courseId);
  packsChanged.publish({ owner });
}

/**
 * Value stored for an earlier saved course whose copies the browser has deleted; after a sign-out the value is `true`.
 */
export const LOST = 'lost';

/** A course that was saved until the owner signed out, or until the browser deleted its copies. */
export interface EarlierPack {
  courseId: string;
  isLost: boolean;
}

/** Lists the courses that were saved earlier. @throws {DOMException} of the database. */
export async function listEarlierPacks(owner: OwnerKey): Promise<EarlierPack[]> {
  const { prefix } = EARLIER_PACKS;
  return (await listOwned('packs', owner)).flatMap(([key, value]) =>
    key.startsWith(prefix) ? [{ courseId: key.slice(prefix.length), isLost: value === LOST }] : [],
  );
}

/** Deletes the record of an earlier pack and notifies every tab. @throws {DOMException} of the database. */
export function dropEarlierPack(owner: OwnerKey, courseId: string): Promise<void> {
  return dropPackRecord(owner, EARLIER_PACKS.prefix + courseId);
}

/** Returns true if this origin has Cache Storage, which browsers do not offer on plain http. */
export function canKeepPacks(): boolean {
  return browser.caches !== undefined;
}

/**
 * Opens the Cache Storage cache with a user's cached answers.
 *
 * @throws {DOMException} when the browser blocks storage.
 */
export function openStudyCache(owner: OwnerKey): Promise<Cache> {
  return caches.open(studyCacheName(owner));
}

/** Lists the keys of all copies of an owner; none without Cache Storage. */
export async function listCopyKeys(owner: OwnerKey): Promise<ReadonlySet<string>> {
  if (!canKeepPacks() || !(await caches.has(studyCacheName(owner)))) return new Set();
  const requests = await (await openStudyCache(owner)).keys();
  return new Set(requests.map(({ url }) => url));
}

/**
 * Deletes copies and repeats that until none is left. On a full device Firefox fails to delete some, and keeps others
 * that it reports as deleted; those that are deleted free space for the rest.
 *
 * @throws {StorageError} when a pass deletes nothing.
 */
export async function deleteCopies(cache: Cache, keys: readonly string[]): Promise<void> {
  await Promise.allSettled(keys.map((key) => cache.delete(key)));
  const held = new Set((await cache.keys()).map(({ url }) => url));
  const left = keys.filter((key) => held.has(key));
  if (left.length === 0) return;
  if (left.length === keys.length) throw new StorageError('other');
  await deleteCopies(cache, left);
}

/** Deletes all copies of an owner, one by one; see {@link deleteCopies}. */
export async function deleteAllCopies(owner: OwnerKey): Promise<void> {
  await deleteCopies(await openStudyCache(owner), [...(await listCopyKeys(owner))]);
}

/**
 * Returns true if the pack must be fetched: saving was requested or parts are missing, and the learner has not paused
 * it.
 */
export function isDue(record: PackRecord, copies: ReadonlySet<string>): boolean {
  return !record.isPaused && (record.isDue || packStatusOf(record, copies) === 'unfinished');
}

/**
 * The status of a pack. `saved`: every part is stored. `partial`: every part that the server provides. `unfinished`:
 * parts are missing.
 */
export type PackStatus = 'saved' | 'partial' | 'unfinished';

/** Returns a pack's status, computed from the copies that are really stored. */
export function packStatusOf({ contents }: PackRecord, copies: ReadonlySet<string>): PackStatus {
  if (!contents?.keys.every((key) => copies.has(key))) return 'unfinished';
  return contents.faults.length === 0 ? 'saved' : 'partial';
}
