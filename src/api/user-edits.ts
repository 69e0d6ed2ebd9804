/** Users as they are written: shapes first, then the calls. */
import * as z from 'zod/mini';

import { request, requestNothing } from './client';
import { requireId, requireValue } from './require';
import { idSchema, startedFrom } from './shapes';
import { roleSchema, type User, USERNAME_PATTERN, userSchema } from './users';

const usernameSchema = z.string().check(z.regex(USERNAME_PATTERN));
/** The fewest characters of a password; what else it must be, the server decides. */
export const MIN_PASSWORD_LENGTH = 8;
const passwordSchema = z.string().check(z.minLength(MIN_PASSWORD_LENGTH), z.maxLength(200));
const nameSchema = z.string().check(z.trim(), z.minLength(1), z.maxLength(100));

/** ひらがな and half-width letters become カタカナ, spaces single. */
function toKatakana(text: string): string {
  const folded = text.normalize('NFKC').trim().replaceAll(/\s+/g, ' ');
  return folded.replaceAll(/[ぁ-ゖゝゞ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) + 0x60));
}

/** How a name is read, in one form, whatever kana it was written in. */
const nameKanaSchema = z.nullable(
  z
    .string()
    .check(
      z.overwrite(toKatakana),
      z.minLength(1),
      z.maxLength(100),
      z.regex(/^[ァ-ヺー・ヽヾ ]+$/, { error: 'ひらがなかカタカナで入力してください。' }),
    ),
);
const emailSchema = z.nullable(z.email().check(z.maxLength(254)));
const companyIdSchema = z.nullable(idSchema);

export const newUserSchema = z.object({
  username: usernameSchema,
  password: passwordSchema,
  name: nameSchema,
  /** To servers with the ability `name-kana`. */
  nameKana: z.optional(nameKanaSchema),
  email: z.optional(emailSchema),
  role: roleSchema,
  companyId: z.optional(companyIdSchema),
});
export type NewUser = z.input<typeof newUserSchema>;

export const updateUserSchema = z.object({
  username: z.optional(usernameSchema),
  password: z.optional(passwordSchema),
  name: z.optional(nameSchema),
  nameKana: z.optional(nameKanaSchema),
  email: z.optional(emailSchema),
  role: z.optional(roleSchema),
  companyId: z.optional(companyIdSchema),
  active: z.optional(z.boolean()),
  /** Beside the own new password, where the server has the ability `current-password`. */
  currentPassword: z.optional(z.string().check(z.maxLength(1000))),
  ...startedFrom,
});
export type UpdateUser = z.input<typeof updateUserSchema>;

/** Creates a user; fields without a value are left out of the body. @throws {ApiError} 409 when the user name is taken. */
export function createUser(newUser: NewUser): Promise<User> {
  const fields = Object.entries(requireValue(newUser, 'newUser')).filter(([, value]) => value !== null);
  return request('/users/', userSchema, { method: 'POST', json: Object.fromEntries(fields) });
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
