/** The permissions of each role on the screens, one table for guards and buttons. */

export const roles = ['ADMIN', 'TEACHER', 'STAFF', 'STUDENT'] as const;
export type Role = (typeof roles)[number];

/** From specification §6; the server checks by its own table (docs/wire.md, "Rights"). */
const permissions = {
  'course.edit': ['ADMIN', 'TEACHER', 'STAFF'],
  'user.edit': ['ADMIN', 'TEACHER'],
  'user.view': ['ADMIN', 'TEACHER', 'STAFF'],
  'company.list': ['ADMIN', 'TEACHER'],
  'company.create': ['ADMIN', 'TEACHER'],
  'company.view': ['ADMIN', 'TEACHER', 'STAFF'],
  'community.menu': ['TEACHER', 'STAFF', 'STUDENT'],
  'own-company.menu': ['STAFF'],
  'audit.read': ['ADMIN'],
  'file-sizes.read': ['ADMIN'],
} satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof permissions;

/** Returns whether a role meets a requirement: one role, or any of a list (specification §5). */
export function matchesRole(role: Role, required: Role | readonly Role[]): boolean {
  return typeof required === 'string' ? role === required : required.includes(role);
}

/** Returns whether a role has a permission. */
export function can(role: Role, permission: Permission): boolean {
  return matchesRole(role, permissions[permission]);
}
