/** /login: public; with a live session it redirects at once. */
import { createFileRoute, redirect } from '@tanstack/react-router';

import { takeStartFailure } from '@/device/start-failure';
import { LoginScreen } from '@/features/login/LoginScreen';
import { redirectTarget } from '@/lib/redirect-target';

import { findSessionFailure } from './-guards';

export const Route = createFileRoute('/login')({
  validateSearch: ({ redirect: target }: Record<string, unknown>): { redirect?: string } =>
    typeof target === 'string' ? { redirect: target } : {},
  beforeLoad: async ({ context, search }) => {
    // Show a failure that was just recorded without asking the server again.
    const failure = takeStartFailure() ?? (context.session && (await findSessionFailure(context)));
    if (failure) return { notice: await describeFailure(failure) };
    if (!context.session) return {};
    throw redirect({ href: redirectTarget(search.redirect, globalThis.location.origin), replace: true });
  },
  component: LoginPage,
});

/**
 * Returns the message for a failed start; undefined if the code with the messages cannot be loaded, and the form is
 * then shown without a message.
 */
async function describeFailure(failure: string): Promise<string | undefined> {
  const words = await import('@/features/login/start-failure-words').catch(() => undefined);
  return words?.describeStartFailure(failure);
}

function LoginPage() {
  const search = Route.useSearch();
  const { notice } = Route.useRouteContext();
  const target = redirectTarget(search.redirect, globalThis.location.origin);
  return <LoginScreen notice={notice} onSignedIn={() => globalThis.location.assign(target)} />;
}
