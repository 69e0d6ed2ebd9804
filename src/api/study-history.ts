/**
 * Study history beyond progress, from servers with the capabilities `read-at`, `submit-history` or `whole-history`
 * (docs/wire.md, "Abilities").
 */
import * as z from 'zod/mini';

import { hasCapability } from '@/session/capabilities';
import { readOwnSession } from '@/session/session';

import { completionDetailSchema } from './completions';
import { read, withCapability } from './network/calls';
import { courseProgressSchema, lessonReadSchema, questionSetProgressSchema } from './progress';
import { idSchema, openField, optionalField, timestampSchema } from './shapes';
import { rescoredFields } from './submits';

/**
 * A lesson read: `readAt` is the time of reading, `receivedAt` the time of arrival on the server; histories include the
 * lesson's title.
 */
export const datedReadSchema = z.extend(lessonReadSchema, {
  receivedAt: optionalField(timestampSchema),
  title: optionalField(z.string()),
});
export type DatedRead = z.infer<typeof datedReadSchema>;

/** A past submit; `answeredAt` is never after `receivedAt`. */
export const pastSubmitSchema = z.object({
  answeredAt: timestampSchema,
  receivedAt: timestampSchema,
  score: z.number(),
  maxScore: z.number(),
  /** The version of the question set that the learner answered. */
  questionSetUpdatedAt: timestampSchema,
  ...rescoredFields,
});
export type PastSubmit = z.infer<typeof pastSubmitSchema>;

/** The progress in one course, with the times of all reads and submits. */
export const courseHistorySchema = z.extend(courseProgressSchema, {
  readLessons: openField(z.array(datedReadSchema)),
  questionSets: openField(
    z.array(z.extend(questionSetProgressSchema, { submits: optionalField(z.array(pastSubmitSchema)) })),
  ),
  /**
   * The completion of the course; undefined while the course is not completed, and where the server does not record
   * completions.
   */
  completion: optionalField(completionDetailSchema),
});
export type CourseHistory = z.infer<typeof courseHistorySchema>;

export const historySchema = z.object({ userId: idSchema, courses: z.array(courseHistorySchema) });

/** Fetches a user's study history in all courses; undefined from a server without the capability `whole-history`. */
export const fetchHistory = withCapability(
  'whole-history',
  read('/progress/detail/{user_id}?history=all', historySchema),
);

/**
 * Fetches a user's study history in one course. Without the history capabilities the response has no more than the
 * progress in all courses.
 */
export const fetchCourseHistory = read('/progress/detail/{user_id}/{course_id}', courseHistorySchema);

/** Fetches a user's study history in one course; undefined from a server where it says no more than the progress. */
export async function fetchCourseTimes(
  ...asked: Parameters<typeof fetchCourseHistory>
): Promise<CourseHistory | undefined> {
  const session = await readOwnSession();
  const hasTimes = hasCapability(session, 'submit-history') || hasCapability(session, 'read-at');
  return hasTimes ? fetchCourseHistory(...asked) : undefined;
}
