/** The route table of specification §2 with a real path of each, and who shows it best. */
import type { DemoUser } from './app';

/** Screens by the user who sees them; every path of the table is in it at least once. */
export const screensOf = {
  student: [
    '/',
    '/courses',
    '/courses/statistics',
    '/sections/security-s2',
    '/lessons/security-passkeys',
    '/lessons/statistics-spread',
    '/question/solve/git-q-cli',
    '/question/solve/git-q-cli?view=overview',
    '/question/review/git-q-cli',
    '/community',
    '/mypage',
    '/review',
    '/record',
    '/record/git',
  ],
  staff: [
    '/',
    '/companies/minato',
    '/users/detail/user-student',
    '/users/record/user-watanabe',
    '/users/record/user-watanabe/git',
  ],
  teacher: [
    '/',
    '/courses',
    '/courses/new',
    '/courses/edit/git',
    '/sections/new',
    '/lessons/new',
    '/lessons/edit/git-files',
  ],
  admin: [
    '/',
    '/users/new',
    '/users/new?by=csv',
    '/users/edit/user-student',
    '/companies',
    '/companies?view=people',
    '/companies/new',
    '/companies/yamabiko',
    '/audit',
    '/file-sizes',
  ],
} satisfies Partial<Record<DemoUser, readonly string[]>>;

/** As pairs, for loops over users. */
export const screensByUser = Object.entries(screensOf) as [keyof typeof screensOf, readonly string[]][];
