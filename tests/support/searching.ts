/** Operates the search in the top bar. */
import { screen } from '@testing-library/dom';
import { beforeEach } from 'vitest';

import { type OpenedApp, renderApp } from './app';
import { keepSearchedLessons, type KeptLessons } from './kept-lessons';

/** Stores the lessons of the search trips before each test of the calling file. */
export function useSearchedLessons(): KeptLessons {
  const kept = {} as KeptLessons;
  beforeEach(async () => void Object.assign(kept, await keepSearchedLessons()));
  return kept;
}

/** Returns the field of the open search. */
export const findField = () => screen.findByPlaceholderText<HTMLInputElement>('さがす');
/** Returns the title and the excerpt of each search result. */
export const results = () =>
  [...document.querySelectorAll('[data-action]')].map((result) => result.textContent.replace(/\s+/g, ' '));

/** Opens the app, then its search. */
export async function openSearch(user = 'student', path = '/community'): Promise<[OpenedApp, HTMLInputElement]> {
  const app = await renderApp({ user, path });
  await app.user.click(screen.getByRole('button', { name: 'さがす' }));
  return [app, await findField()];
}

/** Opens the app, then its search, and types `words` into it. */
export async function searchFor(words: string, user?: string, path?: string): Promise<OpenedApp> {
  const [app, field] = await openSearch(user, path);
  await app.user.type(field, words);
  return app;
}

/** Returns the highlighted words in the search results. */
export const marked = () => [...document.querySelectorAll('[data-action] mark')].map(({ textContent }) => textContent);
