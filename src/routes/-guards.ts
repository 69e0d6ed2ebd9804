/** The guards of the signed-in area (specification §2, §5). */
import type { QueryClient } from '@tanstack/react-query';
import { notFound, redirect } from '@tanstack/react-router';

import { ApiError, NetworkError } from '@/api/network/errors';
import { isId } from '@/api/shapes';
import type { CurrentUser } from '@/api/users';
import { noteStartFailure, startFailureOf } from '@/device/start-failure';
import { infoQueries } from '@/queries/info';
import { loadQuery } from '@/queries/load-query';
import { meQueries } from '@/queries/me';
import { AccessDeniedError } from '@/session/access-denied';
import type { AppContext } from '@/session/app-context';
import { can, mayOpen, needsCapability, offers, type Permission } from '@/session/roles';
import { type ScreenId, screenOf } from '@/session/screens';
import { clearSessionOf, keepAbilities, ownerKey, type Session } from '@/session/session';

/** Loads the current user and the service's info in parallel. @throws the error of the load that fails. */
async function loadSignedInUser(
  { queryClient, freshSince, session }: AppContext,
  onRefreshFailed?: (error: unknown) => void,
): Promise<CurrentUser> {
  // At the start of the app refetch even fresh copies: the server may have ended the session meanwhile.
  const asked = onRefreshFailed && { staleTime: 0 };
  const [me, info] = await Promise.all([
    loadQuery(queryClient, { ...meQueries.current(), ...asked }, { freshSince, onRefreshFailed }),
    loadQuery(queryClient, { ...infoQueries.general(), ...asked }, { freshSince, onRefreshFailed }),
  ]);
  // After a new sign-in the info may be the device's copy: calls read the capabilities from the session.
  if (session && !session.abilities) {
    session.abilities = info.abilities;
    await keepAbilities(info.abilities).catch(() => undefined);
  }
  return me;
}

/**
 * Checks on the login screen if the session is live. Asks the server, because cached data may be older than a refusal,
 * and without retries, so that the form is shown soon. A missing network ends no session: cached data decides then.
 *
 * @returns undefined if the session is live; else the failure, see `startFailureOf`.
 */
export async function findSessionFailure({ queryClient }: AppContext): Promise<string | undefined> {
  const [me, info] = [meQueries.current(), infoQueries.general()];
  try {
    await Promise.all([
      queryClient.fetchQuery({ ...me, staleTime: 0, retry: false }),
      loadQuery(queryClient, { ...info, retry: false }),
    ]);
    return undefined;
  } catch (error) {
    const remembered = [me.queryKey, info.queryKey].map((key) => queryClient.getQueryData(key));
    return error instanceof NetworkError && !remembered.includes(undefined) ? undefined : startFailureOf(error);
  }
}

/**
 * The query caches of apps whose start-up guard has passed: from then on a refusal by the server does not replace
 * screens that have data.
 */
const startedWith = new WeakSet<QueryClient>();

/**
 * Returns a handler that ends the session if the server refuses a user whom the cached copy let in at the start. The
 * handler acts once, although the loads of the user and of the service's info may both fail, and clears only this
 * owner's session: another user may have signed in meanwhile.
 */
function createRefusalWatch({ owner }: Session): (error: unknown) => void {
  let isOver = false;
  return (error) => {
    if (isOver || !(error instanceof ApiError) || (error.status !== 401 && error.status !== 403)) return;
    isOver = true;
    noteStartFailure(error);
    const here = `${globalThis.location.pathname}${globalThis.location.search}`;
    void clearSessionOf(ownerKey(owner)).then(() =>
      globalThis.location.assign(`/login?redirect=${encodeURIComponent(here)}`),
    );
  };
}

/**
 * The start-up guard: without a session, or if a load fails, redirects to the login screen, which returns the user to
 * this page after sign-in.
 */
export async function requireSignIn(context: AppContext, here: string): Promise<{ me: CurrentUser }> {
  const toLogin = () => redirect({ to: '/login', search: here === '/' ? {} : { redirect: here } });
  const { session } = context;
  if (!session) throw toLogin();
  try {
    const onRefused = startedWith.has(context.queryClient) ? undefined : createRefusalWatch(session);
    const me = await loadSignedInUser(context, onRefused);
    startedWith.add(context.queryClient);
    return { me };
  } catch (error) {
    noteStartFailure(error);
    throw toLogin();
  }
}

/** Checks a permission. @throws {AccessDeniedError} if the user lacks it. */
export function requirePermission({ role }: CurrentUser, permission: Permission): void {
  if (!can(role, permission)) throw new AccessDeniedError();
}

/**
 * The role guard: admits users who may open the screen by the table of screens (specification §5).
 *
 * @param routeId of the screen that is opened.
 * @throws {AccessDeniedError} if the role may not; not-found if the server lacks the capability that the screen needs.
 */
export async function requireAccess(
  { me, queryClient }: { me: CurrentUser; queryClient: QueryClient },
  routeId: string | undefined,
): Promise<void> {
  const { access } = screenOf(routeId as ScreenId);
  if (!mayOpen(me.role, access)) throw new AccessDeniedError();
  if (!needsCapability(access)) return;
  const info = await loadQuery(queryClient, infoQueries.general());
  if (!offers(info, access)) throw notFound();
}

/** Refuses malformed ids in the URL without asking the server (docs/wire.md). @throws not-found. */
export function requireIds(params: object): void {
  if (!Object.values(params).every(isId)) throw notFound();
}
