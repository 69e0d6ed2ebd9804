/** Whether the worker holds staff's files, by who has signed in on this device. */
import { clear, promisifyRequest } from 'idb-keyval';
import { beforeEach, expect, test, vi } from 'vitest';

import type { Role } from '@/session/roles';
import { clearSessionOf, ownerKey, saveSession, sessionStore } from '@/session/session';
import { markStaff, needsStaffFiles } from '@/session/staff-mark';

beforeEach(() => clear(sessionStore));

test.each<[string, (Role | undefined)[], boolean]>([
  ['nobody', [undefined], false],
  ['a learner', ['STUDENT'], false],
  ['a teacher', ['TEACHER'], true],
  ['staff of a company', ['STAFF'], true],
  ['an administrator', ['ADMIN'], true],
  ['a teacher after a learner', ['STUDENT', 'TEACHER'], true],
  ['a learner after a teacher', ['TEACHER', 'STUDENT', undefined], true],
])('%s', async (_who, roles, expected) => {
  for (const role of roles) await markStaff(role);

  expect(await needsStaffFiles(true)).toBe(expected);
  expect(await needsStaffFiles(false)).toBe(expected);
});

test('a device that was never marked holds what it held: all where an earlier version was there, which had one list', async () => {
  expect(await needsStaffFiles(true)).toBe(true);
  expect(await needsStaffFiles(false)).toBe(false);
});

test('a mark that is none of ours counts as none', async () => {
  await sessionStore('readwrite', (store) => promisifyRequest(store.put('yes', 'staff')));

  expect(await needsStaffFiles(false)).toBe(false);
});

test('a sign-out leaves it', async () => {
  const owner = { apiHost: 'http://host', userId: 'user-teacher' };
  await saveSession({ accessToken: 'a', tokenType: 'bearer', owner });
  await markStaff('TEACHER');
  await clearSessionOf(ownerKey(owner));

  expect(await needsStaffFiles(false)).toBe(true);
});

test('a device that cannot tell holds what it held', async () => {
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });

  expect(await needsStaffFiles(true)).toBe(true);
  expect(await needsStaffFiles(false)).toBe(false);
});
