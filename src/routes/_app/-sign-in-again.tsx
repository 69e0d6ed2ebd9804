/** The dialog of a session that has ended, fetched once it is asked for. */
import { Suspense } from 'react';

import { useSessionStatus } from '@/queries/sign-in-again';
import { lazyExtra } from '@/ui/lazy-extra';

const SignInAgain = lazyExtra(() => import('@/features/login/SignInAgain').then((module) => module.SignInAgain));

export function SignInInPlace() {
  return <Suspense>{useSessionStatus() === 'asked' && <SignInAgain />}</Suspense>;
}
