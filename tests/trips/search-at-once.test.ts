/** Tests that text typed before the search dialog has loaded goes into its field and triggers no key of the screen. */
import { screen, waitFor } from '@testing-library/dom';
import { renderApp } from '@tests/support/app';
import { useNetworkStub } from '@tests/support/network-stub';
import { findField, useSearchedLessons } from '@tests/support/searching';
import { expect, test } from 'vitest';

useNetworkStub();
useSearchedLessons();

const openButton = () => screen.getByRole('button', { name: 'さがす' });

test('fault: text is typed right after Ctrl+K, before the search has loaded → every letter is in its field, and the lesson stays open', async () => {
  const app = await renderApp({ user: 'student', path: '/lessons/security-remote' });
  await app.user.keyboard('{Control>}k{/Control}kk');
  await app.user.keyboard('パス');

  const field = await findField();
  await waitFor(() => expect(document.activeElement).toBe(field));
  await app.user.keyboard('ワード');

  expect(field.value).toBe('kkパスワード');
  expect(app.router.history.location.pathname).toBe('/lessons/security-remote');
});

test('the search opens empty the next time, and Ctrl+K inside the open search keeps the text', async () => {
  const app = await renderApp({ user: 'student', path: '/community' });
  await app.user.keyboard('{Control>}k{/Control}一');
  const field = await findField();
  await waitFor(() => expect(document.activeElement).toBe(field));
  await app.user.keyboard('{Control>}k{/Control}二');
  expect(field.value).toBe('一二');

  await app.user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await app.user.keyboard('{Control>}k{/Control}');
  const again = await findField();
  await waitFor(() => expect(document.activeElement).toBe(again));
  expect(again.value).toBe('');
});

test('Escape before the search has loaded cancels its opening, and returns the focus', async () => {
  const app = await renderApp({ user: 'student', path: '/community' });
  openButton().focus();
  await app.user.keyboard('{Control>}k{/Control}三{Escape}');

  await waitFor(() => expect(document.activeElement).toBe(openButton()));
  await app.user.keyboard('{Control>}k{/Control}');
  const field = await findField();
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(field.value).toBe('');
  await app.user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(openButton()));
});
