/**
 * Required courses (必修) with a date, for a company or for some people (capability `assignments`): schemas and calls.
 */
import * as z from 'zod/mini';

import { change, create, list, remove, withCapability } from './network/calls';
import { idSchema, optionalField, timestampSchema, versionField } from './shapes';

/** Maximum number of people in an assignment; larger groups are assigned as a company. */
export const MAX_ASSIGNED_USERS = 200;

/**
 * An assignment of a required course. A learner gets only assignments that concern them, without `companyId` and
 * `userIds`.
 */
export const assignmentSchema = z.object({
  id: idSchema,
  courseId: idSchema,
  /** The company for whose people the course is required; its people are those who belong to it now. */
  companyId: optionalField(idSchema),
  /** The people for whom the course is required, whatever their company. */
  userIds: optionalField(z.array(idSchema)),
  dueAt: timestampSchema,
  note: optionalField(z.string()),
  createdAt: optionalField(timestampSchema),
  updatedAt: optionalField(timestampSchema),
});
export type Assignment = z.infer<typeof assignmentSchema>;

const noteSchema = z.string().check(z.trim(), z.maxLength(500));
const userIdsSchema = z.array(idSchema).check(z.minLength(1), z.maxLength(MAX_ASSIGNED_USERS));

/**
 * A new assignment, with an id made by the client. If the same body is sent again, the server answers with the existing
 * assignment.
 */
export const newAssignmentSchema = z
  .object({
    id: idSchema,
    courseId: idSchema,
    companyId: z.optional(idSchema),
    userIds: z.optional(userIdsSchema),
    dueAt: timestampSchema,
    note: z.optional(noteSchema),
  })
  .check(
    z.refine(({ companyId, userIds }) => (companyId === undefined) !== (userIds === undefined), {
      path: ['companyId'],
      error: '企業か受講者の、どちらか一方を指定してください。',
    }),
  );
export type NewAssignment = z.input<typeof newAssignmentSchema>;

export const updateAssignmentSchema = z.extend(
  z.object({
    dueAt: z.optional(timestampSchema),
    note: z.optional(noteSchema),
    /** The ids of the people; sent only for an assignment to people, not to a company. */
    userIds: z.optional(userIdsSchema),
  }),
  versionField,
);
export type UpdateAssignment = z.input<typeof updateAssignmentSchema>;

/** The words for the fields that a call writes, on forms and in the audit log. */
export const assignmentFieldNames = {
  courseId: 'コース',
  dueAt: '期限',
  note: 'メモ',
  userIds: '対象',
} satisfies Record<'courseId' | Exclude<keyof UpdateAssignment, 'updatedAt'>, string>;

/**
 * Lists assignments, the earliest date first: all for ADMIN and TEACHER, their own company's for STAFF, their own for
 * learners.
 */
export const fetchAssignments = withCapability('assignments', list<Assignment>('/assignments/', assignmentSchema));

/** Creates an assignment. @throws {ApiError} 409 if its id belongs to another assignment. */
export const createAssignment = create<NewAssignment, Assignment>('/assignments/', assignmentSchema);

/** Changes an assignment; omitted fields stay unchanged. */
export const updateAssignment = change<UpdateAssignment, Assignment>('/assignments/{id}', assignmentSchema);

/** Deletes an assignment. */
export const deleteAssignment = remove('/assignments/{id}');
