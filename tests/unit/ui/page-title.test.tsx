/** Tests a screen's title, and its colour theme (specification §2: falls back to light). */
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';

import { PageTitle } from '@/ui/PageTitle';

afterEach(cleanup);
const themeOf = (title: HTMLElement) => title.closest<HTMLElement>('[data-theme]')?.dataset.theme;

test.each([
  [undefined, 'light'],
  ['light', 'light'],
  ['dark', 'dark'],
] as const)('the page title’s theme %s is rendered as %s', (theme, shown) => {
  render(<PageTitle theme={theme}>ホーム</PageTitle>);

  expect(themeOf(screen.getByRole('heading', { level: 1, name: 'ホーム' }))).toBe(shown);
});

test("a screen's title takes the focus without being a tab stop", () => {
  render(<PageTitle>ホーム</PageTitle>);
  const title = screen.getByRole('heading', { level: 1 });

  title.focus();

  expect(document.activeElement).toBe(title);
  expect(title.tabIndex).toBe(-1);
});
