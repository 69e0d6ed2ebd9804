/** Users as the API speaks of them: shapes first, then the calls. */
import * as z from 'zod/mini';

import { roles } from '@/session/roles';

import { request, requestNothing } from './client';
import { requireId, requireValue } from './require';
import {
  defaulted,
  idSchema,
  optionalField,
  type Page,
  type PageQuery,
  pageSchema,
  timestampSchema,
  startedFrom,
} from './shapes';

export const roleSchema = z.enum(roles);

export const userSchema = z.object({
  id: idSchema,
  username: z.string(),
  name: z.string(),
  email: optionalField(z.string()),
  /** In capitals or not, as servers write it. */
  role: z.pipe(
    z.transform((role) => String(role).toUpperCase()),
    roleSchema,
  ),
  companyId: optionalField(idSchema),
  /** False for a suspended user, who cannot sign in. */
  active: defaulted(z.boolean(), true),
  createdAt: optionalField(timestampSchema),
  lastStudiedAt: optionalField(timestampSchema),
  updatedAt: optionalField(timestampSchema),
  /** In lists and details for staff. */
  progress: optionalField(
    z.object({ lessonCount: z.number(), readLessonCount: z.number(), lastStudiedAt: optionalField(timestampSchema) }),
  ),
});
export type User = z.infer<typeof userSchema>;

const usernameSchema = z.string().check(z.regex(/^[A-Za-z0-9._@-]{1,64}$/));
/** The fewest characters of a password; what else it must be, the server decides. */
export const MIN_PASSWORD_LENGTH = 8;
const passwordSchema = z.string().check(z.minLength(MIN_PASSWORD_LENGTH), z.maxLength(200));
const nameSchema = z.string().check(z.trim(), z.minLength(1), z.maxLength(100));
const emailSchema = z.nullable(z.email().check(z.maxLength(254)));

export const newUserSchema = z.object({
  username: usernameSchema,
  password: passwordSchema,
  name: nameSchema,
  email: z.optional(emailSchema),
  role: roleSchema,
  companyId: z.optional(z.nullable(idSchema)),
});
export type NewUser = z.input<typeof newUserSchema>;

export const updateUserSchema = z.extend(
  z.partial(
    z.extend(newUserSchema, {
      active: z.boolean(),
      /** Beside the own new password, where the server has the ability `current-password`. */
      currentPassword: z.string().check(z.maxLength(1000)),
    }),
  ),
  startedFrom,
);
export type UpdateUser = z.input<typeof updateUserSchema>;

/** Lists users, with progress; STAFF see their own company, students themselves (docs/wire.md, "Rights"). */
export function fetchUsers(page?: PageQuery, signal?: AbortSignal): Promise<Page<User>> {
  return request('/users/', pageSchema(userSchema), { query: page, signal });
}

/** Fetches one user. @throws {ApiError} 404 for a user of another company. */
export function fetchUser(userId: string, signal?: AbortSignal): Promise<User> {
  return request(`/users/${requireId(userId, 'userId')}`, userSchema, { signal });
}

/** Creates a user. @throws {ApiError} 409 when the user name is taken. */
export function createUser(newUser: NewUser): Promise<User> {
  return request('/users/', userSchema, { method: 'POST', json: requireValue(newUser, 'newUser') });
}

/** Changes a user; left-out fields stay. */
export function updateUser(userId: string, updateUser: UpdateUser): Promise<User> {
  const json = requireValue(updateUser, 'updateUser');
  return request(`/users/${requireId(userId, 'userId')}`, userSchema, { method: 'PATCH', json });
}

/** Deletes a user; what they studied stays with the server (docs/wire.md). */
export function deleteUser(userId: string): Promise<void> {
  return requestNothing(`/users/${requireId(userId, 'userId')}`, { method: 'DELETE' });
}
