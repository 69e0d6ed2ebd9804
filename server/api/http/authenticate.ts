/** Authenticates requests: checks the bearer token against the database at every call. */
import { type Actor, mayRole, type Permission } from '@server/api/access/permissions';
import { accessTokenReader } from '@server/api/auth/access-token';
import { findActor } from '@server/api/auth/sessions';
import { forbidden, unauthorized } from '@server/api/shared/problem';
import { createMiddleware } from 'hono/factory';

import type { AppContext, AppEnv, Services } from './context';

/** Requires a valid access token, and sets `actor`. Answers 401 otherwise. */
export function authenticate({ database, signingKey }: Services) {
  const readToken = accessTokenReader(signingKey);
  return createMiddleware<AppEnv>(async (context, next) => {
    const [scheme, token] = (context.req.header('Authorization') ?? '').split(' ');
    if (scheme?.toLowerCase() !== 'bearer' || !token) throw unauthorized('ログインしてください。');
    const claims = await readToken(token);
    const actor = claims && (await findActor(database, claims.userId, claims.sessionId));
    if (!actor) throw unauthorized();
    context.set('actor', actor);
    context.set('actorId', actor.id);
    await next();
  });
}

/** Returns the actor if their role holds a permission. @throws {Problem} 403. */
export function requirePermission(context: AppContext, permission: Permission): Actor {
  const actor = context.get('actor');
  if (!mayRole(actor.role, permission)) throw forbidden();
  return actor;
}
