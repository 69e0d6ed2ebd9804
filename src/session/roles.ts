/** The table of each role's permissions on the screens, for guards and buttons. */
import { type CapableServer, type Capability, hasCapability } from './capabilities';

export const roles = ['ADMIN', 'TEACHER', 'STAFF', 'STUDENT'] as const;
export type Role = (typeof roles)[number];

interface PermissionRow {
  holders: readonly Role[];
  /** The capability that the server needs for what the permission allows. */
  needs?: Capability;
}

const admins = ['ADMIN'] as const;
const teachers = ['ADMIN', 'TEACHER'] as const;
const staff = ['ADMIN', 'TEACHER', 'STAFF'] as const;

/** Taken from specification §6; the server checks by its own table (docs/wire.md, "Rights"). */
const permissions = {
  'course.edit': { holders: staff },
  'course-figures.read': { holders: staff, needs: 'course-figures' },
  'trash.read': { holders: staff, needs: 'trash' },
  'submit.rescore': { holders: teachers, needs: 'rescore' },
  'question-stats.read': { holders: staff },
  'user.edit': { holders: teachers },
  'user.view': { holders: staff },
  'user.search': { holders: staff, needs: 'searched-lists' },
  'company.list': { holders: teachers },
  'company.create': { holders: teachers },
  'company.view': { holders: staff },
  'assignment.read': { holders: staff, needs: 'assignments' },
  'assignment.edit': { holders: teachers, needs: 'assignments' },
  'community.menu': { holders: ['TEACHER', 'STAFF', 'STUDENT'] },
  'own-company.menu': { holders: ['STAFF'] },
  'audit.read': { holders: admins, needs: 'audit' },
  'audit-details.read': { holders: admins, needs: 'audit-details' },
  'file-sizes.read': { holders: admins, needs: 'file-sizes' },
} satisfies Record<string, PermissionRow>;

export type Permission = keyof typeof permissions;

const rowOf = (permission: Permission): PermissionRow => permissions[permission];

/**
 * The people who may open a screen. `public`: people who are not signed in. `everybody`: all who are signed in.
 * `editors`: all who are signed in, although only users who edit courses find something to do there, and only devices
 * of staff hold its code. A permission: its holders.
 */
export type Access = 'public' | 'everybody' | 'editors' | Permission;

/** Returns true if a role holds a permission (specification §6). */
export function can(role: Role, permission: Permission): boolean {
  return rowOf(permission).holders.includes(role);
}

const isPermission = (access: Access): access is Permission => Object.hasOwn(permissions, access);

/** Returns true if only some servers can do what a permission, or a screen with this access, allows. */
export function needsCapability(access: Access): boolean {
  return isPermission(access) && rowOf(access).needs !== undefined;
}

/** Returns true if a server can do what a permission, or a screen with this access, allows. */
export function offers(server: CapableServer | undefined, access: Access): boolean {
  return !isPermission(access) || hasCapability(server, rowOf(access).needs);
}

/** Returns true if a role may open a screen with this access. */
export function mayOpen(role: Role, access: Access): boolean {
  return !isPermission(access) || can(role, access);
}
