/** The number of queued calls of all owners; kept apart from queries/queue.ts, which the login screen does not load. */
import { useQuery } from '@tanstack/react-query';

import { countWaiting } from '@/offline/queue/queue-counts';

/** Returns how many calls of all users wait on this device, for the login screen: a number without names. */
export function useDeviceWaitingCount(): number {
  return useQuery({ queryKey: ['queue', 'device'], queryFn: countWaiting, retry: false }).data?.waiting ?? 0;
}
