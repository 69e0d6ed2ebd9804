/** Reading users: schemas and calls. */
import * as z from 'zod/mini';

import { roles } from '@/session/roles';

import { list, read } from './network/calls';
import { idSchema, openField, optionalField, timestampSchema } from './shapes';

export const roleSchema = z.enum(roles);

/** The pattern of a new user name. */
export const USERNAME_PATTERN = /^[A-Za-z0-9._@-]{1,64}$/;

/**
 * A user's status: 遅れ (behind), 未開始 (not started), 順調 (on track), 修了 (completed), 利用停止 (suspended). Staff roles can
 * only have 利用停止.
 */
export const personStateSchema = z.enum(['behind', 'unstarted', 'steady', 'finished', 'suspended']);
/** Schema of a status that may be one that a later version of the server has added. */
const unknownState = z.pipe(
  z.string(),
  z.transform(() => undefined),
);
export type PersonState = z.infer<typeof personStateSchema>;

/** The role; servers may send it in upper or lower case. */
const roleField = z.pipe(
  z.transform((role) => String(role).toUpperCase()),
  roleSchema,
);

export const userSchema = z.object({
  id: idSchema,
  username: openField(z.string()),
  name: openField(z.string()),
  /** The reading of the name in kana (フリガナ), from servers with the capability `name-kana`. */
  nameKana: optionalField(z.string()),
  /** Null for a person without an address; undefined if the server does not send it. */
  email: z.optional(z.nullable(z.string())),
  role: openField(roleField),
  /** Null for a person without a company; undefined if the server does not send it. */
  companyId: z.optional(z.nullable(idSchema)),
  /** False for a suspended user, who cannot sign in. */
  active: optionalField(z.boolean()),
  createdAt: optionalField(timestampSchema),
  lastStudiedAt: optionalField(timestampSchema),
  updatedAt: optionalField(timestampSchema),
  /**
   * The user's status, computed by the server. Servers with the capability `assignments` send it to staff, in lists and
   * details.
   */
  state: optionalField(z.union([personStateSchema, unknownState])),
  /** Progress figures, sent to staff in lists and details. */
  progress: optionalField(
    z.object({
      lessonCount: openField(z.number()),
      readLessonCount: openField(z.number()),
      /**
       * The number of courses that have lessons, and how many of those courses the user has completed; undefined where
       * the server does not record completions.
       */
      courseCount: optionalField(z.number()),
      completedCourseCount: optionalField(z.number()),
      lastStudiedAt: optionalField(timestampSchema),
    }),
  ),
});
export type User = z.infer<typeof userSchema>;

/** Schema of the current user, whose role decides what the app offers. */
export const currentUserSchema = z.extend(userSchema, { role: roleField });
export type CurrentUser = z.infer<typeof currentUserSchema>;

/** Returns the name under which a person is shown. */
export function nameOf({ name, username }: Pick<User, 'name' | 'username'>): string {
  return name ?? username ?? '–';
}

/** Lists users with their progress: STAFF get their own company, students only themselves (docs/wire.md, "Rights"). */
export const fetchUsers = list<User>('/users/', userSchema);

/** Fetches one user. @throws {ApiError} 404 for a user of another company. */
export const fetchUser = read('/users/{id}', userSchema);
