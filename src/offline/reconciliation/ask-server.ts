/** Asks the server, past every cache, what it has of a learner: their progress, and which lessons exist. */
import type * as z from 'zod/mini';

import { sendAs } from '@/api/client';
import { courseDetailSchema } from '@/api/courses';
import { isGone } from '@/api/errors';
import { lessonSchema } from '@/api/lessons';
import { progressDetailSchema } from '@/api/progress';
import { requireId } from '@/api/require';
import { readAnswer } from '@/api/transport';
import { DAY_MS } from '@/lib/constants';
import type { OwnerKey } from '@/session/session';

import { type ServerView, toServerView } from './find-lost';

/** The most lessons that one comparison asks for; the newest first, because a restore loses those first. */
const MAX_LOOKUPS = 50;

/** What the server itself says, past every copy; undefined when somebody else is here, or it has no such thing for this person. */
async function ask<S extends z.ZodMiniType>(
  owner: OwnerKey,
  path: string,
  schema: S,
): Promise<z.output<S> | undefined> {
  const response = await sendAs(owner, path, { cache: 'no-store' });
  if (!response) return undefined;
  try {
    return await readAnswer(response, schema);
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}

export async function fetchServerView(owner: OwnerKey): Promise<ServerView | undefined> {
  const userId = owner.slice(owner.lastIndexOf('|') + 1);
  const detail = await ask(owner, `/progress/detail/${requireId(userId, 'userId')}`, progressDetailSchema);
  return detail?.userId === userId ? toServerView(detail) : undefined;
}

/** Which of these lessons the server has for this person: one by one, and with each all others of its course. */
export async function findExistingLessons(
  owner: OwnerKey,
  lessonIds: readonly string[],
  gone: Record<string, number>,
  nowMs: number,
): Promise<Set<string>> {
  const there = new Set<string>();
  const isUnknown = (id: string) => !there.has(id) && !(Math.abs(nowMs - (gone[id] ?? 0)) < DAY_MS);
  for (let asked = 0; asked < MAX_LOOKUPS; asked += 1) {
    const lessonId = lessonIds.find(isUnknown);
    if (lessonId === undefined) break;
    const lesson = await ask(owner, `/lessons/${requireId(lessonId, 'lessonId')}`, lessonSchema);
    if (lesson?.id !== lessonId) {
      gone[lessonId] = nowMs;
      continue;
    }
    there.add(lessonId);
    const course = await ask(owner, `/courses/${requireId(lesson.courseId, 'courseId')}`, courseDetailSchema);
    const chapters = course?.sections.flatMap((section) => section.chapters) ?? [];
    for (const { id } of chapters.flatMap(({ lessons }) => lessons)) there.add(id);
  }
  return there;
}
