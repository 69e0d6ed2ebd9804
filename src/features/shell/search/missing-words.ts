/** Finds lessons on the device without a record in the search index, and records without a lesson. */
import type { QueryClient } from '@tanstack/react-query';

import type { LessonCopy } from '@/device/lesson-copies';
import { type LessonParts, openLessonParts } from '@/device/lesson-copies';
import { lessonOfKey, lessonWordsKey, listLessonWords } from '@/device/lesson-texts';
import { lessonCopiesOptions } from '@/device/openable-lessons';
import type { OwnerKey } from '@/session/session';

/** A lesson whose search record is to be made. */
export interface MissingWords {
  lesson: LessonCopy;
  /** The key of the new record. */
  key: string;
  /**
   * The keys of the lesson's old records: made from earlier cached content, made by another app version, or duplicates
   * left by several tabs.
   */
  outdated: string[];
}

export interface WordsToDo {
  /** The number of lessons on the device. */
  total: number;
  missing: MissingWords[];
  /** Keys of records whose lesson is no longer on the device. */
  gone: string[];
  /** Reads the cached parts of lessons; undefined if no lesson is cached. */
  parts: LessonParts | undefined;
}

/** Compares the search index with the cached lessons. @throws {DOMException} if the storage fails. */
export async function findWordsToDo(client: QueryClient, owner: OwnerKey): Promise<WordsToDo> {
  const [held, parts, keys] = await Promise.all([
    client.fetchQuery(lessonCopiesOptions(owner)),
    openLessonParts(owner),
    listLessonWords(owner),
  ]);
  const lessons = parts ? held : [];
  const ids = new Set(lessons.map(({ id }) => id));
  const keysOf = new Map<string, string[]>();
  for (const key of keys) keysOf.set(lessonOfKey(key), [...(keysOf.get(lessonOfKey(key)) ?? []), key]);
  const missing = lessons.flatMap((lesson) => {
    const key = lessonWordsKey(lesson.id, parts?.sourceOf(lesson) ?? '');
    const own = keysOf.get(lesson.id) ?? [];
    return own.length === 1 && own[0] === key ? [] : [{ lesson, key, outdated: own }];
  });
  const gone = keys.filter((key) => !ids.has(lessonOfKey(key)));
  return { total: lessons.length, missing, gone, parts };
}
