/** Tests every screen for the four roles: which roles see it, and what the other roles see instead (specification §2). */
import { screen, waitFor, within } from '@testing-library/dom';
import { type OpenedApp, renderApp } from '@tests/support/app';
import { useNetworkStub } from '@tests/support/network-stub';
import { addressesOf, rolesOf, shownScreens, userOf } from '@tests/support/screens';
import { describe, expect, test } from 'vitest';

import { roles } from '@/session/roles';

const network = useNetworkStub();
const DENIED = 'アクセスが拒否されました';

/**
 * Every screen's addresses with the roles that may open it by the table of screens; tests/unit/session/screens.test.ts compares the
 * table with the specification.
 */
const routeTable = shownScreens.flatMap((id) => addressesOf(id).map((path) => [path, rolesOf(id)] as const));
const errorTitles = [
  'ページが見つかりません',
  '見つかりませんでした',
  'この画面はまだ端末に保存されていません',
  '不明なエラーが発生しました',
];

/** Goes to a path and returns 'denied', 'shown' or the title of the error. */
async function visit(app: OpenedApp, path: string): Promise<string> {
  await app.goTo(path);
  const title = await screen.findByRole('heading', { level: 1 });
  if (title.textContent === DENIED) return 'denied';
  return errorTitles.includes(title.textContent) ? title.textContent : 'shown';
}

test.each(roles)(
  '%s can open the screens that the table of screens allows, and sees “denied” at the others',
  async (role) => {
    const app = await renderApp({ user: userOf[role] });
    const seen: Record<string, string> = {};
    for (const [path] of routeTable) {
      seen[path] = await visit(app, path);
      expect(app.href).toBe(path);
    }

    const expected = routeTable.map(([path, allowed]) => [path, allowed.includes(role) ? 'shown' : 'denied']);
    expect(seen).toEqual(Object.fromEntries(expected));
  },
);

describe('a denied role', () => {
  const deniedPaths = routeTable.flatMap(([path, allowed]) => (allowed.includes('STUDENT') ? [] : [path]));

  test.each(deniedPaths)(
    'a role without the right sees “denied” at %s inside the layout, with a link home',
    async (path) => {
      const app = await renderApp({ user: 'student', path });

      const title = await screen.findByRole('heading', { level: 1, name: DENIED });
      expect(app.href).toBe(path);
      expect(within(screen.getByRole('main')).getByRole('heading', { level: 1 })).toBe(title);
      expect(screen.getAllByRole('banner')).toHaveLength(1);
      expect(screen.getAllByRole('navigation', { name: 'メインメニュー' })).toHaveLength(1);
      await app.user.click(within(screen.getByRole('main')).getByRole('link', { name: 'ホームに戻る' }));
      await screen.findByRole('heading', { level: 1, name: /のホーム/ });
      expect(app.href).toBe('/');
    },
  );

  test('a denied screen sends no request beyond those of the start-up guard', async () => {
    await renderApp({ user: 'student', path: '/companies/minato' });

    await screen.findByRole('heading', { level: 1, name: DENIED });
    await waitFor(() => expect(network.calls()).toEqual(['GET /me/', 'GET /info/']));
  });
});

test('staff see “not found” when they open another company', async () => {
  await renderApp({ user: 'staff', path: '/companies/yamabiko' });

  await screen.findByRole('heading', { level: 1, name: '見つかりませんでした' });
});
