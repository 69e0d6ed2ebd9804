/** Walks through all screens as one role, and compares what it sees with the table of screens. */
import { screen } from '@testing-library/dom';
import { type OpenedApp, renderApp } from '@tests/support/app';
import { addressesOf, rolesOf, shownScreens, userOf } from '@tests/support/screens';
import { expect } from 'vitest';

import type { Role } from '@/session/roles';

export const DENIED = 'アクセスが拒否されました';

/**
 * Every screen's addresses with the roles that may open it by the table of screens; tests/unit/session/screens.test.ts
 * compares the table with the specification.
 */
export const routeTable = shownScreens.flatMap((id) => addressesOf(id).map((path) => [path, rolesOf(id)] as const));
const errorTitles = [
  'ページが見つかりません',
  '見つかりませんでした',
  'この画面はまだ端末に保存されていません',
  '不明なエラーが発生しました',
];

/** Goes to a path and returns 'denied', 'shown' or the title of the error. */
async function visit(app: OpenedApp, path: string): Promise<string> {
  await app.goTo(path);
  const title = await screen.findByRole('heading', { level: 1 });
  if (title.textContent === DENIED) return 'denied';
  return errorTitles.includes(title.textContent) ? title.textContent : 'shown';
}

/** Opens every screen as a role: it sees those that the table of screens allows, and “denied” at the others. */
export async function walkAllScreens(role: Role): Promise<void> {
  const app = await renderApp({ user: userOf[role] });
  const seen: Record<string, string> = {};
  for (const [path] of routeTable) {
    seen[path] = await visit(app, path);
    expect(app.href).toBe(path);
  }

  const expected = routeTable.map(([path, allowed]) => [path, allowed.includes(role) ? 'shown' : 'denied']);
  expect(seen).toEqual(Object.fromEntries(expected));
}
