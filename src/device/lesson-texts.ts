/**
 * The search index of the lessons on the device: their normalised (folded) words, in IndexedDB; loaded with the search.
 */
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
} from '@/study/outline/lesson-words';
import type { SearchedLesson } from '@/study/search/search-hits';

/** The store of the search index, shared with reading positions: every version of the app clears it at sign-out. */
const TEXT_STORE = 'reading-positions';
const PREFIX = 'words|';
/**
 * Key prefix of the records that hold a lesson's lines as learners see them. The prefix sorts after all lesson ids, and
 * no id begins with it. An older version of the app finds no lesson for these records and deletes them.
 */
const SHOWN_PREFIX = `${PREFIX}~|`;

/**
 * Returns the key of the record with a lesson's lines as learners see them, from the key of the lesson's normalised
 * record.
 */
const shownKey = (key: string) => SHOWN_PREFIX + key.slice(PREFIX.length);

/**
 * Returns the key of a lesson's normalised (folded) record. The key includes the source, so that missing and outdated
 * records are found without reading them.
 *
 * @param source changes with the lesson's content; see `LessonParts.sourceOf`.
 */
export function lessonWordsKey(lessonId: string, source: string): string {
  return `${PREFIX}${lessonId}|${LESSON_WORDS_VERSION}|${source}`;
}

/** Returns the lesson's id from a key of the search index; ids contain no `|` (docs/wire.md). */
export const lessonOfKey = (key: string) => key.slice(PREFIX.length).split('|', 1)[0] ?? '';

/** Number of records per read of the index, so that one read takes a few milliseconds. */
const BATCH_SIZE = 200;

function rangeAfter(toKey: (key: string) => string, after = ''): IDBKeyRange {
  return IDBKeyRange.bound(toKey(after || PREFIX), toKey(SHOWN_PREFIX), after !== '', true);
}

/** Lists the keys of an owner's normalised records in the search index. @throws {DOMException} of the database. */
export async function listLessonWords(owner: OwnerKey): Promise<string[]> {
  const keys = await scanOwned(TEXT_STORE, owner, (store, toKey) =>
    promisifyRequest(store.getAllKeys(rangeAfter(toKey))),
  );
  return keys.map((key) => (key as string).slice(owner.length + 1));
}

/** The search index in memory. */
export interface LessonTexts {
  /** The indexed lessons by lesson id. */
  lessons: Map<string, SearchedLesson>;
  readings: Map<string, Set<string>>;
}

/** Adds a record to the index, replacing an earlier one of the same lesson. */
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
      promisifyRequest(store.getAllKeys(range, BATCH_SIZE)),
      promisifyRequest<unknown[]>(store.getAll(range, BATCH_SIZE)),
    ]);
    return [keys.map((key) => (key as string).slice(owner.length + 1)), values];
  });
}

/** Counts an owner's normalised records in the search index. @throws {DOMException} of the database. */
export function countLessonWords(owner: OwnerKey): Promise<number> {
  return scanOwned(TEXT_STORE, owner, (store, toKey) => promisifyRequest(store.count(rangeAfter(toKey))));
}

/**
 * Reads all of an owner's normalised records of the search index in batches.
 *
 * @param onSome called after each batch but the last, with the index so far.
 * @throws {DOMException} of the database.
 */
export async function readLessonTexts(owner: OwnerKey, onSome?: (texts: LessonTexts) => void): Promise<LessonTexts> {
  const texts: LessonTexts = { lessons: new Map(), readings: new Map() };
  let next: Promise<Batch> | undefined = readBatch(owner);
  while (next) {
    const [keys, values]: Batch = await next;
    const last: string | undefined = keys[BATCH_SIZE - 1];
    // Read the next batch while this one is parsed.
    next = last === undefined ? undefined : readBatch(owner, last);
    for (const [index, key] of keys.entries()) {
      const { data } = z.safeParse(foldedWordsSchema, values[index]);
      if (data) addLessonText(texts, key, data);
    }
    if (next) onSome?.(texts);
  }
  return texts;
}

/** Reads some records of the search index; undefined for missing ones and those of another index version. */
async function readSome<S extends z.ZodMiniType>(owner: OwnerKey, keys: readonly string[], schema: S) {
  const values = await scanOwned(TEXT_STORE, owner, (store, toKey) =>
    Promise.all(keys.map((key) => promisifyRequest<unknown>(store.get(toKey(key))))),
  );
  return values.map((value) => z.safeParse(schema, value).data);
}

/**
 * Reads the lines of some lessons as learners see them, not as they are normalised for the search.
 *
 * @param keys the keys of the lessons' normalised records.
 * @throws {DOMException} of the database.
 */
export function readShownLines(owner: OwnerKey, keys: readonly string[]): Promise<(ShownLines | undefined)[]> {
  return readSome(owner, keys.map(shownKey), shownLinesSchema);
}

/**
 * Stores the normalised words of a lesson and deletes its outdated records. @returns false if the owner is signing out
 * and nothing was stored.
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

/** Deletes records of the search index. @param keys of normalised records. @throws {DOMException} of the database. */
export async function dropLessonWords(owner: OwnerKey, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await changeOwned(TEXT_STORE, owner, ({ drop }) => Promise.all(bothKeys(keys).map(drop)));
}

/**
 * Updates the search index in memory with the records that have changed since it was read.
 *
 * @throws {DOMException} of the database.
 */
export async function renewLessonTexts(owner: OwnerKey, texts: LessonTexts): Promise<void> {
  const keys = new Set(await listLessonWords(owner));
  for (const [id, { key }] of texts.lessons) {
    if (!keys.delete(key)) texts.lessons.delete(id);
  }
  const added = [...keys];
  for (let from = 0; from < added.length; from += BATCH_SIZE) {
    const some = added.slice(from, from + BATCH_SIZE);
    const records = await readSome(owner, some, foldedWordsSchema);
    for (const [index, key] of some.entries()) if (records[index]) addLessonText(texts, key, records[index]);
  }
}
