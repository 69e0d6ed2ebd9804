/** The search in the top bar, as a person uses it. */
import { screen } from '@testing-library/dom';
import { afterEach, beforeEach, vi } from 'vitest';

import { type OpenedApp, renderApp } from './app';
import { keepSearchedLessons, type KeptLessons } from './kept-lessons';

/** Has each test of the file begin with the lessons that the search's trips look through, and answers what is kept of them. */
export function useSearchedLessons(): KeptLessons {
  const kept = {} as KeptLessons;
  beforeEach(async () => void Object.assign(kept, await keepSearchedLessons()));
  afterEach(() => void vi.unstubAllGlobals());
  return kept;
}

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
