/** Tests the search in the top bar over the texts of lessons that are cached on the device. */
import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import { renderApp } from '@tests/support/app';
import { callAs } from '@tests/support/demo';
import { useNetworkStub } from '@tests/support/network-stub';
import { findField, marked, openSearch, results, searchFor, useSearchedLessons } from '@tests/support/searching';
import { ownerOf } from '@tests/support/solving';
import { expect, test, vi } from 'vitest';

import { noteReachability } from '@/api/network/reachability';
import { apiUrl } from '@/api/network/transport';
import { readLessonTexts } from '@/device/lesson-texts';
import { packsChanged } from '@/offline/packs/pack-broadcasts';
import { wipeOwner } from '@/offline/wipe';
import type { OwnerKey } from '@/session/session';

const network = useNetworkStub();

const kept = useSearchedLessons();

test.each([
  ['残留リスク', ['情報セキュリティの基本 ・ 情報の量 ・ 端末にあります'], ['残留 リスク']],
  ['SSH 持ち出す', ['情報セキュリティの基本 ・ 持ち出し ・ 端末にあります'], ['持ち出す', 'ssh']],
])('the search for 「%s」 shows the places with the words marked', async (query, places, words) => {
  const [app, field] = await openSearch();

  await app.user.type(field, query);

  await waitFor(() => expect(marked()).toEqual(words));
  await waitFor(() => places.forEach((place, index) => expect(results()[index]).toContain(place)));
});

test('the search finds a word by its reading, in the lesson that gives the reading and in others, also offline', async () => {
  const [app, field] = await openSearch();
  await app.user.type(field, '残留');
  await waitFor(() => expect(marked()).toEqual(['残留']));
  await app.user.clear(field);
  network.cut();
  noteReachability(false);

  await app.user.type(field, 'ジョウホウリョウ');

  await waitFor(() => expect(marked()).toEqual(['情報量', '情報量']));
});

test('the search finds a question and opens its set in the lesson; it covers neither choices nor explanations', async () => {
  await kept.keepQuestions('security-q-passkeys');
  const explanation = '/question-set/security-q-passkeys/explanation';
  await kept.cache.put(apiUrl(explanation), Response.json(await callAs('student', 'GET', explanation)));
  const [app, field] = await openSearch();
  for (const words of ['サービスが使い捨ての問題を送る', '違うドメインでは使われない', '署名は渡りません']) {
    await app.user.clear(field);
    await app.user.type(field, words);
    await screen.findByText('見つかりませんでした');
  }
  await app.user.clear(field);
  await app.user.type(field, '偽サイトに強い');
  await waitFor(() => expect(marked()).toEqual(['偽サイトに強い']));
  await app.user.keyboard('{Enter}');

  const bar = await screen.findByRole('search', { name: 'このレッスン内をさがす' });
  const { title } = (await callAs('student', 'GET', '/question-set/security-q-passkeys')) as { title: string };
  expect(within(bar).getByRole('textbox')).toHaveProperty('value', `"${title}"`);
  await waitFor(() => expect(within(bar).getByRole('status').textContent).toBe('1 / 1'));
});

test('a hit opens the lesson with a bar that steps through the found words: next, previous, close', async () => {
  const app = await searchFor('減らします');
  await waitFor(() => expect(marked()).toEqual(['減らします']));
  await app.user.keyboard('{Enter}');

  const bar = await screen.findByRole('search', { name: 'このレッスン内をさがす' });
  expect(app.router.history.location.pathname).toBe('/lessons/security-remote');
  const field2 = within(bar).getByRole('textbox', { name: 'さがす言葉' });
  expect(field2).toHaveProperty('value', '減らします');
  const count = within(bar).getByRole('status');

  await app.user.clear(field2);
  await app.user.type(field2, 'ルーター');
  await waitFor(() => expect(count.textContent).toMatch(/^1 \/ [2-9]$/));
  await app.user.keyboard('{Enter}');
  expect(count.textContent).toMatch(/^2 /);
  await app.user.click(within(bar).getByRole('button', { name: '前の場所' }));
  expect(count.textContent).toMatch(/^1 /);
  await app.user.click(field2);
  await app.user.keyboard('{Escape}');
  expect(screen.queryByRole('search', { name: 'このレッスン内をさがす' })).toBeNull();
  await app.user.click(screen.getByRole('button', { name: 'このレッスン内をさがす' }));
  await screen.findByRole('search', { name: 'このレッスン内をさがす' });
});

test('a found word stays in view while the text above it grows, until the user scrolls', async () => {
  const app = await renderApp({ user: 'student', path: '/lessons/security-remote' });
  await app.user.click(await screen.findByRole('button', { name: 'このレッスン内をさがす' }));
  const bar = await screen.findByRole('search', { name: 'このレッスン内をさがす' });
  const count = () => Number(within(bar).getByRole('status').textContent.split('/')[1]);
  await app.user.type(within(bar).getByRole('textbox'), 'ルーター');
  await waitFor(() => expect(count()).toBeGreaterThan(1));
  const before = count();
  const grow = () =>
    document.querySelector('article')?.append(Object.assign(document.createElement('p'), { textContent: 'ルーター' }));
  const show = vi.spyOn(Element.prototype, 'scrollIntoView');

  grow();
  await waitFor(() => expect(count()).toBe(before + 1));
  await waitFor(() => expect(show).toHaveBeenCalled());

  fireEvent.wheel(window);
  show.mockClear();
  grow();
  await waitFor(() => expect(count()).toBe(before + 2));
  expect(show).not.toHaveBeenCalled();
});

test('signing out deletes the search index', async () => {
  await searchFor('残留');
  await waitFor(() => expect(marked()).toEqual(['残留']));
  const owner = (await ownerOf('student')) as OwnerKey;
  expect((await readLessonTexts(owner)).lessons.size).toBe(2);

  await wipeOwner(owner, { dropsEntries: false });

  expect((await readLessonTexts(owner)).lessons.size).toBe(0);
});

test('the search drops lessons whose cached copies are gone, even after it had indexed them', async () => {
  const app = await searchFor('残留');
  await waitFor(() => expect(marked()).toEqual(['残留']));
  await app.user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  for (const { url } of await kept.cache.keys()) if (url.includes('security-passkeys')) await kept.cache.delete(url);
  packsChanged.publish({ owner: (await ownerOf('student')) as OwnerKey });
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const has = caches.has.bind(caches);
  vi.spyOn(caches, 'has').mockImplementation((name) => answered.then(() => has(name)));

  await app.user.click(screen.getByRole('button', { name: 'さがす' }));
  await app.user.type(await findField(), '残留');
  await waitFor(() => expect(marked()).toEqual(['残留']));
  answer();

  await screen.findByText('見つかりませんでした');
});
