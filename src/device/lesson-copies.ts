/**
 * Lists the lessons that are completely cached on the device, by reading the cache; this code is loaded only when
 * offline.
 */
import type { QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';

import { type CourseDetail, courseDetailSchema } from '@/api/courses';
import { type Lesson, lessonSchema } from '@/api/lessons';
import { apiUrl } from '@/api/network/transport';
import { lessonsOf } from '@/api/outline';
import { type QuestionSet, questionSetSchema } from '@/api/question-sets';
import { networkAsked } from '@/offline/copies/copy-broadcasts';
import { CACHED_AT_HEADER, studyCacheKey, studyCacheName } from '@/offline/copies/study-cache';
import { fileKeys } from '@/offline/copies/study-copy';
import type { OwnerKey } from '@/session/session';
import { browser } from '@/storage/browser';

const keyOf = (path: string) => studyCacheKey(apiUrl(path), 'api');

const matchCopy = (cache: Cache, key: string) => cache.match(key, { ignoreVary: true });

async function readJson(cache: Cache, key: string): Promise<unknown> {
  return (await matchCopy(cache, key))?.json().catch(() => undefined) as unknown;
}

/** Number of concurrent cache reads: thousands at once would block the page. */
const READ_CONCURRENCY = 20;

/** A lesson on the device, with its course. */
export type LessonCopy = Lesson & { courseId: string };

/** Returns the courses of the lessons on the device by lesson, from the cached outlines. */
async function readCourseIds(cache: Cache, keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const courses = keys.filter((key) => /\/api\/v1\/courses\/[^/]+$/.test(key));
  const outlines = await Promise.all(courses.map((key) => readJson(cache, key)));
  return new Map(
    outlines.flatMap((outline) => {
      const { data } = z.safeParse(courseDetailSchema, outline);
      return data ? lessonsOf(data.sections).map(({ id }) => [id, data.id] as const) : [];
    }),
  );
}

/** Lists the lessons that open offline: course, lesson and text are all cached. The most recently cached come first. */
async function listLessons(owner: OwnerKey): Promise<LessonCopy[]> {
  const { caches } = browser;
  if (!caches || !(await caches.has(studyCacheName(owner)))) return [];
  const cache = await caches.open(studyCacheName(owner));
  const keys = (await cache.keys()).map(({ url }) => url);
  const held = new Set(keys);
  const holdsText = async (contentId: string) => {
    const place = await readJson(cache, keyOf(`/content/${contentId}`));
    const [key = ''] = place === undefined ? [] : fileKeys(place);
    return held.has(key);
  };
  // Read only if a lesson does not name its course.
  let courseIds: ReturnType<typeof readCourseIds> | undefined;
  const readLesson = async (key: string) => {
    const copy = await matchCopy(cache, key);
    const { data } = z.safeParse(lessonSchema, await copy?.json().catch(() => undefined));
    if (!data) return undefined;
    const courseId = data.courseId ?? (await (courseIds ??= readCourseIds(cache, keys))).get(data.id);
    if (courseId === undefined || !held.has(keyOf(`/courses/${courseId}`))) return undefined;
    if (data.contentId && !(await holdsText(data.contentId))) return undefined;
    return { ...data, courseId, cachedAt: copy?.headers.get(CACHED_AT_HEADER) ?? undefined };
  };
  const wanted = keys.filter((key) => /\/api\/v1\/lessons\/[^/]+$/.test(key));
  const lessons: (LessonCopy | undefined)[] = [];
  for (let from = 0; from < wanted.length; from += READ_CONCURRENCY)
    lessons.push(...(await Promise.all(wanted.slice(from, from + READ_CONCURRENCY).map(readLesson))));
  return lessons.filter((lesson) => lesson !== undefined).reverse();
}

const followed = new WeakSet<QueryClient>();

/** Marks the list of lessons that open offline as stale whenever the worker may have cached a new server response. */
function follow(client: QueryClient, owner: OwnerKey): void {
  if (followed.has(client)) return;
  followed.add(client);
  networkAsked.subscribe(({ isAnswered }) => {
    if (isAnswered) void client.invalidateQueries({ queryKey: ['packs', owner, 'lessons'], refetchType: 'none' });
  });
}

/**
 * Lists the lessons that open offline, and from then on marks the list as stale when new server responses are cached.
 */
export async function readLessonCopies(client: QueryClient, owner: OwnerKey): Promise<LessonCopy[]> {
  follow(client, owner);
  return listLessons(owner);
}

/** Reads the cached parts of lessons, for the search index and for prerendering. */
export interface LessonParts {
  /** Returns a key that changes whenever a lesson's searchable content changes. */
  sourceOf: (lesson: Lesson) => string;
  /** Reads a lesson's course with its outline; undefined when its cached copy cannot be read. */
  readCourse: (courseId: string) => Promise<CourseDetail | undefined>;
  /** Reads the lesson's text; '' for a lesson without text. @throws when its cached copy no longer exists. */
  readText: (lesson: Lesson) => Promise<string>;
  /** Returns a picture's URL without the signature; undefined when the picture is not cached. */
  readPictureUrl: (contentId: string) => Promise<string | undefined>;
  /** Reads the cached question sets of the lesson. */
  readQuestionSets: (lesson: Lesson) => Promise<QuestionSet[]>;
}

/** Opens an owner's cached server responses for reading; undefined if there are none. */
export async function openLessonParts(owner: OwnerKey): Promise<LessonParts | undefined> {
  const { caches } = browser;
  if (!caches || !(await caches.has(studyCacheName(owner)))) return undefined;
  const cache = await caches.open(studyCacheName(owner));
  const held = new Set((await cache.keys()).map(({ url }) => url));
  const setsOf = ({ questionSets = [] }: Lesson) =>
    questionSets.filter(({ id }) => held.has(keyOf(`/question-set/${id}`)));
  return {
    sourceOf: (lesson) => [lesson.updatedAt, lesson.contentId ?? '', ...setsOf(lesson).map(({ id }) => id)].join('|'),
    readCourse: async (courseId) =>
      z.safeParse(courseDetailSchema, await readJson(cache, keyOf(`/courses/${courseId}`))).data,
    async readText({ contentId }) {
      if (!contentId) return '';
      const place = await readJson(cache, keyOf(`/content/${contentId}`));
      const [key] = place === undefined ? [] : fileKeys(place);
      const copy = key === undefined ? undefined : await matchCopy(cache, key);
      // Throw when the text is not cached: returning '' would index the lesson as empty.
      if (!copy) throw new Error('The text of this lesson is not on the device.');
      return copy.text();
    },
    readPictureUrl: async (contentId) => fileKeys(await readJson(cache, keyOf(`/content/${contentId}`))).at(-1),
    async readQuestionSets(lesson) {
      const copies = await Promise.all(setsOf(lesson).map(({ id }) => readJson(cache, keyOf(`/question-set/${id}`))));
      return copies.flatMap((copy) => z.safeParse(questionSetSchema, copy).data ?? []);
    },
  };
}
