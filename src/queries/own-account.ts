/** The own account, as its owner changes it; apart from reading it, which is in the first load. */
import { useQueryClient } from '@tanstack/react-query';

import { updateUser, type UpdateUser } from '@/api/users';

import { refreshPeople } from './after-edit';
import { useMe } from './me';

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
    refreshPeople(queryClient);
  };
}
