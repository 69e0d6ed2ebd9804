/**
 * Stores prerendered lessons: inert HTML that the page writes and the worker serves before the app has booted
 * (docs/decisions/0043).
 */
import * as z from 'zod/mini';

import { screenAt } from '@/session/screen-paths';
import { screenOf } from '@/session/screens';
import type { OwnerKey } from '@/session/session';
import { changeOwned, type OwnedRecords, readOwned } from '@/storage/owned-store';

/**
 * The database store of prerendered lessons, shared with reading positions, because every version of the app clears
 * that store at sign-out.
 */
const STORE = 'reading-positions';
const LIST = 'painted-list';
const keyOf = (id: string) => `painted|${id}`;

/**
 * A screen that can be prerendered: a lesson (`lesson`) by its id, another screen as a skeleton (`outline`) by its
 * path.
 */
export type PrerenderedScreen = { kind: 'lesson' | 'outline'; id: string };

/** Matches a path of ids and fixed segments, without a trailing slash. */
const PLAIN_PATH = /^\/(?:[\w-]{1,64}(?:\/[\w-]{1,64})*)?$/;

/**
 * Returns which prerendered screen a path opens: a lesson by its id, another screen by its path; undefined for paths
 * that are not prerendered.
 */
export function prerenderedScreenAt(pathname: string): PrerenderedScreen | undefined {
  const kind = PLAIN_PATH.test(pathname) ? screenOf(screenAt(pathname)).prerender : undefined;
  return kind && { kind, id: kind === 'lesson' ? pathname.slice(pathname.lastIndexOf('/') + 1) : pathname };
}

/** Maximum number of prerendered lessons, and their maximum total size in bytes. */
export const MAX_PRERENDERED = 50;
const MAX_TOTAL_BYTES = 10_000_000;
/** Maximum size, in bytes, of one prerendered lesson: a larger one would evict many others. */
const MAX_LESSON_BYTES = 1_000_000;

const prerenderedLessonSchema = z.object({
  /** The main file of the build that rendered the lesson; the lesson needs that build's style sheets. */
  build: z.string(),
  /**
   * Cache keys of the server responses that the lesson was rendered from: the prerendered lesson is served only while
   * all of them are cached.
   */
  copies: z.array(z.string()),
  title: z.string(),
  /** Paths of the lesson's style sheets, in order. */
  sheets: z.array(z.string()),
  /** Paths of the lesson's fonts, preloaded so that the text does not shift when they arrive. */
  fonts: z.array(z.string()),
  /** The lesson's style attributes, as CSS rules. */
  css: z.string(),
  html: z.string(),
});
export type PrerenderedLesson = z.infer<typeof prerenderedLessonSchema>;

/** The stored list of prerendered lessons, least recently read first. */
const listSchema = z.array(
  z.object({
    id: z.string(),
    bytes: z.number(),
    copies: z.array(z.string()),
    /** Identifies the content that the lesson was rendered from; missing in records of older versions. */
    source: z.optional(z.string()),
  }),
);
type PrerenderedList = z.infer<typeof listSchema>;

/** Returns the stored size of a prerendered lesson in bytes: two per character. */
function bytesOf({ css, html }: PrerenderedLesson): number {
  return 2 * (css.length + html.length);
}

/** Returns how many of the least recently read lessons must be evicted. */
function countEvicted(list: PrerenderedList): number {
  let room = MAX_TOTAL_BYTES;
  const firstWithoutRoom = list.findLastIndex(({ bytes }) => (room -= bytes) < 0);
  return Math.max(firstWithoutRoom + 1, list.length - MAX_PRERENDERED);
}

export interface KeepOptions {
  /**
   * Identifies the content that the lesson is rendered from: a different value means that it must be rendered again.
   */
  source: string;
  /** True for a lesson that was not read on this device: it must not evict lessons that were read. */
  isUnread?: boolean;
}

/**
 * Stores a prerendered lesson as the most recently read one, unless the owner is signing out. Evicts the least recently
 * read ones.
 *
 * @throws {DOMException} of the database.
 */
export async function keepPrerenderedLesson(
  owner: OwnerKey,
  id: string,
  lesson: PrerenderedLesson,
  { source, isUnread = false }: KeepOptions,
): Promise<void> {
  const bytes = bytesOf(lesson);
  if (bytes > MAX_LESSON_BYTES) return;
  const change = async ({ read, keep, drop }: OwnedRecords) => {
    const { data: known = [] } = z.safeParse(listSchema, await read(LIST));
    const others = known.filter((one) => one.id !== id);
    const own = { id, bytes, copies: lesson.copies, source };
    const list = isUnread ? [own, ...others] : [...others, own];
    const gone = list.splice(0, countEvicted(list));
    await Promise.all([...gone.map((one) => drop(keyOf(one.id))), keep(LIST, list)]);
    if (!gone.includes(own)) await keep(keyOf(id), lesson);
  };
  await changeOwned(STORE, owner, change, true);
}

/** Lists the prerendered screens as a map from id to source. @throws {DOMException} of the database. */
export async function listPrerenderedLessons(owner: OwnerKey): Promise<Map<string, string | undefined>> {
  const { data: list = [] } = z.safeParse(listSchema, await readOwned(STORE, owner, LIST));
  return new Map(list.map(({ id, source }) => [id, source]));
}

/**
 * Reads a prerendered lesson; undefined if there is none, or its record is invalid.
 *
 * @throws {DOMException} of the database.
 */
export async function readPrerenderedLesson(owner: OwnerKey, lessonId: string): Promise<PrerenderedLesson | undefined> {
  return z.safeParse(prerenderedLessonSchema, await readOwned(STORE, owner, keyOf(lessonId))).data;
}

/**
 * Deletes prerendered lessons: by default all of them, to free space on a full device.
 *
 * @returns true if any were deleted.
 * @throws {DOMException} of the database.
 */
export async function dropPrerenderedLessons(
  owner: OwnerKey,
  isGone: (lesson: PrerenderedList[number]) => boolean = () => true,
): Promise<boolean> {
  let hasGone = false;
  await changeOwned(STORE, owner, async ({ read, keep, drop }) => {
    const { data: list = [] } = z.safeParse(listSchema, await read(LIST));
    const gone = list.filter(isGone);
    hasGone = gone.length > 0;
    if (!hasGone) return;
    const left = list.filter((lesson) => !gone.includes(lesson));
    await Promise.all([...gone.map(({ id }) => drop(keyOf(id))), left.length > 0 ? keep(LIST, left) : drop(LIST)]);
  });
  return hasGone;
}
