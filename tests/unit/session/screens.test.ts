/** Tests the table of screens against the specification's routes and the files of src/routes/. */
import { readdirSync, readFileSync } from 'node:fs';

import { screenOfModule } from '@server/tooling/bundling/screen-modules';
import { addressesOf, rolesOf, shownScreens } from '@tests/support/screens';
import { describe, expect, test } from 'vitest';

import { can, type Role, roles } from '@/session/roles';
import { ancestorsOf, isScreenPath, menuSectionOf, pathOf, screenAt } from '@/session/screen-paths';
import { screenIds } from '@/session/screens';

/** Reads the roles of each route in the two tables of docs/specification.md, by path. */
function readSpecification(): Map<string, Role[]> {
  const rows = readFileSync('docs/specification.md', 'utf8').matchAll(/^\| (\/[^|]*) \| [^|]* \| ([^|]*) \|$/gm);
  return new Map(
    [...rows].flatMap(([, paths = '', access = '']) =>
      paths.split(', ').map((path) => [path, roles.filter((role) => access === 'logged in' || access.includes(role))]),
    ),
  );
}

/** Returns a screen's paths as the specification writes them, e.g. `/record` and `/record/{id}`. */
function specifiedPaths(path: string): string[] {
  const [short = '', ...optional] = path.replaceAll(/(^|\/)\$\w+/g, '$1{id}').split('/{-');
  return optional.length > 0 ? [short, `${short}/{id}`] : [short];
}

describe('the table of screens', () => {
  const listed = [...shownScreens, '/_app/continue' as const];

  test('the table of screens admits exactly the roles that the specification names for each route', () => {
    const table = listed.flatMap((id) => specifiedPaths(pathOf(id)).map((path) => [path, rolesOf(id)] as const));

    expect(Object.fromEntries(table)).toEqual(Object.fromEntries(readSpecification()));
  });

  test('the table of screens hides Discord from admins, and shows the own company only to staff (specification §6)', () => {
    const holders = (permission: Parameters<typeof can>[1]) => roles.filter((role) => can(role, permission));

    expect(holders('community.menu')).toEqual(['TEACHER', 'STAFF', 'STUDENT']);
    expect(holders('own-company.menu')).toEqual(['STAFF']);
    expect(holders('course.edit')).toEqual(['ADMIN', 'TEACHER', 'STAFF']);
  });

  test('the table of screens has one row for each file of src/routes/ that renders a screen', () => {
    const files = readdirSync('src/routes', { recursive: true, encoding: 'utf8' });
    const rows = files.filter((file) => screenOfModule(`/app/src/routes/${file}?tsr-split=component`));

    expect(rows).toHaveLength(screenIds.length);
  });
});

describe('isScreenPath', () => {
  test.each(['/network-login', '/__login', '/oauth2/start', '/cdn-cgi/access/login', '/api/v1/me/', '/files/a/b.md'])(
    'the worker leaves %s to the host',
    (path) => expect(isScreenPath(path)).toBe(false),
  );

  test.each(['/', '/login', '/lessons/git-pipes', '/record', '/users/edit/u1', '/continue'])(
    'the worker answers %s',
    (path) => expect(isScreenPath(path)).toBe(true),
  );
});

describe('screenAt', () => {
  test.each(shownScreens.flatMap((id) => addressesOf(id).map((address) => [address, id] as const)))(
    'finds the screen of %s',
    (address, id) => {
      const { pathname } = new URL(address, 'http://localhost');

      expect(screenAt(pathname)).toBe(id);
    },
  );

  test.each(['/nowhere', '/courses/git/extra', '/constructor', '/users', '//'])(
    'the table of screens has no screen at %s',
    (path) => {
      expect(screenAt(path)).toBe('/_app/$');
    },
  );
});

test('the ancestors of a screen are the screens of its breadcrumb trail, home first', () => {
  expect(ancestorsOf('/_app/')).toEqual([]);
  expect(ancestorsOf('/_app/record/{-$courseId}')).toEqual(['/_app/', '/_app/mypage']);
  expect(menuSectionOf('/_app/lessons/$lessonId')).toBe('/courses');
  expect(menuSectionOf('/_app/_staff/users/new')).toBe('/companies');
  expect(menuSectionOf('/_app/record/{-$courseId}')).toBeUndefined();
});
