/**
 * The schemas of the user form: an empty reading of the name, address or company is sent as `null`, an empty password
 * is not sent.
 */
import * as z from 'zod/mini';

import { newUserSchema, type UpdateUser } from '@/api/user-edits';
import { type User, userSchema } from '@/api/users';
import type { ComparedFields } from '@/queries/newer-version';
import type { Role } from '@/session/roles';
import { emptyAsNull, personFormFields } from '@/study/people/person-form-fields';

const { username, role, password } = newUserSchema.shape;

const fields = {
  username,
  ...personFormFields,
  role,
  companyId: z.union([emptyAsNull, z.string()]),
  active: z.boolean(),
  /** True if the editor confirmed that this STAFF user intentionally has no company. */
  isAlone: z.boolean(),
};

/** Requires a confirmation for a STAFF user without a company, because STAFF only see people of their own company. */
const confirmAlone = z.check<{ role: Role; companyId: string | null; isAlone: boolean }>(({ value, issues }) => {
  if (value.role !== 'STAFF' || value.companyId || value.isAlone) return;
  const message = '企業を選ぶか、このままでよいことを確かめてください。';
  issues.push({ code: 'custom', input: value.isAlone, path: ['isAlone'], message });
});

export const newUserFormSchema = z.object({ ...fields, password }).check(confirmAlone);
/** The schema for existing users: an empty password keeps the old one. */
export const userFormSchema = z.object({ ...fields, password: z.union([z.literal(''), password]) }).check(confirmAlone);

export type UserFormValues = z.input<typeof userFormSchema>;
export type UserFormOutput = z.output<typeof userFormSchema>;

/** The version that an edit is based on, for detecting conflicting edits (optimistic lock). */
export const userVersionSchema = z.pick(userSchema, {
  username: true,
  name: true,
  nameKana: true,
  email: true,
  role: true,
  companyId: true,
  active: true,
  updatedAt: true,
} satisfies ComparedFields<UpdateUser, 'password' | 'currentPassword'>);

/** Returns the form's initial values. @param companyId preselected company of a new user; '' for none. */
export function toFormValues(user: User | undefined, companyId = ''): UserFormValues {
  return {
    username: user?.username ?? '',
    name: user?.name ?? '',
    nameKana: user?.nameKana ?? '',
    email: user?.email ?? '',
    role: user?.role ?? 'STUDENT',
    companyId: user ? (user.companyId ?? '') : companyId,
    active: user?.active ?? true,
    isAlone: user?.role === 'STAFF' && !user.companyId,
    password: '',
  };
}
