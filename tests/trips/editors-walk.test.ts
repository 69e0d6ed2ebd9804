/** Tests every screen for teachers and admins (specification §2), as role-guard.test.ts does for students and staff. */
import { walkAllScreens } from '@tests/support/role-walk';
import { test } from 'vitest';

test.each(['TEACHER', 'ADMIN'] as const)(
  '%s can open the screens that the table of screens allows, and sees “denied” at the others',
  walkAllScreens,
);
