/** Decides when to offer installing the app. */
import { useRouterState } from '@tanstack/react-router';

import { useReachability } from '@/queries/reachability';
import { screenAt } from '@/session/screen-paths';
import { screenOf } from '@/session/screens';

import { useCanInterrupt } from './use-can-interrupt';

/**
 * Returns true when online, on a loaded screen where an offer interrupts nothing (`offersInstall` in the table of
 * screens).
 */
export function useCanOfferInstall(): boolean {
  const isOfferScreen = useRouterState({
    select: ({ matches, location: { pathname } }) =>
      screenOf(screenAt(pathname)).offersInstall === true && matches.every(({ status }) => status === 'success'),
  });
  const isReachable = useReachability();
  return useCanInterrupt() && isOfferScreen && isReachable;
}
