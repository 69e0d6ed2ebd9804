/** The refresh token, kept only in the tab's session storage (specification §3); the worker has none. */
import { createBroadcast } from '@/storage/broadcast';
import { sessionWords } from '@/storage/session-storage';
import { createId } from '@/storage/unique-id';

import { type Owner, ownerKey, type OwnerKey } from './session';

const TOKEN_KEY = 'refresh_token';
const OWNER_KEY = 'refresh_token_owner';
/** Requests between tabs: a tab without a refresh token asks the owner's other tabs ("siblings") for theirs. */
const wanted = createBroadcast<{ owner: OwnerKey; requestId: string }>('refresh-token-wanted');
const lent = createBroadcast<{ requestId: string; refreshToken: string }>('refresh-token-given');

/** Time in ms within which sibling tabs must answer a request for the refresh token. */
const SIBLINGS_TIMEOUT_MS = 300;

/** Returns the tab's refresh token if it belongs to this owner. */
export function readRefreshToken(owner: Owner): string | undefined {
  const storage = sessionWords();
  if (storage?.getItem(OWNER_KEY) !== ownerKey(owner)) return undefined;
  return storage.getItem(TOKEN_KEY) ?? undefined;
}

/** Stores the refresh token and its owner in the tab. */
export function saveRefreshToken(owner: Owner, refreshToken: string): void {
  sessionWords()?.setItem(OWNER_KEY, ownerKey(owner));
  sessionWords()?.setItem(TOKEN_KEY, refreshToken);
}

/** Removes the tab's refresh token. */
export function clearRefreshToken(): void {
  sessionWords()?.removeItem(TOKEN_KEY);
  sessionWords()?.removeItem(OWNER_KEY);
}

/** Answers sibling tabs of the same owner with this tab's refresh token. @returns a function that stops it. */
export function lendRefreshToken(): () => void {
  return wanted.subscribeToOthers(({ owner, requestId }) => {
    if (sessionWords()?.getItem(OWNER_KEY) !== owner) return;
    const refreshToken = sessionWords()?.getItem(TOKEN_KEY);
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

/**
 * Returns the owner's refresh token, from this tab or a sibling tab (docs/security.md, "Sessions"); undefined in a
 * worker.
 */
export async function findRefreshToken(owner: Owner): Promise<string | undefined> {
  if (!sessionWords()) return undefined;
  const own = readRefreshToken(owner);
  if (own) return own;
  const borrowed = await askSiblings(owner);
  if (borrowed) saveRefreshToken(owner, borrowed);
  return borrowed;
}
