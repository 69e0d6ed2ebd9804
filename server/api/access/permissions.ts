/** Who may do what on the server: the table of docs/wire.md, "Rights", in one place. */
import type { z } from 'zod/mini';

import type { roleSchema } from '@/api/users';

export type Role = z.infer<typeof roleSchema>;

/** What a permission is asked about: role and company decide, nothing else. */
export interface Person {
  id: string;
  role: Role;
  companyId: string | null;
}

/** Whoever sent a request, and by which sign-in. */
export interface Actor extends Person {
  sessionId: string;
}

const permissions = {
  'curriculum.write': ['ADMIN', 'TEACHER', 'STAFF'],
  'draft.read': ['ADMIN', 'TEACHER', 'STAFF'],
  'user.others': ['ADMIN', 'TEACHER', 'STAFF'],
  'user.create': ['ADMIN', 'TEACHER'],
  'user.delete': ['ADMIN', 'TEACHER'],
  'company.list': ['ADMIN', 'TEACHER'],
  'company.write': ['ADMIN', 'TEACHER'],
  'company.read': ['ADMIN', 'TEACHER', 'STAFF'],
  'progress.others': ['ADMIN', 'TEACHER', 'STAFF'],
  'audit.read': ['ADMIN'],
  'file-sizes.read': ['ADMIN'],
} satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof permissions;

/** The roles that hold a permission. */
export function holdersOf(permission: Permission): readonly Role[] {
  return permissions[permission];
}

/** Whether a role holds a permission at all; whose data it covers is asked below. */
export function mayRole(role: Role, permission: Permission): boolean {
  return holdersOf(permission).includes(role);
}

/** Whose records somebody sees beside their own: teachers and admins everybody's, staff their company's, others nobody's. */
export function sightOf(actor: Person): 'everybody' | 'nobody' | { companyId: string } {
  if (actor.role === 'ADMIN' || actor.role === 'TEACHER') return 'everybody';
  return actor.role === 'STAFF' && actor.companyId !== null ? { companyId: actor.companyId } : 'nobody';
}

/** Whether somebody sees a company, and the records of its people. */
export function seesCompany(actor: Person, companyId: string | null): boolean {
  const sight = sightOf(actor);
  return typeof sight === 'string' ? sight === 'everybody' : sight.companyId === companyId;
}

/** Whether somebody sees a person's records. */
export function seesPerson(actor: Person, { id, companyId }: Pick<Person, 'id' | 'companyId'>): boolean {
  return id === actor.id || seesCompany(actor, companyId);
}

/** Whether somebody else's account may be changed or deleted: teachers do not touch admins. */
export function managesUser(actor: Person, target: Person): boolean {
  return actor.role === 'ADMIN' || (actor.role === 'TEACHER' && target.role !== 'ADMIN');
}

/** Whether a role may be given to somebody: teachers cannot grant ADMIN. */
export function grantsRole(actor: Person, role: Role): boolean {
  return actor.role === 'ADMIN' || (actor.role === 'TEACHER' && role !== 'ADMIN');
}
