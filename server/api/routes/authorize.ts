/** POST /authorize, /token (specification §6, §7) and /revoke: the calls without a bearer header, because they bring or take tokens. */
import { createAccessToken } from '@server/api/auth/access-token';
import { rememberPlace } from '@server/api/auth/client-address';
import { findSession, revokeToken } from '@server/api/auth/sessions';
import { signIn } from '@server/api/auth/sign-in';
import { parseValue, readForm, readJson } from '@server/api/http/body';
import { clientPlace, createRoutes, type Services } from '@server/api/http/context';
import { unauthorized } from '@server/api/shared/problem';
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

export function authorizeRoutes({ config, database, signingKey }: Services) {
  const createToken = ({ userId, sessionId }: { userId: string; sessionId: string }) =>
    createAccessToken(userId, sessionId, config.accessTokenMinutes, signingKey);
  return createRoutes()
    .post('/authorize', async (context) => {
      const credentials = parseValue(credentialsSchema, await readForm(context));
      const session = await signIn(database, credentials, clientPlace(context, config.trustProxy));
      const tokens = { access_token: await createToken(session), refresh_token: session.refreshToken };
      return context.json<LoginToken>({ ...tokens, token_type: 'bearer' });
    })
    .post('/token', async (context) => {
      const { refresh_token: refreshToken } = await readJson(context, refreshSchema);
      const session = await findSession(database, refreshToken);
      if (!session) throw unauthorized();
      // A device that stays signed in shows no password for weeks.
      await rememberPlace(database, session.userId, clientPlace(context, config.trustProxy));
      return context.json<Token>({ access_token: await createToken(session), token_type: 'bearer' });
    })
    .post('/revoke', async (context) => {
      const { token } = parseValue(revokeSchema, await readForm(context));
      await revokeToken(database, token, signingKey);
      // Also for a token that nobody knows (RFC 7009, 2.2): it is none any more, and nothing is told of it.
      return context.body(null, 200);
    });
}
