/** Access tokens: short-lived JWTs (HS256). Each call looks up the session that the token names. */
import { sign, verify } from 'hono/jwt';
import * as z from 'zod/mini';

import { idSchema } from '@/api/shapes';
import { SECOND_MS } from '@/lib/constants';

const claimsSchema = z.object({ sub: idSchema, sid: idSchema, exp: z.number() });

/** The claims of a valid token. */
export interface TokenClaims {
  userId: string;
  sessionId: string;
  /** Expiry of the token, in seconds since 1970. */
  expiresAt: number;
}

/** Maximum number of verified tokens in the cache; the oldest entry is evicted. */
const MAX_CACHED_TOKENS = 10_000;

/** Signs an access token for a user's session. */
export function createAccessToken(userId: string, sessionId: string, minutes: number, key: string): Promise<string> {
  const issuedAt = Math.floor(Date.now() / 1000);
  return sign({ sub: userId, sid: sessionId, iat: issuedAt, exp: issuedAt + minutes * 60 }, key, 'HS256');
}

/**
 * Returns a token's claims; undefined if it is expired, signed with another key, or not a token.
 *
 * @param options.isExpiredToo also accept an expired token: revocation needs only its session.
 */
export async function readAccessToken(
  token: string,
  key: string,
  { isExpiredToo = false } = {},
): Promise<TokenClaims | undefined> {
  try {
    // The claim iat is not checked, because the clock of another server instance may be ahead.
    const claims = z.parse(claimsSchema, await verify(token, key, { alg: 'HS256', iat: false, exp: !isExpiredToo }));
    return { userId: claims.sub, sessionId: claims.sid, expiresAt: claims.exp };
  } catch {
    return undefined;
  }
}

/**
 * Creates a token reader with a cache: it verifies each signature once, which costs a tenth of a call's time, and
 * checks the expiry at every call.
 */
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
      if (oldest !== undefined && known.size >= MAX_CACHED_TOKENS) known.delete(oldest);
      known.set(token, claims);
    }
    return claims;
  };
}
