/** Access tokens: JWT, HS256, short-lived; the session they name is looked up at every call. */
import { sign, verify } from 'hono/jwt';
import * as z from 'zod/mini';

import { idSchema } from '@/api/shapes';

const claimsSchema = z.object({ sub: idSchema, sid: idSchema });

/** Makes an access token for a user's session. */
export function createAccessToken(userId: string, sessionId: string, minutes: number, key: string): Promise<string> {
  const issuedAt = Math.floor(Date.now() / 1000);
  return sign({ sub: userId, sid: sessionId, iat: issuedAt, exp: issuedAt + minutes * 60 }, key, 'HS256');
}

/**
 * Whose a token is; undefined when it is expired, foreign or no token at all.
 *
 * @param options.isExpiredToo for what even an expired token may say: which session it was of.
 */
export async function readAccessToken(
  token: string,
  key: string,
  { isExpiredToo = false } = {},
): Promise<{ userId: string; sessionId: string } | undefined> {
  try {
    // iat is not checked: another server's clock may run ahead of ours.
    const claims = z.parse(claimsSchema, await verify(token, key, { alg: 'HS256', iat: false, exp: !isExpiredToo }));
    return { userId: claims.sub, sessionId: claims.sid };
  } catch {
    return undefined;
  }
}
