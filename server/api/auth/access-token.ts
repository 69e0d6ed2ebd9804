/** Access tokens: JWT, HS256, short-lived; the session they name is looked up at every call. */
import { sign, verify } from 'hono/jwt';
import * as z from 'zod/mini';

import { idSchema } from '@/api/shapes';
import { SECOND_MS } from '@/lib/constants';

const claimsSchema = z.object({ sub: idSchema, sid: idSchema, exp: z.number() });

/** Whose a token is. */
export interface TokenClaims {
  userId: string;
  sessionId: string;
  /** Seconds since 1970. */
  expiresAt: number;
}

/** So many tokens are remembered at once: the oldest are checked again. */
const MOST_KNOWN = 10_000;

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
): Promise<TokenClaims | undefined> {
  try {
    // iat is not checked: another server's clock may run ahead of ours.
    const claims = z.parse(claimsSchema, await verify(token, key, { alg: 'HS256', iat: false, exp: !isExpiredToo }));
    return { userId: claims.sub, sessionId: claims.sid, expiresAt: claims.exp };
  } catch {
    return undefined;
  }
}

/** Reads access tokens of one key. A signature is checked once, which a tenth of a call's time goes into; whether it is expired, each time. */
export function accessTokenReader(key: string): (token: string) => Promise<TokenClaims | undefined> {
  const known = new Map<string, TokenClaims>();
  return async (token) => {
    const claims = known.get(token) ?? (await readAccessToken(token, key));
    if (!claims || claims.expiresAt * SECOND_MS <= Date.now()) {
      known.delete(token);
      return undefined;
    }
    if (!known.has(token)) {
      const [oldest] = known.keys();
      if (oldest !== undefined && known.size >= MOST_KNOWN) known.delete(oldest);
      known.set(token, claims);
    }
    return claims;
  };
}
