/** POST /authorize, /token (specification §6, §7) and /revoke: the calls without a bearer header. */
import { createAccessToken } from '@server/api/auth/access-token';
import { rememberAddress } from '@server/api/auth/client-address';
import { findSession, revokeToken } from '@server/api/auth/sessions';
import { signIn } from '@server/api/auth/sign-in';
import { parseValue, readForm, readJson } from '@server/api/http/body';
import { clientAddressHash, createRoutes, type Services } from '@server/api/http/context';
import { unauthorized } from '@server/api/shared/problem';
import * as z from 'zod/mini';

import type { LoginToken, Token } from '@/api/authorize';

/** Length limits above those of user names and passwords, so that huge inputs are never hashed. */
const credentialsSchema = z.object({
  username: z.string().check(z.minLength(1), z.maxLength(200)),
  password: z.string().check(z.minLength(1), z.maxLength(1000)),
});

const refreshSchema = z.object({
  refresh_token: z.string().check(z.minLength(1)),
  grant_type: z.literal('refresh_token'),
});

/** `token_type_hint` (RFC 7009) is ignored, because the token's form shows its type. */
const revokeSchema = z.object({ token: z.string().check(z.minLength(1)) });

export function authorizeRoutes({ config, database, signingKey }: Services) {
  const createToken = ({ userId, sessionId }: { userId: string; sessionId: string }) =>
    createAccessToken(userId, sessionId, config.accessTokenMinutes, signingKey);
  return createRoutes()
    .post('/authorize', async (context) => {
      const credentials = parseValue(credentialsSchema, await readForm(context));
      const session = await signIn(database, credentials, clientAddressHash(context, config.trustProxy));
      const tokens = { access_token: await createToken(session), refresh_token: session.refreshToken };
      return context.json<LoginToken>({ ...tokens, token_type: 'bearer' });
    })
    .post('/token', async (context) => {
      const { refresh_token: refreshToken } = await readJson(context, refreshSchema);
      const session = await findSession(database, refreshToken);
      if (!session) throw unauthorized();
      // Remember the address at each refresh: a device that stays signed in sends no password for weeks.
      await rememberAddress(database, session.userId, clientAddressHash(context, config.trustProxy));
      return context.json<Token>({ access_token: await createToken(session), token_type: 'bearer' });
    })
    .post('/revoke', async (context) => {
      const { token } = parseValue(revokeSchema, await readForm(context));
      await revokeToken(database, token, signingKey);
      // Answers 200 also for an unknown token (RFC 7009, section 2.2).
      return context.body(null, 200);
    });
}
