/**
 * Remembers who got a new password in this tab while its slip was neither printed nor saved. A reload loses the passwords, which are
 * stored
 * nowhere; the ids tell afterwards who needs another one.
 */
import { browser } from '@/storage/browser';

const KEY = 'new-passwords';

/**
 * Stores the ids of people with new passwords. @param by the id of the user who made the passwords; the list is shown to this user only.
 * @param ids an empty list removes the record.
 */
export function noteNewPasswords(by: string, ids: readonly string[]): void {
  try {
    if (ids.length === 0) browser.sessionStorage?.removeItem(KEY);
    else browser.sessionStorage?.setItem(KEY, JSON.stringify({ by, ids }));
  } catch {
    // Ignored: in a browser without session storage the page still holds the passwords.
  }
}

/** Deletes the list of people with new passwords at a sign-out: it names people. */
export function clearNewPasswords(): void {
  noteNewPasswords('', []);
}

/** Returns the ids of people with new passwords; none where the list is another user's. */
export function readNewPasswords(by: string): readonly string[] {
  try {
    const noted = JSON.parse(browser.sessionStorage?.getItem(KEY) ?? '{}') as { by?: unknown; ids?: unknown };
    if (noted.by !== by || !Array.isArray(noted.ids)) return [];
    return noted.ids.filter((id): id is string => typeof id === 'string');
  } catch {
    return [];
  }
}
