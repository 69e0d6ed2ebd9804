/**
 * Tests every screen for students and staff: which roles see it, and what the other roles see instead (specification
 * §2). The walks of teachers and admins are in editors-walk.test.ts.
 */
import { screen, waitFor, within } from '@testing-library/dom';
import { renderApp } from '@tests/support/app';
import { useNetworkStub } from '@tests/support/network-stub';
import { DENIED, routeTable, walkAllScreens } from '@tests/support/role-walk';
import { describe, expect, test } from 'vitest';

const network = useNetworkStub();

test.each(['STUDENT', 'STAFF'] as const)(
  '%s can open the screens that the table of screens allows, and sees “denied” at the others',
  walkAllScreens,
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
