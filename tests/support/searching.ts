/** The search in the top bar, as a person uses it. */
import { screen } from '@testing-library/dom';

import { type OpenedApp, renderApp } from './app';

/** The field of the search that is open. */
export const findField = () =>
  screen.findByPlaceholderText<HTMLInputElement>(/^コース(とレッスン|・レッスン・利用者)をさがす$/);
/** Title and what it belongs to, of each result. */
export const results = () =>
  [...document.querySelectorAll('[data-action]')].map((result) => result.textContent.replace(/\s+/g, ' '));

/** Opens the app, then its search. */
export async function openSearch(user = 'student', path = '/community'): Promise<[OpenedApp, HTMLInputElement]> {
  const app = await renderApp({ user, path });
  await app.user.click(screen.getByRole('button', { name: 'コースとレッスンをさがす' }));
  return [app, await findField()];
}

/** The words that are marked in the results. */
export const marked = () => [...document.querySelectorAll('[data-action] mark')].map(({ textContent }) => textContent);
