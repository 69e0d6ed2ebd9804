/**
 * Tests the device's mark that makes the service worker precache the files of staff screens, by the roles that have
 * signed in on this device.
 */
import { clear, promisifyRequest } from 'idb-keyval';
import { beforeEach, expect, test, vi } from 'vitest';

import type { Role } from '@/session/roles';
import { clearSessionOf, ownerKey, saveSession, sessionStore } from '@/session/session';
import { markStaff, needsStaffFiles } from '@/session/staff-mark';

beforeEach(() => clear(sessionStore));

test.each<[string, (Role | undefined)[], boolean]>([
  ['no session', [undefined], false],
  ['a learner', ['STUDENT'], false],
  ['a teacher', ['TEACHER'], true],
  ['staff of a company', ['STAFF'], true],
  ['an administrator', ['ADMIN'], true],
  ['a teacher after a learner', ['STUDENT', 'TEACHER'], true],
  ['a learner after a teacher', ['TEACHER', 'STUDENT', undefined], true],
])('staff files by sessions: %s', async (_who, roles, expected) => {
  for (const role of roles) await markStaff(role);

  expect(await needsStaffFiles(true)).toBe(expected);
  expect(await needsStaffFiles(false)).toBe(expected);
});

test('a device without a staff mark keeps the precached files it has: all of them if an earlier version had cached them', async () => {
  expect(await needsStaffFiles(true)).toBe(true);
  expect(await needsStaffFiles(false)).toBe(false);
});

test('an invalid staff mark counts as no mark', async () => {
  await sessionStore('readwrite', (store) => promisifyRequest(store.put('yes', 'staff')));

  expect(await needsStaffFiles(false)).toBe(false);
});

test('a sign-out keeps the staff mark', async () => {
  const owner = { apiHost: 'http://host', userId: 'user-teacher' };
  await saveSession({ accessToken: 'a', tokenType: 'bearer', owner });
  await markStaff('TEACHER');
  await clearSessionOf(ownerKey(owner));

  expect(await needsStaffFiles(false)).toBe(true);
});

test('a device that cannot read its staff mark keeps its precached files', async () => {
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });

  expect(await needsStaffFiles(true)).toBe(true);
  expect(await needsStaffFiles(false)).toBe(false);
});
