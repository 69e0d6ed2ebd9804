/** Sign-in, token refresh and token revocation: the calls without a bearer header (specification §6, §7). */
import * as z from 'zod/mini';

import { hasCapability } from '@/session/capabilities';
import type { Session } from '@/session/session';

import { requireValue } from './network/require';
import { isRetryable } from './network/server-answer';
import { readAnswer, send } from './network/transport';
import { openField } from './shapes';

export const tokenSchema = z.object({
  access_token: z.string().check(z.minLength(1)),
  token_type: z.string().check(z.minLength(1)),
});
export type Token = z.infer<typeof tokenSchema>;

export const loginTokenSchema = z.extend(tokenSchema, {
  /** The refresh token; without one the app asks for the password when the access token has expired. */
  refresh_token: openField(z.string().check(z.minLength(1))),
});
export type LoginToken = z.infer<typeof loginTokenSchema>;

/** The sign-in form; optional fields are sent only when configured (specification §7). */
export interface Credentials {
  username: string;
  password: string;
  grant_type?: string;
  scope?: string;
  client_id?: string;
  client_secret?: string;
}

/**
 * Signs in (POST /authorize, form-urlencoded).
 *
 * @throws {RequiredParameterError} without username or password, {ApiError} 401 when they are wrong, 403 when the
 * account is suspended, 429 when throttled, {NetworkError} when no response came.
 */
export async function authorize(credentials: Credentials): Promise<LoginToken> {
  requireValue(credentials.username, 'username');
  requireValue(credentials.password, 'password');
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(credentials)) if (value !== undefined) form.set(name, value);
  return readAnswer(await send('/authorize', { method: 'POST', form }), loginTokenSchema);
}

/**
 * Gets a new access token (POST /token); refresh tokens do not rotate.
 *
 * @throws {ApiError} when the token is refused; {UnexpectedAnswerError} when a refusal of any status has not the API's
 * error shape, because it ends a session.
 */
export async function refreshToken(refreshToken: string): Promise<Token> {
  const json = { refresh_token: requireValue(refreshToken, 'refresh_token'), grant_type: 'refresh_token' };
  const response = await send('/token', { method: 'POST', json });
  return readAnswer(response, tokenSchema, (status) => status >= 400 && !isRetryable(status));
}

/**
 * Revokes a session's token on the server (POST /revoke, RFC 7009), if the server has the capability `revoke`. Sent
 * once, without a retry and without waiting for the response; `keepalive` lets it finish while the page is being
 * closed.
 */
export function revokeToken(session: Session, token: string, hint: 'access_token' | 'refresh_token'): void {
  if (!hasCapability(session, 'revoke')) return;
  const form = new URLSearchParams({ token, token_type_hint: hint });
  send('/revoke', { method: 'POST', form, keepalive: true }).catch(() => undefined);
}
