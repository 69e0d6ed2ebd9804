/** What everyone may change of the own account (decisions §5), as forms hold it. */
import * as z from 'zod/mini';

import { newUserSchema } from '@/api/users';

/** An empty field stands for no address. */
const emailField = z.union([
  z.pipe(
    z.literal(''),
    z.transform(() => null),
  ),
  z.email().check(z.maxLength(254)),
]);

export const ownDetailsSchema = z.object({ name: newUserSchema.shape.name, email: emailField });

export const ownPasswordSchema = z.object({ password: newUserSchema.shape.password, again: z.string() }).check(
  z.refine(({ password, again }) => password === again, {
    path: ['again'],
    message: '上と同じものを入力してください。',
  }),
);
