/** Tests paths that lead nowhere: malformed ids and unknown routes. The server gets no request for them. */
import { screen, waitFor, within } from '@testing-library/dom';
import { renderApp } from '@tests/support/app';
import { useNetworkStub } from '@tests/support/network-stub';
import { shownScreens } from '@tests/support/screens';
import { describe, expect, test } from 'vitest';

import { pathOf } from '@/session/screen-paths';

const network = useNetworkStub();
const NOT_FOUND = 'ページが見つかりません';

/** The part of each screen's path before one of its ids, e.g. `/courses` of `/courses/$courseId`. */
const prefixes = shownScreens.flatMap((id) => {
  const segments = pathOf(id).split('/');
  const beginning = (end: number) =>
    segments.slice(0, end).map((segment) => segment.replace(/^\$\w+$/, 'user-student'));
  return segments.flatMap((segment, at) => (segment.includes('$') ? [beginning(at).join('/')] : []));
});
const noIds = [
  '..',
  '.',
  '%2e%2e',
  '%2E',
  '..%2f..',
  'git%2Fexplanation',
  '..%5c..',
  'git%3Fpage=2',
  'git%23top',
  'git.json',
  'a%20b',
  '%E3%81%82',
  '%00',
  '%zz',
  'x'.repeat(65),
];

const guard = ['GET /me/', 'GET /info/'];

describe.each(prefixes)('ids after %s/', (prefix) => {
  test('an address with a malformed id is refused without a request', async () => {
    const app = await renderApp({ user: 'admin', path: '/community' });
    await screen.findByRole('heading', { level: 1, name: 'コミュニティ（Discord）' });
    network.sent.length = 0;

    for (const id of noIds) {
      await app.goTo('/community');
      await app.goTo(`${prefix}/${id}`);
      expect(document.querySelector('main h1')?.textContent, id).toBe(NOT_FOUND);
    }
    // Requests of the start-up guard are ignored: in a slow run their cached responses become stale and are requested
    // again.
    expect(network.calls().filter((call) => !guard.includes(call))).toEqual([]);
  });
});

const home = [
  'GET /courses/?page=1&size=200',
  'GET /progress/detail/user-admin',
  'GET /progress/summary/user-admin',
  // The course to continue with, which home requests once the list of courses has arrived.
  'GET /courses/security',
];

test.each([
  // Browsers resolve these paths to home’s address, whose data is requested early.
  ['/courses/..', [...guard, ...home]],
  ['/lessons/%2e%2e', [...guard, ...home]],
  ['/users/edit/..%2f..', guard],
])('an address whose first path segment is %s requests nothing by that name', async (path, asked) => {
  await renderApp({ user: 'admin', path });

  await screen.findByRole('heading', { level: 1, name: NOT_FOUND });
  await waitFor(() => expect(network.calls().toSorted()).toEqual(asked.toSorted()));
});

test.each(['/nowhere', '/courses/git/extra', '/api/v1/me', '/constructor', '/LOGIN/x', '/sections'])(
  'the unknown path %s shows “not found” inside the layout, with a link home',
  async (path) => {
    const app = await renderApp({ user: 'student', path });

    await screen.findByRole('heading', { level: 1, name: NOT_FOUND });
    expect(app.href).toBe(path);
    expect(screen.getAllByRole('banner')).toHaveLength(1);
    await app.user.click(within(screen.getByRole('main')).getByRole('link', { name: 'ホームに戻る' }));
    await screen.findByRole('heading', { level: 1, name: /のホーム/ });
  },
);

describe.each(['/courses/%zz', '/%', '/nowhere/%E0%A4', '/nowhere'])('the path %s', (path) => {
  test('an unknown path shows “not found” inside the layout, with a link home', async () => {
    const app = await renderApp({ user: 'student', path });

    await screen.findByRole('heading', { level: 1, name: NOT_FOUND });
    expect(screen.getAllByRole('banner')).toHaveLength(1);
    expect(network.calls()).toEqual(['GET /me/', 'GET /info/']);
    await app.user.click(within(screen.getByRole('main')).getByRole('link', { name: 'ホームに戻る' }));
    await screen.findByRole('heading', { level: 1, name: /のホーム/ });
  });

  test('an unknown path opened without a session leads to the login screen', async () => {
    const app = await renderApp({ path });

    expect(app.href).toMatch(/^\/login\?redirect=/);
    expect(screen.getByRole('button', { name: 'ログイン' })).toBeDefined();
    expect(network.calls()).toEqual([]);
  });
});

test('ids of 64 characters are valid, and are requested', async () => {
  const id = 'x'.repeat(64);
  await renderApp({ user: 'student', path: `/courses/${id}` });

  await screen.findByRole('heading', { level: 1, name: '見つかりませんでした' });
  expect(network.calls()).toContain(`GET /courses/${id}`);
});
