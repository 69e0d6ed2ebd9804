/** When installing may be offered. */
import { useRouterState } from '@tanstack/react-router';

import { useReachability } from '@/queries/queue';

import { useCalm } from './use-calm';

/** Whether the learner is between two things, where an offer is in nobody's way: on home or my page, with a network. */
export function useOfferTime(): boolean {
  const isThere = useRouterState({
    select: ({ matches, location: { pathname } }) =>
      (pathname === '/' || pathname === '/mypage') && matches.every(({ status }) => status === 'success'),
  });
  const isReachable = useReachability();
  return useCalm() && isThere && isReachable;
}
