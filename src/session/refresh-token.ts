/** The refresh token: in this tab's session storage and nowhere else (specification §3). The worker has none. */
import { createBroadcast } from '@/storage/broadcast';
import { browser } from '@/storage/browser';
import { createId } from '@/storage/unique-id';

import { type Owner, ownerKey, type OwnerKey } from './session';

const TOKEN_KEY = 'refresh_token';
const OWNER_KEY = 'refresh_token_owner';
/** A tab has none, and asks the others of its owner. */
const wanted = createBroadcast<{ owner: OwnerKey; requestId: string }>('refresh-token-wanted');
const lent = createBroadcast<{ requestId: string; refreshToken: string }>('refresh-token-given');

/** How long sibling tabs have to lend theirs, in ms. */
const SIBLINGS_TIMEOUT_MS = 300;

/** The tab's refresh token, if it is this owner's. */
export function readRefreshToken(owner: Owner): string | undefined {
  const storage = browser.sessionStorage;
  if (storage?.getItem(OWNER_KEY) !== ownerKey(owner)) return undefined;
  return storage.getItem(TOKEN_KEY) ?? undefined;
}

/** Keeps the refresh token and whose it is, for the life of the tab. */
export function saveRefreshToken(owner: Owner, refreshToken: string): void {
  browser.sessionStorage?.setItem(OWNER_KEY, ownerKey(owner));
  browser.sessionStorage?.setItem(TOKEN_KEY, refreshToken);
}

/** Forgets the tab's refresh token. */
export function clearRefreshToken(): void {
  browser.sessionStorage?.removeItem(TOKEN_KEY);
  browser.sessionStorage?.removeItem(OWNER_KEY);
}

/** Lends this tab's refresh token to sibling tabs of the same owner that ask; returns how to stop. */
export function lendRefreshToken(): () => void {
  return wanted.subscribeToOthers(({ owner, requestId }) => {
    if (browser.sessionStorage?.getItem(OWNER_KEY) !== owner) return;
    const refreshToken = browser.sessionStorage?.getItem(TOKEN_KEY);
    if (refreshToken) lent.publish({ requestId, refreshToken });
  });
}

function askSiblings(owner: Owner): Promise<string | undefined> {
  const requestId = createId();
  return new Promise((resolve) => {
    const finish = (refreshToken?: string) => {
      stop();
      clearTimeout(timer);
      resolve(refreshToken);
    };
    const timer = setTimeout(finish, SIBLINGS_TIMEOUT_MS);
    const stop = lent.subscribeToOthers((answer) => {
      if (answer.requestId === requestId) finish(answer.refreshToken);
    });
    wanted.publish({ owner: ownerKey(owner), requestId });
  });
}

/** The owner's refresh token: this tab's, or one that a sibling tab lends (docs/security.md, "Sessions"); undefined in a worker. */
export async function findRefreshToken(owner: Owner): Promise<string | undefined> {
  if (!browser.sessionStorage) return undefined;
  const own = readRefreshToken(owner);
  if (own) return own;
  const borrowed = await askSiblings(owner);
  if (borrowed) saveRefreshToken(owner, borrowed);
  return borrowed;
}
