/** /login: public; with a live session it leads on at once. */
import { createFileRoute, redirect } from '@tanstack/react-router';
import * as z from 'zod/mini';

import { LoginScreen } from '@/features/login/LoginScreen';
import { redirectTarget } from '@/session/redirect-target';

import { loadSignedInUser } from './-guards';

export const Route = createFileRoute('/login')({
  validateSearch: z.object({ redirect: z.catch(z.optional(z.string()), undefined) }),
  beforeLoad: async ({ context, search }) => {
    if (!context.session) return;
    const isLive = await loadSignedInUser(context).then(
      () => true,
      () => false,
    );
    if (isLive) throw redirect({ href: redirectTarget(search.redirect, globalThis.location.origin), replace: true });
  },
  component: LoginPage,
});

function LoginPage() {
  const search = Route.useSearch();
  const target = redirectTarget(search.redirect, globalThis.location.origin);
  return <LoginScreen onSignedIn={() => globalThis.location.assign(target)} />;
}
