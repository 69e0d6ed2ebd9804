/** The guards of the signed-in area (specification §2, §5). */
import type { QueryClient } from '@tanstack/react-query';
import { notFound, redirect } from '@tanstack/react-router';

import { ApiError, NetworkError } from '@/api/errors';
import { isId } from '@/api/shapes';
import type { User } from '@/api/users';
import { AccessDeniedError } from '@/features/shell/ErrorScreen';
import { infoQueries } from '@/queries/info';
import { loadQuery } from '@/queries/load-query';
import { meQueries } from '@/queries/me';
import type { AppContext } from '@/router';
import { can, type Permission } from '@/session/roles';
import { clearSession } from '@/session/session';

/** Loads the current user and the info in parallel. @throws whatever either load throws. */
export async function loadSignedInUser(
  { queryClient }: AppContext,
  onRefreshFailed?: (error: unknown) => void,
): Promise<User> {
  const current = meQueries.current();
  const [me] = await Promise.all([
    // At the start the server is asked however young the copy is: it may have ended the session meanwhile.
    loadQuery(queryClient, onRefreshFailed ? { ...current, staleTime: 0 } : current, onRefreshFailed),
    loadQuery(queryClient, infoQueries.general()),
  ]);
  return me;
}

/**
 * Whether the start-up guard would let in. The server is asked anew whose session it is: what is remembered may be older
 * than a refusal. A missing network signs nobody out, so what is remembered stands then.
 */
export async function isSessionLive({ queryClient }: AppContext): Promise<boolean> {
  const current = meQueries.current();
  try {
    await Promise.all([
      queryClient.fetchQuery({ ...current, staleTime: 0, retry: false }),
      loadQuery(queryClient, infoQueries.general()),
    ]);
    return true;
  } catch (error) {
    const remembered = [current.queryKey, infoQueries.general().queryKey].map((key) => queryClient.getQueryData(key));
    return error instanceof NetworkError && !remembered.includes(undefined);
  }
}

/** Apps that have let their user in: from then on screens that have data stay, whatever the server says. */
const startedWith = new WeakSet<QueryClient>();

/** At the start the device's copy let somebody in whom the server then refused. */
function endRefusedSession(error: unknown): void {
  if (!(error instanceof ApiError) || (error.status !== 401 && error.status !== 403)) return;
  const here = `${globalThis.location.pathname}${globalThis.location.search}`;
  void clearSession().then(() => globalThis.location.assign(`/login?redirect=${encodeURIComponent(here)}`));
}

/** The start-up guard: without a session, or when either load fails, the login screen, and back from there. */
export async function requireSignIn(context: AppContext, here: string): Promise<{ me: User }> {
  const toLogin = () => redirect({ to: '/login', search: here === '/' ? {} : { redirect: here } });
  if (!context.session) throw toLogin();
  try {
    const me = await loadSignedInUser(context, startedWith.has(context.queryClient) ? undefined : endRefusedSession);
    startedWith.add(context.queryClient);
    return { me };
  } catch {
    throw toLogin();
  }
}

/** The role guard: lets in who holds the permission. */
export function requireRole(permission: Permission) {
  return ({ context }: { context: { me: User } }) => {
    if (!can(context.me.role, permission)) throw new AccessDeniedError();
  };
}

/** Refuses ids in the URL that are none: nothing is asked of the server for them (decisions §1). */
export function requireIds(params: object): void {
  if (!Object.values(params).every(isId)) throw notFound();
}
