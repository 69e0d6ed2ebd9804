/** The current user and their company: GET /me/, GET /me/company (specification §7). */
import * as z from 'zod/mini';

import { readOwnSession, type Session } from '@/session/session';

import { companySchema } from './companies';
import { read } from './network/calls';
import { readAnswer, send } from './network/transport';
import { type CurrentUser, currentUserSchema, nameOf } from './users';

/** The current user. Without a name from the server it is the user name, as typed at sign-in. */
export type Me = CurrentUser & { name: string };

export const readMe = read('/me/', currentUserSchema);

/** Fetches the current user. @throws {ApiError} 401 when the session is over. */
export async function fetchMe(signal?: AbortSignal): Promise<Me> {
  const [user, session] = await Promise.all([readMe(signal), readOwnSession()]);
  const username = user.username ?? session?.username;
  return { ...user, username, name: nameOf({ ...user, username }) };
}

/** Fetches the user of a new access token, before it is stored as a session (docs/security.md, "Sessions"). */
export async function fetchOwner(token: Pick<Session, 'accessToken' | 'tokenType'>): Promise<CurrentUser> {
  const session = { ...token, owner: { apiHost: '', userId: '' } };
  return readAnswer(await send('/me/', {}, session), currentUserSchema);
}

/** Null for users without a company. */
export const ownCompanySchema = z.nullable(companySchema);

/** Fetches the current user's company; null without one. */
export const fetchOwnCompany = read('/me/company', ownCompanySchema);
