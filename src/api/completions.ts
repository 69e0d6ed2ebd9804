/**
 * Completions (修了): records that a person has read every lesson of a course, which later changes of the course do not
 * undo.
 */
import * as z from 'zod/mini';

import { idSchema, optionalField, timestampSchema } from './shapes';

/** A lesson that belonged to the course when it was completed. */
const completedLessonSchema = z.object({ lessonId: idSchema, title: z.string(), readAt: timestampSchema });
export type CompletedLesson = z.infer<typeof completedLessonSchema>;

/**
 * The best result of a question set when the course was completed; question sets that the person had not answered are
 * not listed.
 */
const completedSetSchema = z.object({
  questionSetId: idSchema,
  title: z.string(),
  bestScore: z.number(),
  maxScore: z.number(),
});
export type CompletedSet = z.infer<typeof completedSetSchema>;

/** A completion in lists, with the course's title and number of lessons at the moment of completion. */
export const completionSchema = z.object({
  courseId: idSchema,
  courseTitle: z.string(),
  lessonCount: z.number(),
  /**
   * The day of study on which the last of the lessons was read, not the day on which the server received the reading.
   */
  completedAt: timestampSchema,
  /**
   * The time when the server received the last of the course's readings: unlike the day of study, a device's clock
   * cannot change it.
   */
  receivedAt: optionalField(timestampSchema),
});
export type Completion = z.infer<typeof completionSchema>;

/** A completion with everything that the certificate shows. */
export const completionDetailSchema = z.extend(completionSchema, {
  /** The completed lessons in the order of the course. */
  lessons: z.array(completedLessonSchema),
  questionSets: z.array(completedSetSchema),
});
export type CompletionDetail = z.infer<typeof completionDetailSchema>;
