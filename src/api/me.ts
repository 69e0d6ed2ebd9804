/** The current user and their company: GET /me/, GET /me/company (specification §7). */
import * as z from 'zod/mini';

import type { Session } from '@/session/session';

import { request } from './client';
import { type Company, companySchema } from './companies';
import { readAnswer, send } from './transport';
import { type User, userSchema } from './users';

/** Fetches the current user. @throws {ApiError} 401 when the session is over. */
export function fetchMe(signal?: AbortSignal): Promise<User> {
  return request('/me/', userSchema, { signal });
}

/** Fetches the user of a new access token, before it is stored as a session (docs/security.md, "Sessions"). */
export async function fetchOwner(token: Pick<Session, 'accessToken' | 'tokenType'>): Promise<User> {
  const session = { ...token, owner: { apiHost: '', userId: '' } };
  return readAnswer(await send('/me/', {}, session), userSchema);
}

/** Fetches the current user's company; null without one. */
export function fetchOwnCompany(signal?: AbortSignal): Promise<Company | null> {
  return request('/me/company', z.nullable(companySchema), { signal });
}
