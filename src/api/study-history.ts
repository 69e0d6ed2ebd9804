/** What a server with the abilities `read-at`, `submit-history` and `whole-history` says of studying, beside progress (docs/wire.md, "Abilities"). */
import * as z from 'zod/mini';

import { request } from './client';
import { courseProgressSchema, lessonReadSchema, questionSetProgressSchema } from './progress';
import { requireId } from './require';
import { defaulted, idSchema, optionalField, timestampSchema } from './shapes';

/** A reading with both times: `readAt` is when it was studied, `receivedAt` when the server heard of it; in histories with the lesson's title. */
export const datedReadSchema = z.extend(lessonReadSchema, {
  receivedAt: optionalField(timestampSchema),
  title: optionalField(z.string()),
});
export type DatedRead = z.infer<typeof datedReadSchema>;

/** One submit; `answeredAt` is when it was studied, never after `receivedAt`. */
const pastSubmitSchema = z.object({
  answeredAt: timestampSchema,
  receivedAt: timestampSchema,
  score: z.number(),
  maxScore: z.number(),
  /** The version of the question set that the learner saw. */
  questionSetUpdatedAt: timestampSchema,
});
export type PastSubmit = z.infer<typeof pastSubmitSchema>;

/** The progress in one course with all that is known of when. */
export const courseHistorySchema = z.extend(courseProgressSchema, {
  readLessons: defaulted(z.array(datedReadSchema), []),
  questionSets: defaulted(
    z.array(z.extend(questionSetProgressSchema, { submits: optionalField(z.array(pastSubmitSchema)) })),
    [],
  ),
});
export type CourseHistory = z.infer<typeof courseHistorySchema>;

export const historySchema = z.object({ userId: idSchema, courses: z.array(courseHistorySchema) });

/** Fetches all that is known of when a user studied; for servers with the ability `whole-history`. */
export function fetchHistory(userId: string, signal?: AbortSignal): Promise<z.output<typeof historySchema>> {
  return request(`/progress/detail/${requireId(userId, 'userId')}?history=all`, historySchema, { signal });
}

/** Fetches a user's progress in one course; servers without those abilities tell no more of it than of all courses. */
export function fetchCourseHistory(userId: string, courseId: string, signal?: AbortSignal): Promise<CourseHistory> {
  const path = `/progress/detail/${requireId(userId, 'userId')}/${requireId(courseId, 'courseId')}`;
  return request(path, courseHistorySchema, { signal });
}
