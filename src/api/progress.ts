/** Progress (lessons read and questions answered) per user and course: schemas and calls. */
import * as z from 'zod/mini';

import { completionSchema } from './completions';
import { read } from './network/calls';
import { unlessPortal } from './network/client';
import { idSchema, openField, optionalField, timestampSchema } from './shapes';
import { rescoredFields } from './submits';

export const lessonReadSchema = z.object({ lessonId: idSchema, readAt: openField(timestampSchema) });

export const questionSetProgressSchema = z.object({
  questionSetId: idSchema,
  lessonId: openField(idSchema),
  title: openField(z.string()),
  submitCount: openField(z.number()),
  lastScore: optionalField(z.number()),
  bestScore: optionalField(z.number()),
  maxScore: openField(z.number()),
  lastSubmittedAt: optionalField(timestampSchema),
  ...rescoredFields,
  lastAnswers: openField(
    z.array(
      z.object({
        questionId: idSchema,
        correct: openField(z.boolean()),
        choiceIds: optionalField(z.array(idSchema)),
        text: optionalField(z.string()),
      }),
    ),
  ),
});
export type QuestionSetProgress = z.infer<typeof questionSetProgressSchema>;

export const courseProgressSchema = z.object({
  courseId: idSchema,
  courseTitle: openField(z.string()),
  lessonCount: openField(z.number()),
  readLessons: openField(z.array(lessonReadSchema)),
  questionSets: openField(z.array(questionSetProgressSchema)),
});
export type CourseProgress = z.infer<typeof courseProgressSchema>;

export const progressDetailSchema = z.object({
  userId: openField(idSchema),
  courses: z.array(courseProgressSchema),
  /**
   * Completed courses, also those that the person no longer sees; undefined where the server does not record
   * completions.
   */
  completions: optionalField(z.array(completionSchema)),
});
export type ProgressDetail = z.infer<typeof progressDetailSchema>;

export const progressSummarySchema = z.object({
  userId: openField(idSchema),
  courseCount: openField(z.number()),
  completedCourseCount: openField(z.number()),
  lessonCount: openField(z.number()),
  readLessonCount: openField(z.number()),
  submitCount: openField(z.number()),
  /** Share of right answers among all answers, 0 to 1. */
  correctRate: optionalField(z.number()),
  /** Days with any study within the last 365 days; `date` is YYYY-MM-DD in Japan's time zone. */
  studyDays: openField(
    z.array(z.object({ date: z.string(), reads: openField(z.number()), submits: openField(z.number()) })),
  ),
  lastStudiedAt: optionalField(timestampSchema),
});
export type ProgressSummary = z.infer<typeof progressSummarySchema>;

/** Fetches a user's progress in all courses. */
export const fetchProgress = read('/progress/detail/{user_id}', progressDetailSchema);

/** Fetches a user's totals and study days. */
export const fetchProgressSummary = read('/progress/summary/{user_id}', unlessPortal(progressSummarySchema));
