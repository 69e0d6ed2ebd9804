/**
 * Client addresses of successful sign-ins, stored as hashes for 30 days. The throttle has a separate counter for known
 * addresses.
 */
import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';

import { type Database, now } from '@server/db/database';
import { signInPlaces, users } from '@server/db/schema';
import { and, eq, gt, lte, sql } from 'drizzle-orm';

const KEPT_DAYS = 30;
const expiredBefore = sql<string>`${now} - make_interval(days => ${KEPT_DAYS})`;

/** Returns the /64 network of an IPv6 address: the first four groups. Clients change the other groups freely. */
function networkOf(address: string): string {
  const [left = [], right = []] = address.split('::').map((half) => half.split(':').filter((group) => group !== ''));
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  const groups = [...left, ...zeros, ...right].slice(0, 4);
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':');
}

/**
 * Returns the SHA-256 of an address: IPv4 (also inside IPv6, also with the port that some proxies add), or the /64 of
 * IPv6.
 */
export function hashAddress(address: string): string {
  const [, ipv4] = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)(?::\d+)?$/i.exec(address) ?? [];
  const network = ipv4 ?? (isIPv6(address) ? networkOf(address) : address);
  return createHash('sha256').update(network).digest('base64url');
}

/** Returns true if the user of this name signed in from this address in the last 30 days; false for unknown names. */
export async function isKnownAddress(database: Database, username: string, addressHash: string): Promise<boolean> {
  const [known] = await database
    .select({ place: signInPlaces.place })
    .from(signInPlaces)
    .innerJoin(users, eq(users.id, signInPlaces.userId))
    .where(
      and(
        sql`lower(${users.username}) = ${username.toLowerCase()}`,
        eq(signInPlaces.place, addressHash),
        gt(signInPlaces.seenAt, expiredBefore),
      ),
    );
  return known !== undefined;
}

/** Stores the address of a successful sign-in, and deletes expired ones. */
export async function rememberAddress(database: Database, userId: string, addressHash: string): Promise<void> {
  await database
    .insert(signInPlaces)
    .values({ userId, place: addressHash, seenAt: now })
    .onConflictDoUpdate({ target: [signInPlaces.userId, signInPlaces.place], set: { seenAt: now } });
  await database.delete(signInPlaces).where(lte(signInPlaces.seenAt, expiredBefore));
}
