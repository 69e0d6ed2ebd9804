/** The current user, as the guard and every screen read it. */
import { queryOptions, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';

import { fetchMe, fetchOwnCompany } from '@/api/me';
import { updateUser, type UpdateUser, type User } from '@/api/users';
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

/**
 * Changes the own account: name, e-mail, password (docs/wire.md, "Rights"), the last with the current one where the server asks for
 * it; every screen then asks anew who is here.
 *
 * @throws whatever the call throws; nothing is changed then.
 */
export function useChangeOwnAccount(): (
  changes: Pick<UpdateUser, 'name' | 'email' | 'password' | 'currentPassword'>,
) => Promise<void> {
  const queryClient = useQueryClient();
  const { id } = useMe();
  return async (changes) => {
    await updateUser(id, changes);
    for (const queryKey of [meQueries.current().queryKey, ['users']]) {
      void queryClient.invalidateQueries({ queryKey });
    }
  };
}
