/** Tells when installing the app may be offered. */
import { useRouterState } from '@tanstack/react-router';

import { useReachability } from '@/queries/reachability';
import { screenAt } from '@/session/screen-paths';
import { screenOf } from '@/session/screens';

import { useCanInterrupt } from './use-can-interrupt';

/** Returns true on a loaded screen where an offer interrupts nothing (`offersInstall` in the table of screens), with a network. */
export function useCanOfferInstall(): boolean {
  const isOfferScreen = useRouterState({
    select: ({ matches, location: { pathname } }) =>
      screenOf(screenAt(pathname)).offersInstall === true && matches.every(({ status }) => status === 'success'),
  });
  const isReachable = useReachability();
  return useCanInterrupt() && isOfferScreen && isReachable;
}
