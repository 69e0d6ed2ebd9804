/** /login: public; with a live session it leads on at once. */
import { createFileRoute, redirect } from '@tanstack/react-router';

import { LoginScreen } from '@/features/login/LoginScreen';
import { redirectTarget } from '@/session/redirect-target';

import { isSessionLive } from './-guards';

export const Route = createFileRoute('/login')({
  validateSearch: ({ redirect: target }: Record<string, unknown>): { redirect?: string } =>
    typeof target === 'string' ? { redirect: target } : {},
  beforeLoad: async ({ context, search }) => {
    if (!context.session || !(await isSessionLive(context))) return;
    throw redirect({ href: redirectTarget(search.redirect, globalThis.location.origin), replace: true });
  },
  component: LoginPage,
});

function LoginPage() {
  const search = Route.useSearch();
  const target = redirectTarget(search.redirect, globalThis.location.origin);
  return <LoginScreen onSignedIn={() => globalThis.location.assign(target)} />;
}
