/** Who may do what on the screens: one table, asked by guards and buttons alike. */

export const roles = ['ADMIN', 'TEACHER', 'STAFF', 'STUDENT'] as const;
export type Role = (typeof roles)[number];

/** Specification §6; the server's own table is in docs/wire.md, "Rights". */
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

/** Role requirement of a guard: one role, or a list of which one must match (specification §5). */
export function matchesRole(role: Role, required: Role | readonly Role[]): boolean {
  return typeof required === 'string' ? role === required : required.includes(role);
}

/** Whether a role holds a permission; the table is specification §6. */
export function can(role: Role, permission: Permission): boolean {
  return matchesRole(role, permissions[permission]);
}
