/** A user as the form holds it: an empty address, company or password stands for none. */
import * as z from 'zod/mini';

import { newUserSchema } from '@/api/user-edits';
import { type User, userSchema } from '@/api/users';
import type { Role } from '@/session/roles';

const { username, name, nameKana, role, password } = newUserSchema.shape;

/** An empty field stands for nothing. */
const emptyAsNull = z.pipe(
  z.literal(''),
  z.transform(() => null),
);

const fields = {
  username,
  name,
  nameKana: z.union([emptyAsNull, nameKana]),
  email: z.union([emptyAsNull, z.email().check(z.maxLength(254))]),
  role,
  companyId: z.union([emptyAsNull, z.string()]),
  active: z.boolean(),
  /** Somebody said that a STAFF without a company is meant. */
  isAlone: z.boolean(),
};

/** A STAFF sees the own company and nobody else: without one they would see nobody. */
const confirmAlone = z.check<{ role: Role; companyId: string | null; isAlone: boolean }>(({ value, issues }) => {
  if (value.role !== 'STAFF' || value.companyId || value.isAlone) return;
  const message = '企業を選ぶか、このままでよいことを確かめてください。';
  issues.push({ code: 'custom', input: value.isAlone, path: ['isAlone'], message });
});

export const newUserFormSchema = z.object({ ...fields, password }).check(confirmAlone);
/** Without a new password the old one stays. */
export const userFormSchema = z.object({ ...fields, password: z.union([z.literal(''), password]) }).check(confirmAlone);

export type UserFormValues = z.input<typeof userFormSchema>;
export type UserFormOutput = z.output<typeof userFormSchema>;

/** What an edit is compared with: who somebody was when the form was opened. */
export const userVersionSchema = z.pick(userSchema, {
  username: true,
  name: true,
  nameKana: true,
  email: true,
  role: true,
  companyId: true,
  active: true,
  updatedAt: true,
});

/** The form's first values. @param companyId of somebody new, where it is known already. */
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
