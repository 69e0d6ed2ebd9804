/** Words that are typed before the search has come: they are in its field, and no key of the screen's. */
import { screen, waitFor } from '@testing-library/dom';
import { renderApp } from '@tests/support/app';
import { useNetworkStub } from '@tests/support/network-stub';
import { findField, useSearchedLessons } from '@tests/support/searching';
import { expect, test } from 'vitest';

useNetworkStub();
useSearchedLessons();

const openButton = () => screen.getByRole('button', { name: 'コースとレッスンをさがす' });

test('fault: somebody types at once after Ctrl+K, faster than the search comes → every letter is in its field, and the lesson stays', async () => {
  const app = await renderApp({ user: 'student', path: '/lessons/security-remote' });
  await app.user.keyboard('{Control>}k{/Control}kk');
  await app.user.keyboard('パス');

  const field = await findField();
  await waitFor(() => expect(document.activeElement).toBe(field));
  await app.user.keyboard('ワード');

  expect(field.value).toBe('kkパスワード');
  expect(app.router.history.location.pathname).toBe('/lessons/security-remote');
});

test('the next time its field is empty again, and Ctrl+K in it leaves what is typed', async () => {
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

test('Escape before it has come calls it off, and whoever opened it has the focus again', async () => {
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
