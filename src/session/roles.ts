/** The table of each role's permissions on the screens, for guards and buttons. */

export const roles = ['ADMIN', 'TEACHER', 'STAFF', 'STUDENT'] as const;
export type Role = (typeof roles)[number];

/** Taken from specification §6; the server checks by its own table (docs/wire.md, "Rights"). */
const permissions = {
  'course.edit': ['ADMIN', 'TEACHER', 'STAFF'],
  'trash.read': ['ADMIN', 'TEACHER', 'STAFF'],
  'submit.rescore': ['ADMIN', 'TEACHER'],
  'question-stats.read': ['ADMIN', 'TEACHER', 'STAFF'],
  'user.edit': ['ADMIN', 'TEACHER'],
  'user.view': ['ADMIN', 'TEACHER', 'STAFF'],
  'company.list': ['ADMIN', 'TEACHER'],
  'company.create': ['ADMIN', 'TEACHER'],
  'assignment.edit': ['ADMIN', 'TEACHER'],
  'company.view': ['ADMIN', 'TEACHER', 'STAFF'],
  'community.menu': ['TEACHER', 'STAFF', 'STUDENT'],
  'own-company.menu': ['STAFF'],
  'audit.read': ['ADMIN'],
  'file-sizes.read': ['ADMIN'],
} satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof permissions;

/**
 * The people who may open a screen. `public`: people who are not signed in. `everybody`: all who are signed in.
 * `editors`: all who are signed in, although only users who edit courses find something to do there, and only devices
 * of staff hold its code. A permission: its holders.
 */
export type Access = 'public' | 'everybody' | 'editors' | Permission;

/** Returns true if a role holds a permission (specification §6). */
export function can(role: Role, permission: Permission): boolean {
  const holders: readonly Role[] = permissions[permission];
  return holders.includes(role);
}

const isPermission = (access: Access): access is Permission => Object.hasOwn(permissions, access);

/** Returns true if a role may open a screen with this access. */
export function mayOpen(role: Role, access: Access): boolean {
  return !isPermission(access) || can(role, access);
}
