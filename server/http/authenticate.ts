/** Who is asking: the bearer header, checked against the database at every call. */
import { readAccessToken } from '@server/auth/access-token';
import type { Database } from '@server/db/database';
import { sessions, users } from '@server/db/schema';
import { mayRole, type Permission } from '@server/permissions';
import { and, eq } from 'drizzle-orm';
import { createMiddleware } from 'hono/factory';

import type { Actor, AppContext, AppEnv, Services } from './context';
import { forbidden, unauthorized } from './problem';

/** The user behind a sign-in; none when it was revoked, or the user was suspended or deleted. */
async function findActor(database: Database, userId: string, sessionId: string): Promise<Actor | undefined> {
  const [actor] = await database
    .select({ id: users.id, role: users.role, companyId: users.companyId, sessionId: sessions.id })
    .from(users)
    .innerJoin(sessions, eq(sessions.userId, users.id))
    .where(and(eq(users.id, userId), eq(sessions.id, sessionId), eq(users.active, true)));
  return actor;
}

/** Lets nobody in without a valid access token. */
export function authenticate({ database, signingKey }: Services) {
  return createMiddleware<AppEnv>(async (context, next) => {
    const [scheme, token] = (context.req.header('Authorization') ?? '').split(' ');
    if (scheme?.toLowerCase() !== 'bearer' || !token) throw unauthorized('ログインしてください。');
    const claims = await readAccessToken(token, signingKey);
    const actor = claims && (await findActor(database, claims.userId, claims.sessionId));
    if (!actor) throw unauthorized();
    context.set('actor', actor);
    context.set('actorId', actor.id);
    await next();
  });
}

/** Refuses whoever does not hold a permission. @throws {Problem} 403. */
export function requirePermission(context: AppContext, permission: Permission): Actor {
  const actor = context.get('actor');
  if (!mayRole(actor.role, permission)) throw forbidden();
  return actor;
}
