/** The roles table of specification §6. */
import { expect, test } from 'vitest';

import { can, matchesRole, type Permission, roles } from '@/session/roles';

const table: Record<Permission, string[]> = {
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
};

test.each(Object.entries(table))('the permission %s is held by exactly the roles %j', (permission, holders) => {
  expect(roles.filter((role) => can(role, permission as Permission)).sort()).toEqual([...holders].sort());
});

test('a requirement is one role, or a list of roles of which one suffices', () => {
  expect(matchesRole('STAFF', 'STAFF')).toBe(true);
  expect(matchesRole('STAFF', 'ADMIN')).toBe(false);
  expect(matchesRole('STAFF', ['ADMIN', 'STAFF'])).toBe(true);
  expect(matchesRole('STUDENT', ['ADMIN', 'STAFF'])).toBe(false);
  expect(matchesRole('ADMIN', [])).toBe(false);
});
