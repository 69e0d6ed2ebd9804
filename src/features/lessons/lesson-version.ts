/** The version a draft started from, as it is stored beside it: one line of JSON, checked when it is read back. */
import * as z from 'zod/mini';

import type { LessonVersion } from '@/queries/lesson-writes';

const versionSchema = z.object({
  updatedAt: z.string(),
  title: z.string(),
  chapterId: z.string(),
  minutes: z.optional(z.number()),
  contentId: z.optional(z.string()),
});

export function writeVersion({ updatedAt, title, chapterId, minutes, contentId }: LessonVersion): string {
  return JSON.stringify({ updatedAt, title, chapterId, minutes, contentId });
}

/** Undefined for what is none. */
export function readVersion(stored: string | undefined): LessonVersion | undefined {
  try {
    return versionSchema.parse(JSON.parse(stored ?? ''));
  } catch {
    return undefined;
  }
}
