/** Tests that lists mark the lessons that open offline, and that the app prefers such lessons where it chooses one. */
import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/dom';
import { type OpenedApp, renderApp } from '@tests/support/app';
import { keepCourse } from '@tests/support/kept-lessons';
import { useNetworkStub } from '@tests/support/network-stub';
import { ownerOf } from '@tests/support/solving';
import { beforeEach, expect, test, vi } from 'vitest';

import { noteReachability } from '@/api/network/reachability';
import { packsChanged } from '@/offline/packs/pack-broadcasts';
import type { OwnerKey } from '@/session/session';

const network = useNetworkStub();
/** The signed-in user: a learner without any read lesson. */
const USER = 'matsumoto';

let lessons: { id: string; title: string }[];
let cache: Cache;

beforeEach(async () => {
  const kept = await keepCourse(USER, 'security');
  ({ lessons, cache } = kept);
  await kept.keep(lessons[1]?.id ?? '');
  await kept.keep(lessons[3]?.id ?? '');
});

function loseNetwork(): void {
  network.cut();
  noteReachability(false);
}

const rowsWith = (words: string) =>
  screen
    .queryAllByText(words)
    .map((mark) => lessons.find(({ title }) => mark.closest('a')?.textContent.includes(title))?.title);
const openLesson = async (app: OpenedApp, at: number) => {
  await app.goTo(`/lessons/${lessons[at]?.id}`);
  await screen.findByRole('heading', { level: 1, name: lessons[at]?.title ?? '' });
};

test('offline, a course’s outline and button show which lessons open, and update when the cached copies change', async () => {
  await renderApp({ user: USER, path: '/courses/security' });
  await screen.findByRole('link', { name: `始める：${lessons[0]?.title}` });
  expect(rowsWith('端末にあります')).toEqual([]);

  loseNetwork();
  await waitFor(() => expect(rowsWith('端末にあります')).toEqual([lessons[1]?.title, lessons[3]?.title]));
  await waitFor(() => expect(rowsWith('端末にありません')).toHaveLength(lessons.length - 2));
  await screen.findByRole('link', { name: `始める：${lessons[1]?.title}` });

  // The lesson does not open offline any more, because the cached copy of its text is deleted.
  const text = (await cache.keys()).find(({ url }) => url.includes('/files/'));
  await cache.delete(text ?? '');
  packsChanged.publish({ owner: (await ownerOf(USER)) as OwnerKey });
  await waitFor(() => expect(rowsWith('端末にあります')).toEqual([lessons[3]?.title]));
});

test('offline, home, a lesson’s arrows and the search prefer lessons that open offline, and say so', async () => {
  const show = vi.spyOn(notifications, 'show');
  const app = await renderApp({ user: USER, path: '/' });
  await screen.findByRole('heading', { name: lessons[0]?.title ?? '' });
  const search = async () => {
    await app.user.click(screen.getByRole('button', { name: 'さがす' }));
    const field = await screen.findByPlaceholderText('さがす');
    await app.user.type(field, lessons[1]?.title ?? '');
    return within(await screen.findByRole('dialog'));
  };
  await (await search()).findByText('情報セキュリティの基本 ・ 端末にあります');
  await app.user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await openLesson(app, 3);
  await openLesson(app, 1);
  loseNetwork();

  const next = await screen.findByRole('button', { name: `次のレッスン（端末にある「${lessons[3]?.title}」）` });
  await screen.findByRole('button', { name: '前のレッスン（端末にありません）' });
  await app.user.click(next);
  await screen.findByRole('heading', { level: 1, name: lessons[3]?.title ?? '' });
  await waitFor(() => expect(show.mock.calls[0]?.[0].message).toBe(`端末にある「${lessons[3]?.title}」を開きました`));
  await screen.findByRole('button', { name: '次のレッスン（端末にありません）' });

  await app.goTo('/');
  await screen.findByRole('heading', { level: 2, name: lessons[1]?.title ?? '' });
  await screen.findByText('オフラインです。この端末にあるレッスンから続けます。');

  await (await search()).findByText('情報セキュリティの基本 ・ 端末にあります');
});
