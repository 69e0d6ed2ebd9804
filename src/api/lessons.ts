/** Lessons: schemas and calls. */
import * as z from 'zod/mini';

import { change, create, list, read, remove } from './network/calls';
import { copyFields, idSchema, openField, optionalField, timestampSchema, versionField } from './shapes';
import type { LessonPageQuery } from './title-lists';

/** The fields that describe a lesson. The lesson's form writes them, and a course's outline has them too. */
export const lessonFields = {
  title: z.string(),
  /** Reading time of a lesson, in minutes. */
  minutes: optionalField(z.number()),
};

export const lessonSchema = z.object({
  ...copyFields,
  id: idSchema,
  courseId: openField(idSchema),
  sectionId: openField(idSchema),
  chapterId: openField(idSchema),
  ...lessonFields,
  order: openField(z.number()),
  /** The lesson's markdown file; undefined for a lesson without text. */
  contentId: optionalField(idSchema),
  questionSets: openField(z.array(z.object({ id: idSchema, title: z.string(), questionCount: openField(z.number()) }))),
  previousLessonId: optionalField(idSchema),
  nextLessonId: optionalField(idSchema),
  /** The lesson's version: it changes with the lesson and with its question sets. */
  updatedAt: openField(timestampSchema),
});
export type Lesson = z.infer<typeof lessonSchema>;

export const newLessonSchema = z.object({
  chapterId: idSchema,
  title: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  order: z.optional(z.int().check(z.minimum(0))),
  minutes: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(600)))),
  contentId: z.optional(z.nullable(idSchema)),
});
export type NewLesson = z.input<typeof newLessonSchema>;

/** The words for the fields that a call writes, on forms and in the audit log. */
export const lessonFieldNames = {
  chapterId: 'チャプター',
  title: 'タイトル',
  order: '並び順',
  minutes: '目安',
  contentId: '本文',
} satisfies Record<keyof NewLesson, string>;

export const updateLessonSchema = z.extend(z.partial(newLessonSchema), versionField);
export type UpdateLesson = z.input<typeof updateLessonSchema>;

/** Lists lessons of all courses the user may read. */
export const fetchLessons = list<Lesson, LessonPageQuery>('/lessons/', lessonSchema);

/**
 * Fetches one lesson (specification §7: GET /lessons/{id}).
 *
 * @throws {NetworkError} when no response came, {ApiError} when the server refused.
 */
export const fetchLesson = read('/lessons/{id}', lessonSchema);

/** Creates a lesson, as the last of its chapter unless `order` is given. */
export const createLesson = create<NewLesson, Lesson>('/lessons/', lessonSchema);

/** Changes a lesson. @throws {ApiError} 409 when the server has a newer version, which the error body carries. */
export const updateLesson = change<UpdateLesson, Lesson>('/lessons/{id}', lessonSchema);

/** Deletes a lesson with its question sets, but not the learners' read marks and submits (docs/wire.md). */
export const deleteLesson = remove('/lessons/{id}');
