/**
 * The schema fields of a person's names and e-mail address, shared by the user form and the form of the user's own
 * account.
 */
import * as z from 'zod/mini';

import { emailSchema, newUserSchema } from '@/api/user-edits';

const { name, nameKana } = newUserSchema.shape;

/** Accepts '' (an empty text field) and turns it into `null`, as the API expects. */
export const emptyAsNull = z.pipe(
  z.literal(''),
  z.transform(() => null),
);

export const personFormFields = {
  name,
  nameKana: z.union([emptyAsNull, nameKana]),
  email: z.pipe(
    z.string().check(z.trim()),
    z.pipe(
      z.transform((text: string): string | null => text || null),
      emailSchema,
    ),
  ),
};
