/** Which courses are to be kept on this device; whether they are is read back from the cache, never from here alone. */
import * as z from 'zod/mini';

import { idSchema, timestampSchema } from '@/api/shapes';
import { studyCacheName } from '@/offline/copies/study-cache';
import { EARLIER_PACKS } from '@/offline/wipe';
import type { OwnerKey } from '@/session/session';
import { browser } from '@/storage/browser';
import { changeOwned, dropOwned, keepOwned, listOwned, readOwned } from '@/storage/owned-store';
import { StorageError } from '@/storage/storage-error';

import { packsChanged } from './pack-broadcasts';

/** Raise it when an older app must not read a record; it then sets the record aside. */
const RECORD_VERSION = 1;

const faultSchema = z.object({
  title: z.string(),
  kind: z.enum(['outline', 'lesson', 'question-set', 'explanation', 'image']),
  reason: z.enum(['absent', 'gone', 'refused', 'cors', 'unreadable']),
});
export type StoredFault = z.infer<typeof faultSchema>;

const contentsSchema = z.object({
  /** The keys of all parts. */
  keys: z.array(z.string()),
  /** What the server or its hosts do not give. */
  faults: z.array(faultSchema),
  /** The version of the course that was saved. */
  courseUpdatedAt: timestampSchema,
  /** When everything was there, ISO 8601. */
  savedAt: timestampSchema,
  texts: z.number(),
  images: z.number(),
  bytes: z.number(),
});
/** What a pack consisted of when it was last saved to the end. */
export type PackContents = z.infer<typeof contentsSchema>;

const recordSchema = z.object({
  version: z.literal(RECORD_VERSION),
  courseId: idSchema,
  title: z.string(),
  /** When the learner asked for it, ms since 1970; oldest packs go first when there is no room. */
  wantedAt: z.number(),
  /** The learner has interrupted it: it goes on when they say so. */
  isPaused: z.boolean(),
  /** Saving has been asked for and has not ended yet. */
  isDue: z.boolean(),
  contents: z.optional(contentsSchema),
  /** The keys of what updates that were broken off have read: the outline on the device may not lead to them yet. */
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
  return records.filter((record) => record !== undefined).toSorted((a, b) => a.wantedAt - b.wantedAt);
}

/** Reads one pack's record; undefined when the course is not to be kept. @throws {DOMException} of the database. */
export async function readPackRecord(owner: OwnerKey, courseId: string): Promise<PackRecord | undefined> {
  return parseRecord(await readOwned('packs', owner, courseId));
}

/**
 * Keeps a record, and tells every tab.
 *
 * @returns false when the owner is leaving and nothing was kept.
 * @throws {DOMException} of the database.
 */
export async function keepPackRecord(owner: OwnerKey, record: Omit<PackRecord, 'version'>): Promise<boolean> {
  const isKept = await keepOwned('packs', owner, record.courseId, { ...record, version: RECORD_VERSION });
  packsChanged.publish({ owner });
  return isKept;
}

/** Notes what a save that is broken off has read, if the course is still to be kept. @throws {DOMException} of the database. */
export async function noteBrought(owner: OwnerKey, courseId: string, keys: Iterable<string>): Promise<void> {
  // In one transaction: at this moment the learner may interrupt it, or take it off the list.
  await changeOwned('packs', owner, async ({ read, keep }) => {
    const record = parseRecord(await read(courseId));
    const brought = [...new Set([...(record?.brought ?? []), ...keys])];
    if (record) await keep(courseId, { ...record, brought });
  });
}

/** Removes a record, and tells every tab. @throws {DOMException} of the database. */
export async function dropPackRecord(owner: OwnerKey, courseId: string): Promise<void> {
  await dropOwned('packs', owner, courseId);
  packsChanged.publish({ owner });
}

/** What stands under the id of a course that the browser has deleted; a sign-out leaves `true`. */
export const LOST = 'lost';

/** A course that was to be kept until the owner signed out, or until the browser deleted its copies. */
export interface EarlierPack {
  courseId: string;
  isLost: boolean;
}

/** The courses that were to be kept. @throws {DOMException} of the database. */
export async function listEarlierPacks(owner: OwnerKey): Promise<EarlierPack[]> {
  const { prefix } = EARLIER_PACKS;
  return (await listOwned('packs', owner)).flatMap(([key, value]) =>
    key.startsWith(prefix) ? [{ courseId: key.slice(prefix.length), isLost: value === LOST }] : [],
  );
}

/** Forgets that a course was to be kept, and tells every tab. @throws {DOMException} of the database. */
export function dropEarlierPack(owner: OwnerKey, courseId: string): Promise<void> {
  return dropPackRecord(owner, EARLIER_PACKS.prefix + courseId);
}

/** Whether this origin can keep anything for use without a network: not on plain http. */
export function canKeepPacks(): boolean {
  return browser.caches !== undefined;
}

/** Opens an owner's copies. @throws {DOMException} where the browser keeps nothing. */
export function openStudyCache(owner: OwnerKey): Promise<Cache> {
  return caches.open(studyCacheName(owner));
}

/** The keys of all copies of an owner, read from the cache; none where nothing can be kept. */
export async function listCopyKeys(owner: OwnerKey): Promise<ReadonlySet<string>> {
  if (!canKeepPacks() || !(await caches.has(studyCacheName(owner)))) return new Set();
  const requests = await (await openStudyCache(owner)).keys();
  return new Set(requests.map(({ url }) => url));
}

/**
 * Deletes copies. A full Firefox fails at some of them, and keeps others although it says that they are gone; those that do
 * go make room for the rest.
 *
 * @throws {StorageError} when none goes any more.
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

/** Whether there is something to fetch: it was asked for, or parts are missing; never while the learner has interrupted it. */
export function isDue(record: PackRecord, copies: ReadonlySet<string>): boolean {
  return !record.isPaused && (record.isDue || packStatusOf(record, copies) === 'unfinished');
}

/** `saved`: every part is there. `partial`: all that the server gives. `unfinished`: parts are missing. */
export type PackStatus = 'saved' | 'partial' | 'unfinished';

/** How a pack stands, by the copies that are really there. */
export function packStatusOf({ contents }: PackRecord, copies: ReadonlySet<string>): PackStatus {
  if (!contents?.keys.every((key) => copies.has(key))) return 'unfinished';
  return contents.faults.length === 0 ? 'saved' : 'partial';
}
