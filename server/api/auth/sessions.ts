/** Sessions: one row per sign-in, with its refresh token. Deleting the row ends the session at once. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';

import type { Actor } from '@server/api/access/permissions';
import { type Database, now } from '@server/db/database';
import { preparedStatement } from '@server/db/prepared-statement';
import { sessions, users } from '@server/db/schema';
import { and, eq, lt, ne, sql } from 'drizzle-orm';

import { readAccessToken } from './access-token';

/** Lifetime of a refresh token. */
const SESSION_DAYS = 30;

function hashToken(refreshToken: string): string {
  return createHash('sha256').update(refreshToken).digest('base64url');
}

/**
 * Starts a session after a successful password check. The refresh token is 256 random bits; only its hash is stored.
 *
 * @param passwordHash the hash that the password was checked against.
 * @returns undefined if the user has another password meanwhile, or was suspended or deleted.
 */
export async function createSession(database: Database, userId: string, passwordHash: string) {
  const sessionId = randomUUID();
  const refreshToken = randomBytes(32).toString('base64url');
  await database.delete(sessions).where(and(eq(sessions.userId, userId), lt(sessions.expiresAt, now)));
  // Checking a password takes about 0.2 s. A change of password or a suspension in that time deletes existing sessions.
  // This one statement locks the user's row: either the session is created before that deletion and is deleted too, or
  // it is not created.
  const unchangedUser = database
    .select({
      id: sql<string>`${sessionId}`.as('session_id'),
      userId: users.id,
      refreshTokenHash: sql<string>`${hashToken(refreshToken)}`.as('hash'),
      createdAt: now.as('created'),
      expiresAt: sql<string>`${now} + make_interval(days => ${SESSION_DAYS})`.as('expires'),
    })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.passwordHash, passwordHash), eq(users.active, true)))
    .for('share');
  const made = await database.insert(sessions).select(unchangedUser).returning({ id: sessions.id });
  return made.length === 0 ? undefined : { sessionId, refreshToken };
}

/** Finds the session of a refresh token; undefined if it is unknown, expired or revoked, or the user is suspended. */
export async function findSession(database: Database, refreshToken: string) {
  const [session] = await database
    .select({ sessionId: sessions.id, userId: users.id })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.refreshTokenHash, hashToken(refreshToken)),
        sql`${sessions.expiresAt} > ${now}`,
        eq(users.active, true),
      ),
    );
  return session;
}

const actorStatement = preparedStatement((database) =>
  database
    .select({ id: users.id, role: users.role, companyId: users.companyId, sessionId: sessions.id })
    .from(users)
    .innerJoin(sessions, eq(sessions.userId, users.id))
    .where(
      and(
        eq(users.id, sql.placeholder('userId')),
        eq(sessions.id, sql.placeholder('sessionId')),
        eq(users.active, true),
      ),
    )
    .prepare('actor'),
);

/** Finds the user of a session; undefined if it was revoked, or the user was suspended or deleted. */
export async function findActor(database: Database, userId: string, sessionId: string): Promise<Actor | undefined> {
  const [actor] = await actorStatement(database).execute({ userId, sessionId });
  return actor;
}

/**
 * Deletes the session of a refresh token or an access token, so that all its tokens are invalid. Unknown tokens change
 * nothing.
 */
export async function revokeToken(database: Database, token: string, signingKey: string): Promise<void> {
  const claims = await readAccessToken(token, signingKey, { isExpiredToo: true });
  const ofToken = claims
    ? and(eq(sessions.id, claims.sessionId), eq(sessions.userId, claims.userId))
    : eq(sessions.refreshTokenHash, hashToken(token));
  await database.delete(sessions).where(ofToken);
}

/** Deletes all sessions of a user. @param exceptSessionId the session that is not deleted. */
export async function revokeSessions(database: Database, userId: string, exceptSessionId = ''): Promise<void> {
  await database.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, exceptSessionId)));
}
