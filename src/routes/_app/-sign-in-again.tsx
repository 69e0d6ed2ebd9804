/** The dialog of a session that has ended, fetched once it is asked for. */
import { lazy, Suspense } from 'react';

import { useStanding } from '@/queries/sign-in-again';

const SignInAgain = lazy(() =>
  import('@/features/login/SignInAgain').then(({ SignInAgain: component }) => ({ default: component })),
);

export function SignInInPlace() {
  return <Suspense>{useStanding() === 'asked' && <SignInAgain />}</Suspense>;
}
