/** Which lessons on the device have no record for the search yet, and which records are of none. */
import type { QueryClient } from '@tanstack/react-query';

import type { Lesson } from '@/api/lessons';
import { type LessonParts, openLessonParts } from '@/device/lesson-copies';
import { lessonOfKey, lessonWordsKey, listLessonWords } from '@/device/lesson-texts';
import { lessonCopiesOptions } from '@/device/openable-lessons';
import type { OwnerKey } from '@/session/session';

/** A lesson whose record is to be made. */
export interface MissingWords {
  lesson: Lesson;
  /** Of the record. */
  key: string;
  /** The keys of its records until now: of earlier copies, of another version of the app, or several that tabs left. */
  outdated: string[];
}

export interface WordsToDo {
  /** How many lessons are on the device. */
  total: number;
  missing: MissingWords[];
  /** Keys of records of lessons that are not. */
  gone: string[];
  /** Undefined where there are no copies. */
  parts: LessonParts | undefined;
}

/** Compares records with copies. @throws {DOMException} of the device. */
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
