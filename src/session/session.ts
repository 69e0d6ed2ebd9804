/** Who is signed in on this device: token data in IndexedDB, because page and worker both send with it. */
import { get, promisifyRequest, set } from 'idb-keyval';
import * as z from 'zod/mini';

import { createBroadcast } from '@/storage/broadcast';
import { createDeviceStore } from '@/storage/device-store';
import { StorageError, toStorageError } from '@/storage/storage-error';

/** An owner of what is on the device: a user of one API host. */
const ownerSchema = z.object({ apiHost: z.string(), userId: z.string() });
export type Owner = z.infer<typeof ownerSchema>;

const sessionSchema = z.object({
  accessToken: z.string(),
  tokenType: z.string(),
  owner: ownerSchema,
  /** What their server can, see `hasAbility`; unknown until its info was read. */
  abilities: z.optional(z.array(z.string())),
});
/** Token data and whose they are; the refresh token is not among them (docs/security.md, "Sessions"). */
export type Session = z.infer<typeof sessionSchema>;

/** Holds the session, and a mark (session-mark.ts). */
export const sessionStore = createDeviceStore('session', 'session');
const SESSION_KEY = 'current';

/** Somebody signed in or out. */
export const sessionChanged = createBroadcast<Record<never, never>>('session-changed');

export const ownerKeySchema = z.string().check(z.minLength(1)).brand<'OwnerKey'>();
/** One word for an owner, to prefix keys and cache names with; made by {@link ownerKey} alone, so that no other word is taken for it. */
export type OwnerKey = z.infer<typeof ownerKeySchema>;

/** The word of an owner. */
export function ownerKey(owner: Owner): OwnerKey {
  return `${owner.apiHost}|${owner.userId}` as OwnerKey;
}

/** The bearer header, built from token type and access token (specification §6). */
export function bearerHeader({ tokenType, accessToken }: Session): string {
  return `${tokenType.charAt(0).toUpperCase()}${tokenType.slice(1)} ${accessToken}`;
}

/** True when both are the same user of the same API host. */
export function isSameOwner(a: Owner | undefined, b: Owner | undefined): boolean {
  return a !== undefined && b !== undefined && ownerKey(a) === ownerKey(b);
}

function parseSession(record: unknown): Session | undefined {
  const parsed = z.safeParse(sessionSchema, record);
  return parsed.success ? parsed.data : undefined;
}

/** Reads the session; undefined when nobody is signed in. */
export async function readSession(): Promise<Session | undefined> {
  return parseSession(await get(SESSION_KEY, sessionStore));
}

/** Whose page this is, '' for nobody's; undefined in the worker, which works for whoever is here. */
let pageOwner: string | undefined;

/** Binds this page to whoever it boots for: it asks and records nothing for anybody else (docs/decisions/0021). */
export function bindPage(session: Session | undefined): void {
  pageOwner = session ? ownerKey(session.owner) : '';
}

function requirePageOf(owner: OwnerKey): void {
  if (pageOwner !== undefined && pageOwner !== owner) throw new StorageError('leaving');
}

/**
 * Reads the session for what this page does with it.
 *
 * @throws {StorageError} `leaving` when somebody else has signed in than the page belongs to.
 */
export async function readOwnSession(): Promise<Session | undefined> {
  const session = await readSession();
  if (session) requirePageOf(ownerKey(session.owner));
  return session;
}

/**
 * Makes sure that this page may act for an owner.
 *
 * @param owner see {@link ownerKey}.
 * @throws {StorageError} `leaving` when the page is somebody else's, or somebody else has signed in; else when the device
 * cannot tell.
 */
export async function requireOwnPage(owner: OwnerKey): Promise<void> {
  requirePageOf(owner);
  await readOwnSession().catch((error: unknown) => {
    throw toStorageError(error);
  });
}

/** Stores the session of whoever just signed in. */
export async function saveSession(session: Session): Promise<void> {
  await set(SESSION_KEY, session, sessionStore);
}

/**
 * Forgets the session if it is this owner's, checked in the same transaction: somebody else may have signed in.
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
 * Stores a refreshed access token, in one transaction with the check that the session is still its owner's
 * (docs/security.md, "Sessions"): another tab may have signed somebody else in meanwhile.
 *
 * @returns false when the session belongs to somebody else now, or to nobody; nothing is stored then.
 */
export function renewSession(renewed: Session): Promise<boolean> {
  return sessionStore('readwrite', async (store) => {
    const stored = parseSession(await promisifyRequest(store.get(SESSION_KEY)));
    if (!isSameOwner(stored?.owner, renewed.owner)) return false;
    await promisifyRequest(store.put({ ...stored, ...renewed }, SESSION_KEY));
    return true;
  });
}

/** Keeps with the session what its server can; written only where that changed. */
export function keepAbilities(abilities: string[]): Promise<void> {
  return sessionStore('readwrite', async (store) => {
    const stored = parseSession(await promisifyRequest(store.get(SESSION_KEY)));
    if (!stored || stored.abilities?.join() === abilities.join()) return;
    await promisifyRequest(store.put({ ...stored, abilities }, SESSION_KEY));
  });
}
