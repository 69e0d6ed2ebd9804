/** The form schemas for the data that each user may change in the own account (docs/wire.md, "Rights"). */
import * as z from 'zod/mini';

import { newUserSchema } from '@/api/user-edits';
import { personFormFields } from '@/study/people/person-form-fields';

export const ownDetailsSchema = z.object(personFormFields);

const newPassword = { password: newUserSchema.shape.password, again: z.string() };
const isTypedTwice = z.refine<{ password: string; again: string }>(({ password, again }) => password === again, {
  path: ['again'],
  message: '上と同じものを入力してください。',
});

/** The schema for servers that do not check the current password; the form does not ask for it then. */
export const ownPasswordSchema = z.object({ ...newPassword, currentPassword: z.string() }).check(isTypedTwice);
export const checkedPasswordSchema = z
  .object({ ...newPassword, currentPassword: z.string().check(z.minLength(1)) })
  .check(isTypedTwice);
