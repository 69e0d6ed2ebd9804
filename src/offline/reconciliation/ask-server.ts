/** Requests a learner's progress and which lessons exist, without caches. */
import type * as z from 'zod/mini';

import { courseDetailSchema } from '@/api/courses';
import { lessonSchema } from '@/api/lessons';
import { sendAs } from '@/api/network/client';
import { isGone, isUnclearRefusal } from '@/api/network/errors';
import { requireId } from '@/api/network/require';
import { readAnswer } from '@/api/network/transport';
import { lessonsOf } from '@/api/outline';
import { progressDetailSchema } from '@/api/progress';
import { DAY_MS } from '@/lib/constants';
import { answersOwner } from '@/offline/queue/server-check';
import type { OwnerKey } from '@/session/session';

import { type ServerView, toServerView } from './find-lost';

/**
 * Maximum number of lessons requested per run of reconciliation; the newest first, because a restored backup lacks
 * those first.
 */
const MAX_LOOKUPS = 50;

/**
 * Sends a request that no cache may answer; undefined if another person is signed in, or the answer is 403, 404 or 410
 * and GET /me/ names the owner. An answer without the API's error shape counts, too: it deletes nothing, and must not
 * stop the comparison of the other calls.
 */
async function request<S extends z.ZodMiniType>(
  owner: OwnerKey,
  path: string,
  schema: S,
): Promise<z.output<S> | undefined> {
  const response = await sendAs(owner, path, { cache: 'no-store' });
  if (!response) return undefined;
  try {
    return await readAnswer(response, schema);
  } catch (error) {
    const isRefused = isGone(error) || isUnclearRefusal(error);
    if (isRefused && (await answersOwner(owner, new AbortController().signal))) return undefined;
    throw error;
  }
}

/** Fetches the owner's progress; undefined if the answer is about another person, or if the request gives no answer. */
export async function fetchServerView(owner: OwnerKey): Promise<ServerView | undefined> {
  const userId = owner.slice(owner.lastIndexOf('|') + 1);
  const detail = await request(owner, `/progress/detail/${requireId(userId, 'userId')}`, progressDetailSchema);
  if (!detail) return undefined;
  // Progress that names no person can only be used for readings, which may be sent twice without harm.
  if (detail.userId === undefined) return { ...toServerView(detail), sets: new Map() };
  return detail.userId === userId ? toServerView(detail) : undefined;
}

/**
 * Returns which of these lessons the server has for this person. After each lesson its course is requested; the outline
 * of that course shows which of its other lessons exist.
 *
 * @param gone lessons that were not found, with the time in ms; they are not requested again for a day. New ones are
 * added.
 */
export async function findExistingLessons(
  owner: OwnerKey,
  lessonIds: readonly string[],
  gone: Record<string, number>,
  nowMs: number,
): Promise<Set<string>> {
  const existing = new Set<string>();
  const isUnknown = (id: string) => !existing.has(id) && !(Math.abs(nowMs - (gone[id] ?? 0)) < DAY_MS);
  for (let count = 0; count < MAX_LOOKUPS; count += 1) {
    const lessonId = lessonIds.find(isUnknown);
    if (lessonId === undefined) break;
    const lesson = await request(owner, `/lessons/${requireId(lessonId, 'lessonId')}`, lessonSchema);
    if (lesson?.id !== lessonId) {
      gone[lessonId] = nowMs;
      continue;
    }
    existing.add(lessonId);
    if (lesson.courseId === undefined) continue;
    const course = await request(owner, `/courses/${requireId(lesson.courseId, 'courseId')}`, courseDetailSchema);
    for (const { id } of lessonsOf(course?.sections)) existing.add(id);
  }
  return existing;
}
