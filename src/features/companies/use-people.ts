/** Everybody whom the current user looks after, as lists need them. */
import { useQuery } from '@tanstack/react-query';

import type { Company } from '@/api/companies';
import type { User } from '@/api/users';
import { downloadText } from '@/device/download';
import { type ArrivalCount, companyGlanceQueries } from '@/queries/company-glance';
import { toCsv } from '@/study/csv';
import { usersToRows } from '@/study/user-cells';

const noPeople: readonly User[] = [];

export interface People {
  people: readonly User[];
  isPending: boolean;
  isError: boolean;
  /** While a long list comes: how many of how many are there. */
  arrivals: ArrivalCount | undefined;
  retry: () => void;
}

/** The people, and how asking for them stands. */
export function usePeople(): People {
  const { data, isPending, isError, refetch } = useQuery(companyGlanceQueries.people());
  const { data: arrivals } = useQuery(companyGlanceQueries.arrivals());
  const isFailed = isError && !data;
  return { people: data ?? noPeople, isPending, isError: isFailed, arrivals, retry: () => void refetch() };
}

/** Saves people as CSV that an import reads back (study/user-csv.ts). */
export function savePeople(name: string, people: readonly User[], companies: readonly Company[]): void {
  // What no file system takes in a name.
  const fileName = `${name.replaceAll(/[\\/:*?"<>|\p{C}]/gu, '_')}.csv`;
  downloadText(fileName, toCsv(usersToRows(people, companies)));
}
