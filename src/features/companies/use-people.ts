/** Loads all people that the current user may see, for servers that cannot search. */
import { useQuery } from '@tanstack/react-query';

import type { User } from '@/api/users';
import { type ArrivalCount, companyGlanceQueries } from '@/queries/people/company-glance';

const noPeople: readonly User[] = [];

export interface People {
  people: readonly User[];
  isPending: boolean;
  isError: boolean;
  /** The progress while a long list loads: how many people have been received, and how many there are in total. */
  arrivals: ArrivalCount | undefined;
  retry: () => void;
}

/** Returns all people and the state of the request. @param isNeeded false to send no request. */
export function usePeople(isNeeded = true): People {
  const { data, isPending, isError, refetch } = useQuery({ ...companyGlanceQueries.people(), enabled: isNeeded });
  const { data: arrivals } = useQuery(companyGlanceQueries.arrivals());
  const isFailed = isError && !data;
  return { people: data ?? noPeople, isPending, isError: isFailed, arrivals, retry: () => void refetch() };
}
