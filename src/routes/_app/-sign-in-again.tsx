/** The dialog to sign in again after the session has ended; loaded on first use. */
import { Suspense } from 'react';

import { useSessionStatus } from '@/queries/sign-in-again';
import { lazyExtra } from '@/ui/lazy-extra';

const SignInAgain = lazyExtra(() => import('@/features/login/SignInAgain').then((module) => module.SignInAgain));

export function SignInInPlace() {
  return <Suspense>{useSessionStatus() === 'asked' && <SignInAgain />}</Suspense>;
}
