/** Where people sign in from: an address, as far as it tells one place from another, kept as a hash for 30 days. */
import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';

import { type Database, now } from '@server/db/database';
import { signInPlaces, users } from '@server/db/schema';
import { and, eq, gt, lte, sql } from 'drizzle-orm';

const KEPT_DAYS = 30;
const forgottenBefore = sql<string>`${now} - make_interval(days => ${KEPT_DAYS})`;

/** The first four groups of an IPv6 address: the rest is the line's own, and changes at its will. */
function networkOf(address: string): string {
  const [left = [], right = []] = address.split('::').map((half) => half.split(':').filter((group) => group !== ''));
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  const groups = [...left, ...zeros, ...right].slice(0, 4);
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':');
}

/** The place of an address, as a hash: IPv4 alone or inside IPv6, with the port that some proxies write; IPv6 by its /64. */
export function placeOf(address: string): string {
  const [, ipv4] = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)(?::\d+)?$/i.exec(address) ?? [];
  const place = ipv4 ?? (isIPv6(address) ? networkOf(address) : address);
  return createHash('sha256').update(place).digest('base64url');
}

/** Whether the person of a user name has signed in from there lately; nobody's name has no place. */
export async function isKnownPlace(database: Database, username: string, place: string): Promise<boolean> {
  const [known] = await database
    .select({ place: signInPlaces.place })
    .from(signInPlaces)
    .innerJoin(users, eq(users.id, signInPlaces.userId))
    .where(
      and(
        sql`lower(${users.username}) = ${username.toLowerCase()}`,
        eq(signInPlaces.place, place),
        gt(signInPlaces.seenAt, forgottenBefore),
      ),
    );
  return known !== undefined;
}

/** Keeps where somebody has just shown who they are, and forgets all places that are too long ago. */
export async function rememberPlace(database: Database, userId: string, place: string): Promise<void> {
  await database
    .insert(signInPlaces)
    .values({ userId, place, seenAt: now })
    .onConflictDoUpdate({ target: [signInPlaces.userId, signInPlaces.place], set: { seenAt: now } });
  await database.delete(signInPlaces).where(lte(signInPlaces.seenAt, forgottenBefore));
}
