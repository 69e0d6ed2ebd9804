/** Which lessons the device holds whole, read from the cache itself; loaded where there is no network. */
import type { QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';

import { type Lesson, lessonSchema } from '@/api/lessons';
import { apiUrl } from '@/api/transport';
import { networkAsked } from '@/offline/copies/copy-news';
import { studyCacheKey, studyCacheName } from '@/offline/copies/study-cache';
import { fileKeys } from '@/offline/copies/study-copy';
import type { OwnerKey } from '@/session/session';
import { browser } from '@/storage/browser';

const keyOf = (path: string) => studyCacheKey(apiUrl(path), 'api');

async function readJson(cache: Cache, key: string): Promise<unknown> {
  const copy = await cache.match(key, { ignoreVary: true });
  return copy?.json().catch(() => undefined) as unknown;
}

/** The lessons that open without a network, with their course and their text; the copies stored last first. */
async function listLessons(owner: OwnerKey): Promise<Lesson[]> {
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
  const readLesson = async (key: string) => {
    const { data } = z.safeParse(lessonSchema, await readJson(cache, key));
    const isWhole = data && held.has(keyOf(`/courses/${data.courseId}`));
    return isWhole && (!data.contentId || (await holdsText(data.contentId))) ? data : undefined;
  };
  const lessons = await Promise.all(keys.filter((key) => /\/api\/v1\/lessons\/[^/]+$/.test(key)).map(readLesson));
  return lessons.filter((lesson) => lesson !== undefined).toReversed();
}

const followed = new WeakSet<QueryClient>();

/** What the worker was just answered it may have kept: the list is read anew when it is next wanted. */
function follow(client: QueryClient, owner: OwnerKey): void {
  if (followed.has(client)) return;
  followed.add(client);
  networkAsked.subscribe(({ isAnswered }) => {
    if (isAnswered) void client.invalidateQueries({ queryKey: ['packs', owner, 'lessons'], refetchType: 'none' });
  });
}

/** Lists them; from now on news of other copies make the list stale. */
export async function readLessonCopies(client: QueryClient, owner: OwnerKey): Promise<Lesson[]> {
  follow(client, owner);
  return listLessons(owner);
}
