/** The words of the lessons on the device, kept beside their copies for the search; loaded with it. */
import { promisifyRequest } from 'idb-keyval';
import * as z from 'zod/mini';

import type { OwnerKey } from '@/session/session';
import { changeOwned, scanOwned } from '@/storage/owned-store';
import {
  type FoldedWords,
  foldedWordsSchema,
  LESSON_WORDS_VERSION,
  type LessonWords,
  type ShownLines,
  shownLinesSchema,
} from '@/study/lesson-words';
import type { SearchedLesson } from '@/study/search-hits';

/** Beside the places that were read to: a store that every version of the app empties at a sign-out. */
const TEXT_STORE = 'reading-positions';
const PREFIX = 'words|';
/** No id begins so, and every one stands before it: a version before this one takes what follows for records of no lesson, and deletes them. */
const SHOWN = `${PREFIX}~|`;

/** The key of its lines as they are shown. */
const shownKey = (key: string) => SHOWN + key.slice(PREFIX.length);

/**
 * The key of a lesson's folded record. What it was made of stands in it, so that those that are missing are known without reading
 * any.
 *
 * @param source another one where anything of the lesson is; see `LessonParts.sourceOf`.
 */
export function lessonWordsKey(lessonId: string, source: string): string {
  return `${PREFIX}${lessonId}|${LESSON_WORDS_VERSION}|${source}`;
}

/** The id of the lesson; ids hold no `|` (docs/wire.md). */
export const lessonOfKey = (key: string) => key.slice(PREFIX.length).split('|', 1)[0] ?? '';

/** So many records are read in one go: some milliseconds. */
const BATCH = 200;

function rangeAfter(toKey: (key: string) => string, after = ''): IDBKeyRange {
  return IDBKeyRange.bound(toKey(after || PREFIX), toKey(SHOWN), after !== '', true);
}

/** The keys of an owner's folded records. @throws {DOMException} of the database. */
export async function listLessonWords(owner: OwnerKey): Promise<string[]> {
  const keys = await scanOwned(TEXT_STORE, owner, (store, toKey) =>
    promisifyRequest(store.getAllKeys(rangeAfter(toKey))),
  );
  return keys.map((key) => (key as string).slice(owner.length + 1));
}

/** What the search looks through. */
export interface LessonTexts {
  /** By id. */
  lessons: Map<string, SearchedLesson>;
  readings: Map<string, Set<string>>;
}

/** Adds a record to what is searched, in place of an earlier one. */
export function addLessonText({ lessons, readings }: LessonTexts, key: string, words: FoldedWords): void {
  const { courseId, title, place, heads, folded, readings: pairs } = words;
  lessons.set(lessonOfKey(key), { id: lessonOfKey(key), key, courseId, title, place, heads, folded });
  for (let index = 0; index + 1 < pairs.length; index += 2) {
    const [word = '', reading = ''] = pairs.slice(index, index + 2);
    readings.set(reading, (readings.get(reading) ?? new Set()).add(word));
  }
}

type Batch = [keys: string[], values: unknown[]];

function readBatch(owner: OwnerKey, after?: string): Promise<Batch> {
  return scanOwned(TEXT_STORE, owner, async (store, toKey) => {
    const range = rangeAfter(toKey, after);
    const [keys, values] = await Promise.all([
      promisifyRequest(store.getAllKeys(range, BATCH)),
      promisifyRequest<unknown[]>(store.getAll(range, BATCH)),
    ]);
    return [keys.map((key) => (key as string).slice(owner.length + 1)), values];
  });
}

/** How many folded records an owner has. @throws {DOMException} of the database. */
export function countLessonWords(owner: OwnerKey): Promise<number> {
  return scanOwned(TEXT_STORE, owner, (store, toKey) => promisifyRequest(store.count(rangeAfter(toKey))));
}

/**
 * Reads all of an owner's folded records, some at a time.
 *
 * @param onSome what has been read so far can be searched; not called with the last of them.
 * @throws {DOMException} of the database.
 */
export async function readLessonTexts(owner: OwnerKey, onSome?: (texts: LessonTexts) => void): Promise<LessonTexts> {
  const texts: LessonTexts = { lessons: new Map(), readings: new Map() };
  let next: Promise<Batch> | undefined = readBatch(owner);
  while (next) {
    const [keys, values]: Batch = await next;
    const last: string | undefined = keys[BATCH - 1];
    // On its way while these are looked through.
    next = last === undefined ? undefined : readBatch(owner, last);
    for (const [index, key] of keys.entries()) {
      const { data } = z.safeParse(foldedWordsSchema, values[index]);
      if (data) addLessonText(texts, key, data);
    }
    if (next) onSome?.(texts);
  }
  return texts;
}

/** Some records, undefined where there is none that this version understands. */
async function readSome<S extends z.ZodMiniType>(owner: OwnerKey, keys: readonly string[], schema: S) {
  const values = await scanOwned(TEXT_STORE, owner, (store, toKey) =>
    Promise.all(keys.map((key) => promisifyRequest<unknown>(store.get(toKey(key))))),
  );
  return values.map((value) => z.safeParse(schema, value).data);
}

/** The lines of some lessons as they are shown. @param keys of their folded records. @throws {DOMException} of the database. */
export function readShownLines(owner: OwnerKey, keys: readonly string[]): Promise<(ShownLines | undefined)[]> {
  return readSome(owner, keys.map(shownKey), shownLinesSchema);
}

/**
 * Keeps the words of a lesson and lets go of records that are outdated by it, unless the owner is leaving: then false.
 *
 * @throws {DOMException} of the database.
 */
export function keepLessonWords(
  owner: OwnerKey,
  key: string,
  { lines, ...folded }: LessonWords,
  outdated: readonly string[],
): Promise<boolean> {
  const shown: ShownLines = { version: LESSON_WORDS_VERSION, lines };
  return changeOwned(TEXT_STORE, owner, ({ keep, drop }) =>
    Promise.all([...bothKeys(outdated).map(drop), keep(key, folded), keep(shownKey(key), shown)]),
  );
}

const bothKeys = (keys: readonly string[]) => [...keys, ...keys.map(shownKey)];

/** Lets go of records. @param keys of folded ones. @throws {DOMException} of the database. */
export async function dropLessonWords(owner: OwnerKey, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await changeOwned(TEXT_STORE, owner, ({ drop }) => Promise.all(bothKeys(keys).map(drop)));
}

/** Reads only what has changed since. @throws {DOMException} of the database. */
export async function renewLessonTexts(owner: OwnerKey, texts: LessonTexts): Promise<void> {
  const keys = new Set(await listLessonWords(owner));
  for (const [id, { key }] of texts.lessons) {
    if (!keys.delete(key)) texts.lessons.delete(id);
  }
  const added = [...keys];
  for (let from = 0; from < added.length; from += BATCH) {
    const some = added.slice(from, from + BATCH);
    const records = await readSome(owner, some, foldedWordsSchema);
    for (const [index, key] of some.entries()) if (records[index]) addLessonText(texts, key, records[index]);
  }
}
