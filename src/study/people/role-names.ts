/** The Japanese names of the roles. */
import type { Role } from '@/session/roles';

export const roleNames = { ADMIN: '管理者', TEACHER: '講師', STAFF: '担当者', STUDENT: '受講者' } satisfies Record<
  Role,
  string
>;

/** Returns the name of a role, 「–」 if it is unknown. */
export function roleName(role: Role | undefined): string {
  return role ? roleNames[role] : '–';
}
