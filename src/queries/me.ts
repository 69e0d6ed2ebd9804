/** Provides the current user for the route guard and all screens. */
import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query';

import { fetchMe, fetchOwnCompany, type Me } from '@/api/me';
import { can, offers, type Permission } from '@/session/roles';

import { infoQueries } from './info';

export const meQueries = {
  current: () => queryOptions({ queryKey: ['me'], queryFn: ({ signal }) => fetchMe(signal) }),
  company: () => queryOptions({ queryKey: ['me', 'company'], queryFn: ({ signal }) => fetchOwnCompany(signal) }),
};

/** Returns the current user; the route guard has loaded it before any signed-in screen is shown. */
export function useMe(): Me {
  return useSuspenseQuery(meQueries.current()).data;
}

/** Returns true if the current user has a permission and the server can do what it allows, to show or hide controls. */
export function useCan(permission: Permission): boolean {
  const { data: info } = useQuery({ ...infoQueries.general(), enabled: false });
  return can(useMe().role, permission) && offers(info, permission);
}
