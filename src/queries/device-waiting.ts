/** What waits on this device, whoever's it is: apart from the queue, which the login screen does without. */
import { useQuery } from '@tanstack/react-query';

import { countWaiting } from '@/offline/queue/queue-counts';

/** How many calls of anybody wait on this device, for the login screen: a number, no names. */
export function useDeviceWaitingCount(): number {
  return useQuery({ queryKey: ['queue', 'device'], queryFn: countWaiting, retry: false }).data?.waiting ?? 0;
}
