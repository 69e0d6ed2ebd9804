/**
 * Lists at least one address of every screen with the demo data, from the table of screens. Node imports this file
 * directly, so its imports are relative.
 */
import { mayOpen, type Role, roles } from '../../src/session/roles.ts';
import { pathOf } from '../../src/session/screen-paths.ts';
import { type ScreenId, screenIds, screenOf } from '../../src/session/screens.ts';

/**
 * The routes left out of the lists: the login screen, unknown paths, and `/continue`, which only redirects to another
 * screen.
 */
type Unlisted = '/login' | '/_app/$' | '/_app/continue';
const unlisted: readonly string[] = ['/login', '/_app/$', '/_app/continue'] satisfies Unlisted[];

/** The screens that a signed-in user can open. */
export const shownScreens = screenIds.filter((id) => !unlisted.includes(id));

/** Example addresses of the screens whose path has a parameter. */
const addresses: Readonly<Record<Exclude<Extract<ScreenId, `${string}$${string}`>, Unlisted>, readonly string[]>> = {
  '/_app/courses/$courseId': ['/courses/statistics'],
  '/_app/courses/edit/$courseId': ['/courses/edit/git'],
  '/_app/sections/$sectionId': ['/sections/security-s2'],
  '/_app/lessons/$lessonId': ['/lessons/security-passkeys', '/lessons/statistics-spread'],
  '/_app/lessons/edit/$lessonId': ['/lessons/edit/git-files'],
  '/_app/question/solve/$questionSetId': ['/question/solve/git-q-cli', '/question/solve/git-q-cli?view=overview'],
  '/_app/question/review/$questionSetId': ['/question/review/git-q-cli'],
  '/_app/record/{-$courseId}': ['/record', '/record/git'],
  '/_app/_staff/companies/$companyId': ['/companies/minato'],
  '/_app/_staff/question-stats/$questionSetId': ['/question-stats/git-q-cli'],
  '/_app/_staff/users/detail/$userId': ['/users/detail/user-student'],
  '/_app/_staff/users/edit/$userId': ['/users/edit/user-student'],
  '/_app/_staff/users/record/$userId/{-$courseId}': ['/users/record/user-watanabe', '/users/record/user-watanabe/git'],
};

/** Returns at least one example address of a screen. */
export function addressesOf(id: ScreenId): readonly string[] {
  return (addresses as Readonly<Partial<Record<ScreenId, readonly string[]>>>)[id] ?? [pathOf(id)];
}

/** The demo user of each role. */
export const userOf = {
  ADMIN: 'admin',
  TEACHER: 'teacher',
  STAFF: 'staff',
  STUDENT: 'student',
} as const satisfies Record<Role, string>;

/** Returns the roles that may open a screen. */
export function rolesOf(id: ScreenId): Role[] {
  return roles.filter((role) => mayOpen(role, screenOf(id).access));
}

type DemoUser = (typeof userOf)[Role];

/**
 * Returns the demo user as whom a screen is checked: a learner if everybody may open it, else the user of the least
 * privileged role that may.
 */
function viewerOf(id: ScreenId): DemoUser {
  const { access } = screenOf(id);
  if (access === 'editors') return 'teacher';
  return userOf[rolesOf(id).at(-1) ?? 'ADMIN'];
}

/** Addresses of further states of screens, by the user who sees them. */
const more: Readonly<Record<DemoUser, readonly string[]>> = {
  student: [],
  staff: ['/'],
  teacher: ['/', '/courses', '/companies?view=people', '/users/new?by=csv'],
  admin: ['/', '/companies/yamabiko'],
};

/** User → the addresses at which that user's screens are checked; together they include every screen. */
export const screensByUser = Object.values(userOf).map((user): [user: DemoUser, paths: readonly string[]] => [
  user,
  [...more[user], ...shownScreens.filter((id) => viewerOf(id) === user).flatMap(addressesOf)],
]);
