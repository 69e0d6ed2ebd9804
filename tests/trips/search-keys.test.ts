/** The keys of the search: which result is chosen, what Enter opens, and what the keys of an input method leave alone. */
import { fireEvent, screen, waitFor } from '@testing-library/dom';
import { keepMany } from '@tests/support/kept-lessons';
import { useNetworkStub } from '@tests/support/network-stub';
import { findField, marked, openSearch, results, useSearchedLessons } from '@tests/support/searching';
import { expect, test, vi } from 'vitest';

import { searchStore } from '@/features/shell/search/search-keys';

useNetworkStub();

const kept = useSearchedLessons();

/** Which of the rows is chosen, from 0. */
const chosen = () =>
  [...document.querySelectorAll('[data-action]')].findIndex((row) => row.hasAttribute('data-selected'));

/** The search once the last of the lessons is read in: until then an Enter has nothing of it to open. */
async function openSearchOnceReadIn(): ReturnType<typeof openSearch> {
  const [app, field] = await openSearch();
  await app.user.type(field, '持ち出す');
  await waitFor(() => expect(marked()).toEqual(['持ち出す']));
  await app.user.clear(field);
  await waitFor(() => expect(marked()).toEqual([]));
  return [app, field];
}

/** A word in place of the one before, and Enter before anything can be found. */
function enterAtOnce(field: HTMLInputElement, value: string): void {
  fireEvent.change(field, { target: { value } });
  fireEvent.keyDown(field, { key: 'Enter', code: 'Enter' });
}

test('fault: Enter opens what is found for the word that stands there, not a hit of the word before', async () => {
  const [app, field] = await openSearchOnceReadIn();
  await app.user.type(field, '残留');
  await waitFor(() => expect(marked()).toEqual(['残留']));

  enterAtOnce(field, '持ち出す');

  await waitFor(() => expect(app.router.history.location.pathname).toMatch(/^\/lessons\//));
  expect(app.router.history.location.pathname).toBe('/lessons/security-remote');
});

test('fault: nor does it open a person of the word before', async () => {
  const [app, field] = await openSearch('admin', '/courses');
  await app.user.type(field, 'なかむら');
  await waitFor(() => expect(results()).toEqual(['中村 彩受講者 ・ nakamura']));

  enterAtOnce(field, 'いけだ');

  await screen.findByRole('heading', { level: 1, name: /^(池田 誠|中村 彩)$/ });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('池田 誠');
});

test('fault: Enter is not lost where nothing is shown yet', async () => {
  const [app, field] = await openSearchOnceReadIn();

  enterAtOnce(field, '持ち出す');

  await waitFor(() => expect(app.router.history.location.pathname).toBe('/lessons/security-remote'));
});

test('fault: a keyboard on the screen, whose keys have no place, has an Enter, too', async () => {
  const [app, field] = await openSearch();
  await app.user.type(field, '持ち出す');
  await waitFor(() => expect(marked()).toEqual(['持ち出す']));
  await waitFor(() => expect(chosen()).toBe(0));

  fireEvent.keyDown(field, { key: 'Enter', code: '' });

  await waitFor(() => expect(app.router.history.location.pathname).toBe('/lessons/security-remote'));
});

test('a word that was entered opens nothing once the search is closed', async () => {
  const [app, field] = await openSearch();
  await app.user.type(field, '残留');
  await waitFor(() => expect(marked()).toEqual(['残留']));

  enterAtOnce(field, '持ち出す');
  fireEvent.keyDown(field, { key: 'Escape', code: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await app.user.click(screen.getByRole('button', { name: 'コースとレッスンをさがす' }));
  await app.user.type(await findField(), '持ち出す');
  await waitFor(() => expect(marked()).toEqual(['持ち出す']));

  expect(app.router.history.location.pathname).toBe('/community');
});

test('fault: the first ↓ goes to the second hit of a word that came at once', async () => {
  const [app, field] = await openSearch();
  await app.user.click(field);
  await app.user.paste('情報量');
  await waitFor(() => expect(marked()).toEqual(['情報量', '情報量']));
  await waitFor(() => expect(chosen()).toBe(0));

  await app.user.keyboard('{ArrowDown}');

  expect(chosen()).toBe(1);
});

test('fault: the first row is chosen when a longer word puts another one there', async () => {
  await kept.keep('security-passkeys', '## 木材\n\n果実');
  await kept.keep('security-remote', '## 木材と果実\n\n本文。');
  const [app, field] = await openSearch();
  await app.user.type(field, '木材');
  await waitFor(() => expect(results()).toHaveLength(2));
  expect(results()[0]).toContain('パスワードとパスキー');
  await waitFor(() => expect(chosen()).toBe(0));

  await app.user.type(field, '　果実');
  await waitFor(() => expect(results()[0]).toContain('テレワークの安全'));

  await waitFor(() => expect(chosen()).toBe(0));
});

test('fault: whoever goes through the rows has all of them at once, and does not come round after ten', async () => {
  await keepMany(40, () => '同じ言葉');
  // Nobody has typed for a while: that never comes.
  const later = window.setTimeout.bind(window);
  vi.spyOn(window, 'setTimeout').mockImplementation(((run: () => void, ms?: number) =>
    ms === 300 ? 0 : later(run, ms)) as typeof setTimeout);
  // They are of no lesson: nobody looks.
  vi.spyOn(caches, 'has').mockReturnValue(new Promise(() => undefined));
  const [app, field] = await openSearch();
  await app.user.click(field);
  await app.user.paste('同じ言葉');
  await waitFor(() => expect(marked()).toHaveLength(10));

  await app.user.keyboard('{ArrowDown}');
  await waitFor(() => expect(marked()).toHaveLength(30));
  await app.user.keyboard('{ArrowDown>9/}');

  expect(chosen()).toBe(10);
});

test('fault: whoever has scrolled the rows and types on sees the first ones', async () => {
  const [app, field] = await openSearch();
  await app.user.type(field, '残留');
  await waitFor(() => expect(marked()).toEqual(['残留']));
  const [row] = document.querySelectorAll('[data-action]');
  const scrolled = vi.spyOn(row as Element, 'scrollIntoView');

  await app.user.type(field, 'リ');

  expect(scrolled).toHaveBeenCalledWith({ block: 'nearest' });
});

test('fault: Escape that takes back a composition does not close it', async () => {
  const [, field] = await openSearch();
  expect(searchStore.getState().opened).toBe(true);

  fireEvent.keyDown(field, { key: 'Escape', code: 'Escape', keyCode: 229 });
  expect(searchStore.getState().opened).toBe(true);

  fireEvent.keyDown(field, { key: 'Escape', code: 'Escape' });
  expect(searchStore.getState().opened).toBe(false);
});
