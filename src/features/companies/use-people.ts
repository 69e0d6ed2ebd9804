/** Everybody whom the current user looks after, as lists need them of a server that does not search. */
import { useQuery } from '@tanstack/react-query';

import type { User } from '@/api/users';
import { type ArrivalCount, companyGlanceQueries } from '@/queries/company-glance';

const noPeople: readonly User[] = [];

export interface People {
  people: readonly User[];
  isPending: boolean;
  isError: boolean;
  /** While a long list comes: how many of how many are there. */
  arrivals: ArrivalCount | undefined;
  retry: () => void;
}

/** The people, and how asking for them stands. @param isNeeded false: they are not asked for. */
export function usePeople(isNeeded = true): People {
  const { data, isPending, isError, refetch } = useQuery({ ...companyGlanceQueries.people(), enabled: isNeeded });
  const { data: arrivals } = useQuery(companyGlanceQueries.arrivals());
  const isFailed = isError && !data;
  return { people: data ?? noPeople, isPending, isError: isFailed, arrivals, retry: () => void refetch() };
}
