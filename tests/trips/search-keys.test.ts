/**
 * Tests the keys of the search: choosing a result, opening it with Enter, and leaving the keys of an input method
 * alone.
 */
import { fireEvent, screen, waitFor } from '@testing-library/dom';
import { holdTimers } from '@tests/support/hold-timers';
import { keepMany } from '@tests/support/kept-lessons';
import { useNetworkStub } from '@tests/support/network-stub';
import { findField, marked, openSearch, results, useSearchedLessons } from '@tests/support/searching';
import { expect, test, vi } from 'vitest';

import { searchStore } from '@/features/shell/search/SearchDialog';

useNetworkStub();

const kept = useSearchedLessons();

/** Returns the index of the selected row of search results, from 0. */
const chosen = () =>
  [...document.querySelectorAll('[data-action]')].findIndex((row) => row.hasAttribute('data-selected'));

/** Opens the search and waits until all lessons are indexed: before that, Enter has nothing to open. */
async function openSearchOnceReadIn(): ReturnType<typeof openSearch> {
  const [app, field] = await openSearch();
  await app.user.type(field, '持ち出す');
  await waitFor(() => expect(marked()).toEqual(['持ち出す']));
  await app.user.clear(field);
  await waitFor(() => expect(marked()).toEqual([]));
  return [app, field];
}

/** Replaces the search text and presses Enter before any result can appear. */
function enterAtOnce(field: HTMLInputElement, value: string): void {
  fireEvent.change(field, { target: { value } });
  fireEvent.keyDown(field, { key: 'Enter', code: 'Enter' });
}

test('fault: Enter is pressed before the results of a new word appear → a hit of the new word opens', async () => {
  const [app, field] = await openSearchOnceReadIn();
  await app.user.type(field, '残留');
  await waitFor(() => expect(marked()).toEqual(['残留']));

  enterAtOnce(field, '持ち出す');

  await waitFor(() => expect(app.router.history.location.pathname).toMatch(/^\/lessons\//));
  expect(app.router.history.location.pathname).toBe('/lessons/security-remote');
});

test('fault: Enter is pressed before the people of a new name appear → the person of the new name opens', async () => {
  const [app, field] = await openSearch('admin', '/courses');
  await app.user.type(field, 'なかむら');
  await waitFor(() => expect(results()).toEqual(['中村 彩受講者 ・ nakamura']));

  enterAtOnce(field, 'いけだ');

  await screen.findByRole('heading', { level: 1, name: /^(池田 誠|中村 彩)$/ });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('池田 誠');
});

test('fault: Enter is pressed before any search result appears → the first hit opens', async () => {
  const [app, field] = await openSearchOnceReadIn();

  enterAtOnce(field, '持ち出す');

  await waitFor(() => expect(app.router.history.location.pathname).toBe('/lessons/security-remote'));
});

test('fault: an on-screen keyboard sends Enter without a key code → the search opens the hit', async () => {
  const [app, field] = await openSearch();
  await app.user.type(field, '持ち出す');
  await waitFor(() => expect(marked()).toEqual(['持ち出す']));
  await waitFor(() => expect(chosen()).toBe(0));

  fireEvent.keyDown(field, { key: 'Enter', code: '' });

  await waitFor(() => expect(app.router.history.location.pathname).toBe('/lessons/security-remote'));
});

test('an Enter that waits for search results opens nothing once the search is closed', async () => {
  const [app, field] = await openSearch();
  await app.user.type(field, '残留');
  await waitFor(() => expect(marked()).toEqual(['残留']));

  enterAtOnce(field, '持ち出す');
  fireEvent.keyDown(field, { key: 'Escape', code: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await app.user.click(screen.getByRole('button', { name: 'さがす' }));
  await app.user.type(await findField(), '持ち出す');
  await waitFor(() => expect(marked()).toEqual(['持ち出す']));

  expect(app.router.history.location.pathname).toBe('/community');
});

test('fault: ↓ is pressed right after the first search results → the second hit is selected', async () => {
  const [app, field] = await openSearch();
  await app.user.click(field);
  await app.user.paste('情報量');
  await waitFor(() => expect(marked()).toEqual(['情報量', '情報量']));
  await waitFor(() => expect(chosen()).toBe(0));

  await app.user.keyboard('{ArrowDown}');

  expect(chosen()).toBe(1);
});

test('fault: a longer search word changes the first row → the first row is selected', async () => {
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

test('fault: ↓ is pressed while ten of many hits are shown → all load, and the selection does not wrap after ten', async () => {
  await keepMany(40, () => '同じ言葉');
  // Blocks the timer that loads further results after a pause in typing.
  holdTimers((ms) => ms === 300);
  // Blocks the check of the index against cached lessons, because these index records belong to no cached lesson.
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

test('fault: the result rows are scrolled, then the word is changed → the first rows are in view', async () => {
  const [app, field] = await openSearch();
  await app.user.type(field, '残留');
  await waitFor(() => expect(marked()).toEqual(['残留']));
  const [row] = document.querySelectorAll('[data-action]');
  const scrolled = vi.spyOn(row as Element, 'scrollIntoView');

  await app.user.type(field, 'リ');

  expect(scrolled).toHaveBeenCalledWith({ block: 'nearest' });
});

test('fault: Escape cancels an IME composition in the search field → the search stays open', async () => {
  const [, field] = await openSearch();
  expect(searchStore.getState().opened).toBe(true);

  fireEvent.keyDown(field, { key: 'Escape', code: 'Escape', keyCode: 229 });
  expect(searchStore.getState().opened).toBe(true);

  fireEvent.keyDown(field, { key: 'Escape', code: 'Escape' });
  expect(searchStore.getState().opened).toBe(false);
});
