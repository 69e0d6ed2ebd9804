/**
 * Deleted courses, sections, chapters, lessons and question sets, kept for 30 days (capability `trash`): schemas and
 * calls.
 */
import * as z from 'zod/mini';

import { courseStatusSchema } from './courses';
import { change, list } from './network/calls';
import { anyBodySchema } from './network/client';
import { defaulted, idSchema, optionalField, timestampSchema } from './shapes';

const trashKindSchema = z.enum(['course', 'section', 'chapter', 'lesson', 'question-set']);
export type TrashKind = z.infer<typeof trashKindSchema>;

const trashParentSchema = z.object({ kind: trashKindSchema, id: idSchema, title: z.string() });
export type TrashParent = z.infer<typeof trashParentSchema>;

export const trashItemSchema = z.object({
  /** The id of the deletion, not of the deleted thing. */
  id: idSchema,
  kind: trashKindSchema,
  /** The id that the deleted thing had, and has again after it is restored. */
  subjectId: idSchema,
  title: z.string(),
  /**
   * The parents of the deleted thing, from the course down, where the nearest one is now; if that is deleted too, where
   * it was. Empty for a course.
   */
  parents: defaulted(z.array(trashParentSchema), []),
  /** True if the nearest parent (the last of `parents`) is deleted too, and has to be restored first. */
  isParentDeleted: defaulted(z.boolean(), false),
  /**
   * The status that a deleted course had; for other things the status of the course to which they return, missing if
   * that is deleted.
   */
  status: optionalField(courseStatusSchema),
  lessonCount: defaulted(z.number(), 0),
  questionSetCount: defaulted(z.number(), 0),
  deletedAt: timestampSchema,
  /**
   * The name of the person who deleted the thing; null if their account was deleted, undefined if the reader may not
   * see them.
   */
  deletedByName: z.optional(z.nullable(z.string())),
  expiresAt: timestampSchema,
});
export type TrashItem = z.infer<typeof trashItemSchema>;

/**
 * The parameter of a restore. A restored course gets this status. Other things return to their course: `published` says
 * that the caller knows that learners will see them, and with `draft` the server answers 409 if the course is
 * published.
 */
export const restoreSchema = z.object({ status: courseStatusSchema });
export type Restore = z.input<typeof restoreSchema>;

/** Lists what was deleted in the last 30 days, newest first. */
export const fetchTrash = list<TrashItem>('/trash/', trashItemSchema);

/**
 * Restores a deleted thing with its ids at its old position. @throws {ApiError} 404 if it is not in the trash, 409 if
 * its parent is deleted.
 */
export const restoreFromTrash = change<Restore, unknown>('/trash/{id}/restore', anyBodySchema, { method: 'POST' });
