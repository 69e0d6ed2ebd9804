/** The form schemas of what every user may change in the own account (docs/wire.md, "Rights"). */
import * as z from 'zod/mini';

import { newUserSchema } from '@/api/user-edits';

/** An empty field stands for nothing. */
const emptyAsNull = z.pipe(
  z.literal(''),
  z.transform(() => null),
);
const kanaField = z.union([emptyAsNull, newUserSchema.shape.nameKana]);
const emailField = z.union([emptyAsNull, z.email().check(z.maxLength(254))]);

export const ownDetailsSchema = z.object({ name: newUserSchema.shape.name, nameKana: kanaField, email: emailField });

const newPassword = { password: newUserSchema.shape.password, again: z.string() };
const isTypedTwice = z.refine<{ password: string; again: string }>(({ password, again }) => password === again, {
  path: ['again'],
  message: '上と同じものを入力してください。',
});

/** For servers that do not check the current password: the form does not ask for it. */
export const ownPasswordSchema = z.object({ ...newPassword, currentPassword: z.string() }).check(isTypedTwice);
export const checkedPasswordSchema = z
  .object({ ...newPassword, currentPassword: z.string().check(z.minLength(1)) })
  .check(isTypedTwice);
