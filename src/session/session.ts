/**
 * The session: the token data of the signed-in user, in IndexedDB because page and worker both send requests with it.
 */
import { get, promisifyRequest, set } from 'idb-keyval';
import * as z from 'zod/mini';

import { createBroadcast } from '@/storage/broadcast';
import { createDeviceStore } from '@/storage/device-store';
import { StorageError, toStorageError } from '@/storage/storage-error';

/** The owner of data on the device: a user of one API host. */
const ownerSchema = z.object({ apiHost: z.string(), userId: z.string() });
export type Owner = z.infer<typeof ownerSchema>;

const sessionSchema = z.object({
  accessToken: z.string(),
  tokenType: z.string(),
  owner: ownerSchema,
  /** The user name typed at sign-in: the user's name on a server that sends none. */
  username: z.optional(z.string()),
  /** The role of the user at sign-in: a guess for the first reads, never a permission. */
  role: z.optional(z.string()),
  /** The server's capabilities (capabilities.ts); undefined until the server's info was read. */
  abilities: z.optional(z.array(z.string())),
});
/** Token data and their owner, without the refresh token (docs/security.md, "Sessions"). */
export type Session = z.infer<typeof sessionSchema>;

/** The store that holds the session and two marks (session-mark.ts, staff-mark.ts). */
export const sessionStore = createDeviceStore('session', 'session');
const SESSION_KEY = 'current';

/** Published when a user signs in or out. */
export const sessionChanged = createBroadcast<Record<never, never>>('session-changed');

export const ownerKeySchema = z.string().check(z.minLength(1)).brand<'OwnerKey'>();
/**
 * An owner (API host and user id) as one string, the prefix of keys and cache names; a branded type, so that only
 * {@link ownerKey} makes it.
 */
export type OwnerKey = z.infer<typeof ownerKeySchema>;

/** Returns an owner's key. */
export function ownerKey(owner: Owner): OwnerKey {
  return `${owner.apiHost}|${owner.userId}` as OwnerKey;
}

/** Returns the value of the Authorization header (specification §6). */
export function bearerHeader({ tokenType, accessToken }: Session): string {
  return `${tokenType.charAt(0).toUpperCase()}${tokenType.slice(1)} ${accessToken}`;
}

/** Returns true if both owners are the same user of the same API host. */
export function isSameOwner(a: Owner | undefined, b: Owner | undefined): boolean {
  return a !== undefined && b !== undefined && ownerKey(a) === ownerKey(b);
}

function parseSession(record: unknown): Session | undefined {
  const parsed = z.safeParse(sessionSchema, record);
  return parsed.success ? parsed.data : undefined;
}

/** Reads the session; undefined when no user is signed in. */
export async function readSession(): Promise<Session | undefined> {
  return parseSession(await get(SESSION_KEY, sessionStore));
}

/** The key of this page's owner, '' without one; undefined in the worker, which acts for the stored session. */
let pageOwner: string | undefined;

/**
 * Binds this page to the session it boots with: it sends and records nothing for another user (docs/decisions/0021).
 */
export function bindPage(session: Session | undefined): void {
  pageOwner = session ? ownerKey(session.owner) : '';
}

function requirePageOf(owner: OwnerKey): void {
  if (pageOwner !== undefined && pageOwner !== owner) throw new StorageError('leaving');
}

/**
 * Reads the session and checks that it belongs to this page's owner.
 *
 * @throws {StorageError} `leaving` when another user has signed in.
 */
export async function readOwnSession(): Promise<Session | undefined> {
  const session = await readSession();
  if (session) requirePageOf(ownerKey(session.owner));
  return session;
}

/**
 * Checks that this page may act for an owner.
 *
 * @param owner see {@link ownerKey}.
 * @throws {StorageError} `leaving` when the page or the stored session belongs to another user; another reason when the
 * device's storage fails.
 */
export async function requireOwnPage(owner: OwnerKey): Promise<void> {
  requirePageOf(owner);
  await readOwnSession().catch((error: unknown) => {
    throw toStorageError(error);
  });
}

/** Stores the session after a sign-in. */
export async function saveSession(session: Session): Promise<void> {
  await set(SESSION_KEY, session, sessionStore);
}

/**
 * Deletes the session if it is this owner's, checked in the same transaction because another user may have signed in.
 *
 * @param owner see {@link ownerKey}.
 */
export function clearSessionOf(owner: OwnerKey): Promise<void> {
  return sessionStore('readwrite', async (store) => {
    const stored = parseSession(await promisifyRequest(store.get(SESSION_KEY)));
    if (stored && ownerKey(stored.owner) === owner) await promisifyRequest(store.delete(SESSION_KEY));
  });
}

/**
 * Stores a refreshed access token if the session is still its owner's, in one transaction, because another tab may have
 * signed another user in (docs/security.md, "Sessions").
 *
 * @returns false when the session belongs to another user or is gone; then nothing is stored.
 */
export function renewSession(renewed: Session): Promise<boolean> {
  return sessionStore('readwrite', async (store) => {
    const stored = parseSession(await promisifyRequest(store.get(SESSION_KEY)));
    if (!isSameOwner(stored?.owner, renewed.owner)) return false;
    await promisifyRequest(store.put({ ...stored, ...renewed }, SESSION_KEY));
    return true;
  });
}

/** Stores the server's capabilities with the session; writes only on a change. */
export function keepAbilities(abilities: string[]): Promise<void> {
  return sessionStore('readwrite', async (store) => {
    const stored = parseSession(await promisifyRequest(store.get(SESSION_KEY)));
    if (!stored || stored.abilities?.join() === abilities.join()) return;
    await promisifyRequest(store.put({ ...stored, abilities }, SESSION_KEY));
  });
}
