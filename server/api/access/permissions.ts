/**
 * Permissions by role: the table of docs/wire.md, "Rights". Exceptions for oneself and the last admin:
 * people/write-users.ts.
 */
import type { z } from 'zod/mini';

import type { roleSchema } from '@/api/users';

export type Role = z.infer<typeof roleSchema>;

/** An acting user as far as permissions depend on them: role and company. */
export interface Person {
  id: string;
  role: Role;
  companyId: string | null;
}

/** The authenticated user of a request, and their session. */
export interface Actor extends Person {
  sessionId: string;
}

const permissions = {
  'curriculum.write': ['ADMIN', 'TEACHER', 'STAFF'],
  'draft.read': ['ADMIN', 'TEACHER', 'STAFF'],
  'submit.rescore': ['ADMIN', 'TEACHER'],
  'question-stats.read': ['ADMIN', 'TEACHER', 'STAFF'],
  'user.others': ['ADMIN', 'TEACHER', 'STAFF'],
  'user.create': ['ADMIN', 'TEACHER'],
  'user.delete': ['ADMIN', 'TEACHER'],
  'company.list': ['ADMIN', 'TEACHER'],
  'company.write': ['ADMIN', 'TEACHER'],
  'company.read': ['ADMIN', 'TEACHER', 'STAFF'],
  'progress.others': ['ADMIN', 'TEACHER', 'STAFF'],
  'assignment.read': ['ADMIN', 'TEACHER', 'STAFF'],
  'assignment.write': ['ADMIN', 'TEACHER'],
  'audit.read': ['ADMIN'],
  'file-sizes.read': ['ADMIN'],
} satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof permissions;

/** Returns the roles that hold a permission. */
export function holdersOf(permission: Permission): readonly Role[] {
  return permissions[permission];
}

/**
 * Returns true if a role holds a permission. Whose records the permission covers: {@link seesPerson},
 * {@link seesCompany}.
 */
export function mayRole(role: Role, permission: Permission): boolean {
  return holdersOf(permission).includes(role);
}

/** Returns whose records a person sees beside their own: all (teachers, admins), one company's (staff), or none. */
export function visiblePeople(actor: Person): 'all' | 'none' | { companyId: string } {
  if (actor.role === 'ADMIN' || actor.role === 'TEACHER') return 'all';
  return actor.role === 'STAFF' && actor.companyId !== null ? { companyId: actor.companyId } : 'none';
}

/** Returns true if the actor sees a company and the records of its people. */
export function seesCompany(actor: Person, companyId: string | null): boolean {
  const visible = visiblePeople(actor);
  return typeof visible === 'string' ? visible === 'all' : visible.companyId === companyId;
}

/** Returns true if the actor sees a person's records. */
export function seesPerson(actor: Person, { id, companyId }: Pick<Person, 'id' | 'companyId'>): boolean {
  return id === actor.id || seesCompany(actor, companyId);
}

/** Returns true if the actor may change or delete another account: admins all, teachers all but admins. */
export function managesUser(actor: Person, target: Person): boolean {
  return actor.role === 'ADMIN' || (actor.role === 'TEACHER' && target.role !== 'ADMIN');
}

/** Returns true if the actor may give a role to an account: teachers cannot grant ADMIN. */
export function grantsRole(actor: Person, role: Role): boolean {
  return actor.role === 'ADMIN' || (actor.role === 'TEACHER' && role !== 'ADMIN');
}
