/** POST /authorize, /token (specification §6, §7) and /revoke: the calls without a bearer header, because they bring or take tokens. */
import { createAccessToken } from '@server/auth/access-token';
import { checkPassword } from '@server/auth/check-password';
import { rememberPlace } from '@server/auth/places';
import { createSession, findSession, revokeToken } from '@server/auth/sessions';
import { users } from '@server/db/schema';
import { parseValue, readForm, readJson } from '@server/http/body';
import { clientPlace, createRoutes, type Services } from '@server/http/context';
import { forbidden, unauthorized } from '@server/http/problem';
import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';

import type { LoginToken, Token } from '@/api/authorize';

/** Longer than any user name or password can be: such a try costs no hashing. */
const credentialsSchema = z.object({
  username: z.string().check(z.minLength(1), z.maxLength(200)),
  password: z.string().check(z.minLength(1), z.maxLength(1000)),
});

const refreshSchema = z.object({
  refresh_token: z.string().check(z.minLength(1)),
  grant_type: z.literal('refresh_token'),
});

/** RFC 7009, with `token_type_hint` left unread: the token itself shows what it is. */
const revokeSchema = z.object({ token: z.string().check(z.minLength(1)) });

/** Signs in. @throws {Problem} 401 when user name or password are wrong, 403 when suspended, 429 when throttled. */
async function signIn(services: Services, place: string, username: string, password: string): Promise<LoginToken> {
  const { config, database, signingKey } = services;
  const [user] = await database
    .select({ id: users.id, passwordHash: users.passwordHash, active: users.active })
    .from(users)
    .where(sql`lower(${users.username}) = ${username.toLowerCase()}`);
  const isRight = await checkPassword(database, { username, passwordHash: user?.passwordHash, place }, password);
  if (!isRight || !user) throw unauthorized('ユーザー名またはパスワードが違います。');
  if (!user.active) throw forbidden('このアカウントは停止されています。担当者にお問い合わせください。');
  await rememberPlace(database, user.id, place);
  const { sessionId, refreshToken } = await createSession(database, user.id);
  const accessToken = await createAccessToken(user.id, sessionId, config.accessTokenMinutes, signingKey);
  return { access_token: accessToken, token_type: 'bearer', refresh_token: refreshToken };
}

export function authorizeRoutes(services: Services) {
  const { config, database, signingKey } = services;
  return createRoutes()
    .post('/authorize', async (context) => {
      const { username, password } = parseValue(credentialsSchema, await readForm(context));
      const place = clientPlace(context, config.trustProxy);
      // PostgreSQL takes no NUL; a user name with one is nobody's.
      return context.json(await signIn(services, place, username.replaceAll('\0', '\u{FFFD}'), password));
    })
    .post('/token', async (context) => {
      const { refresh_token: refreshToken } = await readJson(context, refreshSchema);
      const session = await findSession(database, refreshToken);
      if (!session) throw unauthorized();
      const { userId, sessionId } = session;
      // A device that stays signed in shows no password for weeks.
      await rememberPlace(database, userId, clientPlace(context, config.trustProxy));
      const accessToken = await createAccessToken(userId, sessionId, config.accessTokenMinutes, signingKey);
      return context.json<Token>({ access_token: accessToken, token_type: 'bearer' });
    })
    .post('/revoke', async (context) => {
      const { token } = parseValue(revokeSchema, await readForm(context));
      await revokeToken(database, token, signingKey);
      // Also for a token that nobody knows (RFC 7009, 2.2): it is none any more, and nothing is told of it.
      return context.body(null, 200);
    });
}
