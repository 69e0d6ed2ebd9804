/** The own account, as its owner changes it; apart from reading it, which is in the first load. */
import type { UpdateUser } from '@/api/user-edits';

import { useMe } from './me';
import type { EditFrom } from './newer-version';
import { usePeopleEdits } from './people-edits';

/** A new password replaces whatever was there. */
const anyVersion: EditFrom = { base: {} };

/**
 * Changes the own account: name and its reading, e-mail, password (docs/wire.md, "Rights"), the last with the current one where the server asks for
 * it; every screen then asks anew who is here.
 *
 * @throws whatever the call throws; nothing is changed then.
 */
export function useChangeOwnAccount() {
  const { saveUser } = usePeopleEdits();
  const { id } = useMe();
  return (
    changes: Pick<UpdateUser, 'name' | 'nameKana' | 'email' | 'password' | 'currentPassword'>,
    from: EditFrom = anyVersion,
  ) => saveUser(id, changes, from);
}
