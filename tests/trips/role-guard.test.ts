/** The route table of specification §2 × the four roles: who sees which screen, and what the others see instead. */
import { screen, waitFor, within } from '@testing-library/dom';
import { type OpenedApp, renderApp } from '@tests/support/app';
import { useNetworkStub } from '@tests/support/network-stub';
import { describe, expect, test } from 'vitest';

import { roles, type Role } from '@/session/roles';

const network = useNetworkStub();
const users = { ADMIN: 'admin', TEACHER: 'teacher', STAFF: 'staff', STUDENT: 'student' } satisfies Record<Role, string>;
const DENIED = 'アクセスが拒否されました';

/** The routes of the table, each with a sample path and the roles that may see it. */
const routeTable: [path: string, allowed: readonly Role[]][] = [
  ['/', roles],
  ['/courses', roles],
  ['/courses/git', roles],
  ['/courses/new', roles],
  ['/courses/edit/git', roles],
  ['/lessons/git-terminal', roles],
  ['/lessons/new', roles],
  ['/lessons/edit/git-terminal', roles],
  ['/sections/git-s1', roles],
  ['/sections/new', roles],
  ['/question/solve/git-q-cli', roles],
  ['/question/review/git-q-cli', roles],
  ['/community', roles],
  ['/mypage', roles],
  ['/record', roles],
  ['/record/git', roles],
  ['/users/new', ['ADMIN', 'TEACHER']],
  ['/users/edit/user-student', ['ADMIN', 'TEACHER']],
  ['/users/detail/user-student', ['ADMIN', 'TEACHER', 'STAFF']],
  ['/users/record/user-student', ['ADMIN', 'TEACHER', 'STAFF']],
  ['/users/record/user-student/git', ['ADMIN', 'TEACHER', 'STAFF']],
  ['/companies', ['ADMIN', 'TEACHER']],
  ['/companies/new', ['ADMIN', 'TEACHER']],
  ['/companies/minato', ['ADMIN', 'TEACHER', 'STAFF']],
  ['/audit', ['ADMIN']],
  ['/file-sizes', ['ADMIN']],
];
const errorTitles = [
  'ページが見つかりません',
  '見つかりませんでした',
  'この画面はまだ端末に保存されていません',
  '不明なエラーが発生しました',
];

/** Opens a path and returns what is shown there. */
async function visit(app: OpenedApp, path: string): Promise<string> {
  await app.goTo(path);
  const title = await screen.findByRole('heading', { level: 1 });
  if (title.textContent === DENIED) return 'denied';
  return errorTitles.includes(title.textContent) ? title.textContent : 'shown';
}

test.each(roles)('%s sees the routes that the table allows, and is denied the others', async (role) => {
  const app = await renderApp({ user: users[role] });
  const seen: Record<string, string> = {};
  for (const [path] of routeTable) {
    seen[path] = await visit(app, path);
    expect(app.href).toBe(path);
  }

  const expected = routeTable.map(([path, allowed]) => [path, allowed.includes(role) ? 'shown' : 'denied']);
  expect(seen).toEqual(Object.fromEntries(expected));
});

describe('a denied role', () => {
  const deniedPaths = routeTable.flatMap(([path, allowed]) => (allowed.includes('STUDENT') ? [] : [path]));

  test.each(deniedPaths)('a denied role sees “denied” at %s inside the layout, with a link home', async (path) => {
    const app = await renderApp({ user: 'student', path });

    const title = await screen.findByRole('heading', { level: 1, name: DENIED });
    expect(app.href).toBe(path);
    expect(within(screen.getByRole('main')).getByRole('heading', { level: 1 })).toBe(title);
    expect(screen.getAllByRole('banner')).toHaveLength(1);
    expect(screen.getAllByRole('navigation', { name: 'メインメニュー' })).toHaveLength(1);
    await app.user.click(within(screen.getByRole('main')).getByRole('link', { name: 'ホームに戻る' }));
    await screen.findByRole('heading', { level: 1, name: /のホーム/ });
    expect(app.href).toBe('/');
  });

  test('the guard of a denied screen sends no request for its data', async () => {
    await renderApp({ user: 'student', path: '/companies/minato' });

    await screen.findByRole('heading', { level: 1, name: DENIED });
    await waitFor(() => expect(network.calls()).toEqual(['GET /me/', 'GET /info/']));
  });
});

test('staff see that another company is not found', async () => {
  await renderApp({ user: 'staff', path: '/companies/yamabiko' });

  await screen.findByRole('heading', { level: 1, name: '見つかりませんでした' });
});
