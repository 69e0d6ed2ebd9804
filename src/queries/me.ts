/** Provides the current user for the route guard and all screens. */
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';

import { fetchMe, fetchOwnCompany, type Me } from '@/api/me';
import { can, type Permission } from '@/session/roles';

export const meQueries = {
  current: () => queryOptions({ queryKey: ['me'], queryFn: ({ signal }) => fetchMe(signal) }),
  company: () => queryOptions({ queryKey: ['me', 'company'], queryFn: ({ signal }) => fetchOwnCompany(signal) }),
};

/** Returns the current user; the route guard has loaded it before any signed-in screen is shown. */
export function useMe(): Me {
  return useSuspenseQuery(meQueries.current()).data;
}

/** Returns true if the current user has a permission, to show or hide controls. */
export function useCan(permission: Permission): boolean {
  return can(useMe().role, permission);
}
