/** The guards of the signed-in area (specification §2, §5). */
import type { QueryClient } from '@tanstack/react-query';
import { notFound, redirect } from '@tanstack/react-router';

import { ApiError, NetworkError } from '@/api/errors';
import { isId } from '@/api/shapes';
import type { User } from '@/api/users';
import { noteStartFailure, startFailureOf } from '@/device/start-failure';
import { infoQueries } from '@/queries/info';
import { loadQuery } from '@/queries/load-query';
import { meQueries } from '@/queries/me';
import { AccessDeniedError } from '@/session/access-denied';
import type { AppContext } from '@/session/app-context';
import { capabilitiesOf } from '@/session/capabilities';
import { can, mayOpen, type Permission } from '@/session/roles';
import { type ScreenId, screenOf } from '@/session/screens';
import { clearSessionOf, ownerKey, type Session } from '@/session/session';

/** Loads the current user and the info in parallel. @throws whatever either load throws. */
async function loadSignedInUser(
  { queryClient, freshSince }: AppContext,
  onRefreshFailed?: (error: unknown) => void,
): Promise<User> {
  // At the start the server is asked however young the copies are: it may have ended the session meanwhile.
  const asked = onRefreshFailed && { staleTime: 0 };
  const [me] = await Promise.all([
    loadQuery(queryClient, { ...meQueries.current(), ...asked }, { freshSince, onRefreshFailed }),
    loadQuery(queryClient, { ...infoQueries.general(), ...asked }, { freshSince, onRefreshFailed }),
  ]);
  return me;
}

/**
 * Why the start-up guard would not let in, asked once and anew, so that the form stands soon: what is remembered may be
 * older than a refusal. A missing network signs nobody out, so what is remembered stands then.
 *
 * @returns undefined where the session is live; else see `startFailureOf`.
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

/** Apps that have let their user in: from then on screens that have data stay, whatever the server says. */
const startedWith = new WeakSet<QueryClient>();

/**
 * What ends the session when the server refuses whom the device's copy let in at the start; both loads may say so, and
 * meanwhile somebody else may be here.
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

/** The start-up guard: without a session, or when either load fails, the login screen, and back from there. */
export async function requireSignIn(context: AppContext, here: string): Promise<{ me: User }> {
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

/** Refuses what a user may not do. @throws {AccessDeniedError} without the permission. */
export function requirePermission({ role }: User, permission: Permission): void {
  if (!can(role, permission)) throw new AccessDeniedError();
}

/**
 * The role guard: lets in who may open the screen by the table of screens (specification §5).
 *
 * @param routeId of the screen that is opened.
 * @throws {AccessDeniedError} if the role may not; not-found if the server lacks the capability that the screen needs.
 */
export async function requireAccess(
  { me, queryClient }: { me: User; queryClient: QueryClient },
  routeId: string | undefined,
): Promise<void> {
  const { access, capability } = screenOf(routeId as ScreenId);
  if (!mayOpen(me.role, access)) throw new AccessDeniedError();
  if (!capability) return;
  const info = await loadQuery(queryClient, infoQueries.general());
  if (!capabilitiesOf(info)[capability]) throw notFound();
}

/** Refuses ids in the URL that are none: nothing is asked of the server for them (docs/wire.md). */
export function requireIds(params: object): void {
  if (!Object.values(params).every(isId)) throw notFound();
}
