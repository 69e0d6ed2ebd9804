/** The current user, as the guard and every screen read it. */
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';

import { fetchMe, fetchOwnCompany } from '@/api/me';
import type { User } from '@/api/users';
import { can, type Permission } from '@/session/roles';

export const meQueries = {
  current: () => queryOptions({ queryKey: ['me'], queryFn: ({ signal }) => fetchMe(signal) }),
  company: () => queryOptions({ queryKey: ['me', 'company'], queryFn: ({ signal }) => fetchOwnCompany(signal) }),
};

/** The current user; the guard has loaded it before any signed-in screen stands. */
export function useMe(): User {
  return useSuspenseQuery(meQueries.current()).data;
}

/** Whether the current user holds a permission: for controls that are shown or not. */
export function useCan(permission: Permission): boolean {
  return can(useMe().role, permission);
}
