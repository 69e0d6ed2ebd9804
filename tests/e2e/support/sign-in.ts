/** Signs a demo user in, either through the login form or by storing a session as the form does. */
import type { Page } from '@playwright/test';

import type { Owner, Session } from '@/session/session';

export const DEMO_PASSWORD = 'demo-password';

interface TokenAnswer {
  access_token: string;
  token_type: string;
  refresh_token: string;
}

export interface SignedIn {
  session: Session;
  refreshToken: string;
}

/** Requests a demo user's tokens from the server. */
export async function authorize(origin: string, username: string): Promise<SignedIn> {
  const body = new URLSearchParams({ username, password: DEMO_PASSWORD });
  const response = await fetch(`${origin}/api/v1/authorize`, { method: 'POST', body });
  if (!response.ok) throw new Error(`${username} cannot sign in: ${response.status}`);
  const token = (await response.json()) as TokenAnswer;
  const owner: Owner = { apiHost: origin, userId: `user-${username}` };
  const session = { accessToken: token.access_token, tokenType: token.token_type, owner };
  return { session, refreshToken: token.refresh_token };
}

/**
 * Stores a session as `saveSession` and `saveRefreshToken` do. Runs in the page, so it must not refer to anything
 * outside itself.
 */
async function putSession({ session, refreshToken }: SignedIn): Promise<void> {
  const opening = indexedDB.open('session', 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore('session');
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error ?? new Error('IndexedDB failed'));
  });
  const transaction = database.transaction('session', 'readwrite', { durability: 'strict' });
  transaction.objectStore('session').put(session, 'current');
  await new Promise((resolve) => (transaction.oncomplete = resolve));
  database.close();
  sessionStorage.setItem('refresh_token', refreshToken);
  sessionStorage.setItem('refresh_token_owner', `${session.owner.apiHost}|${session.owner.userId}`);
}

/** Signs a demo user in without loading the app. @param at the app's origin, needed if the page has no base URL */
export async function putSignIn(page: Page, username: string, at = ''): Promise<void> {
  const blank = `${at}/blank`;
  await page.route(blank, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<link rel="icon" href="data:,">' }),
  );
  await page.goto(blank);
  await page.unroute(blank);
  const { origin } = new URL(page.url());
  await page.evaluate(putSession, await authorize(origin, username));
}

/** Fills in the login form and submits it. The caller asserts which screen follows. */
export async function submitLogin(page: Page, username: string, password = DEMO_PASSWORD): Promise<void> {
  await page.getByLabel('ユーザー名').fill(username);
  // The label is matched exactly, because the button that shows the password has a similar name.
  await page.getByLabel(/^パスワード\s*\*?$/).fill(password);
  await page.getByRole('button', { name: 'ログイン' }).click();
}
