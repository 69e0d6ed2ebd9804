/**
 * Remembers in this tab which people got a new password that was neither printed nor saved. The passwords are stored
 * nowhere, so a reload loses them; the stored ids show who needs another password.
 */
import { sessionWords } from '@/storage/session-storage';

const KEY = 'new-passwords';

/**
 * Stores the ids of people with new passwords. @param by the id of the user who made the passwords; only this user sees
 * the list. @param ids an empty list removes the record.
 */
export function noteNewPasswords(by: string, ids: readonly string[]): void {
  try {
    if (ids.length === 0) sessionWords()?.removeItem(KEY);
    else sessionWords()?.setItem(KEY, JSON.stringify({ by, ids }));
  } catch {
    // Ignored: without session storage the list lasts until a reload, because the page itself holds the passwords.
  }
}

/** Deletes the list of people with new passwords at sign-out, because it identifies people. */
export function clearNewPasswords(): void {
  noteNewPasswords('', []);
}

/** Returns the ids of people with new passwords; an empty list when another user made them. */
export function readNewPasswords(by: string): readonly string[] {
  try {
    const noted = JSON.parse(sessionWords()?.getItem(KEY) ?? '{}') as { by?: unknown; ids?: unknown };
    if (noted.by !== by || !Array.isArray(noted.ids)) return [];
    return noted.ids.filter((id): id is string => typeof id === 'string');
  } catch {
    return [];
  }
}
