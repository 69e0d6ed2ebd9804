/** The guards of the signed-in area (specification §2, §5). */
import { notFound, redirect } from '@tanstack/react-router';

import { isId } from '@/api/shapes';
import type { User } from '@/api/users';
import { AccessDeniedError } from '@/features/shell/ErrorScreen';
import { infoQueries } from '@/queries/info';
import { meQueries } from '@/queries/me';
import type { AppContext } from '@/router';
import { can, type Permission } from '@/session/roles';

/** Loads the current user and the info in parallel. @throws whatever either load throws. */
export async function loadSignedInUser({ queryClient }: AppContext): Promise<User> {
  const [me] = await Promise.all([
    queryClient.ensureQueryData(meQueries.current()),
    queryClient.ensureQueryData(infoQueries.general()),
  ]);
  return me;
}

/** The start-up guard: without a session, or when either load fails, the login screen, and back from there. */
export async function requireSignIn(context: AppContext, here: string): Promise<{ me: User }> {
  const toLogin = () => redirect({ to: '/login', search: here === '/' ? {} : { redirect: here } });
  if (!context.session) throw toLogin();
  try {
    return { me: await loadSignedInUser(context) };
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
