/** What the device holds for studying without a network: offered where a screen is missing. */
import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';

import { type Lesson, lessonSchema } from '@/api/lessons';
import { studyCacheName } from '@/offline/copies/study-cache';
import { useOwner } from '@/queries/queue';
import type { OwnerKey } from '@/session/session';
import { browser } from '@/storage/browser';

/** So many lessons are offered; the newest copies first. */
const MOST_OFFERED = 12;

async function readCopy(cache: Cache, request: Request): Promise<Lesson | undefined> {
  const response = await cache.match(request, { ignoreVary: true });
  const parsed = z.safeParse(lessonSchema, await response?.json().catch(() => undefined));
  return parsed.success ? parsed.data : undefined;
}

/** The lessons whose copies the device holds, the ones stored last first. */
async function listLessonCopies(owner: OwnerKey): Promise<Lesson[]> {
  const { caches } = browser;
  if (!caches || !(await caches.has(studyCacheName(owner)))) return [];
  const cache = await caches.open(studyCacheName(owner));
  const requests = (await cache.keys()).filter(({ url }) => /\/api\/v1\/lessons\/[^/]+$/.test(url));
  const copies = await Promise.all(requests.slice(-MOST_OFFERED).map((request) => readCopy(cache, request)));
  return copies.filter((copy) => copy !== undefined).toReversed();
}

/** The lessons that open without a network. */
export function useLessonCopies(): Lesson[] {
  const owner = useOwner();
  return (
    useQuery({ queryKey: ['copies', owner], queryFn: () => listLessonCopies(owner), staleTime: 0, retry: false })
      .data ?? []
  );
}
