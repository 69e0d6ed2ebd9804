/** Writing users: schemas and calls. */
import * as z from 'zod/mini';

import { change, create, remove, versionCapability } from './network/calls';
import { requireValue } from './network/require';
import { idSchema, versionField } from './shapes';
import { roleSchema, type User, USERNAME_PATTERN, userSchema } from './users';

const usernameSchema = z.string().check(z.regex(USERNAME_PATTERN));
/** Minimum length of a password, characters; the server has further rules. */
export const MIN_PASSWORD_LENGTH = 8;
const passwordSchema = z.string().check(z.minLength(MIN_PASSWORD_LENGTH), z.maxLength(200));
const nameSchema = z.string().check(z.trim(), z.minLength(1), z.maxLength(100));

/** Converts ひらがな and half-width letters to カタカナ, and runs of spaces to one space. */
function toKatakana(text: string): string {
  const folded = text.normalize('NFKC').trim().replaceAll(/\s+/g, ' ');
  return folded.replaceAll(/[ぁ-ゖゝゞ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) + 0x60));
}

/** The kana reading of a name, normalised to カタカナ. */
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
/** Any form x@y, because mobile carriers gave out `abc..def.@docomo.ne.jp`, and domains may be Japanese. */
const EMAIL_PATTERN = /^[^\s\p{C}]+@[^\s\p{C}]+$/u;
export const emailSchema = z.nullable(z.email({ pattern: EMAIL_PATTERN }).check(z.maxLength(254)));
const companyIdSchema = z.nullable(idSchema);

export const newUserSchema = z.object({
  username: usernameSchema,
  password: passwordSchema,
  name: nameSchema,
  /** The kana reading (capability `name-kana`). */
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
  /** The user's current password, sent when users change their own password (capability `current-password`). */
  currentPassword: z.optional(z.string().check(z.maxLength(1000))),
  ...versionField,
});
export type UpdateUser = z.input<typeof updateUserSchema>;

/** The words for the fields that a call writes, on forms and in the audit log. */
export const userFieldNames = {
  username: 'ユーザー名',
  name: '氏名',
  nameKana: 'フリガナ',
  email: 'メールアドレス',
  role: '役割',
  companyId: '企業',
  active: '利用停止',
  password: 'パスワード',
} satisfies Record<Exclude<keyof UpdateUser, 'updatedAt' | 'currentPassword'>, string>;

const capabilities = { ...versionCapability, nameKana: 'name-kana', currentPassword: 'current-password' } as const;

export const postUser = create<NewUser, User>('/users/', userSchema, capabilities);

/**
 * Creates a user; fields without a value are left out of the body.
 *
 * @param key see {@link requestCreate}.
 * @throws {ApiError} 409 when the user name is taken.
 */
export function createUser(newUser: NewUser, key?: string): Promise<User> {
  const fields = Object.entries(requireValue(newUser, 'newUser')).filter(([, value]) => value !== null);
  return postUser(Object.fromEntries(fields) as NewUser, key);
}

/** Changes a user; omitted fields stay unchanged. */
export const updateUser = change<UpdateUser, User>('/users/{id}', userSchema, { capabilities });

/** Deletes a user; their study records stay on the server (docs/wire.md). */
export const deleteUser = remove('/users/{id}');
