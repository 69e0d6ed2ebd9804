/** Changes the user's own account; kept apart from reading it, which is in the app's first load. */
import type { UpdateUser } from '@/api/user-edits';
import { useMe } from '@/queries/me';
import type { EditFrom } from '@/queries/newer-version';

import { usePeopleEdits } from './people-edits';

/** A change of the password alone needs no version check. */
const anyVersion: EditFrom = { base: {} };

/**
 * Returns a function that changes the own name, kana, e-mail address or password (docs/wire.md, "Rights"); a password
 * together with the current one on servers with `current-password`. Afterwards every screen reads the current user
 * again.
 *
 * @throws the errors of {@link PeopleEdits}; then nothing is changed.
 */
export function useChangeOwnAccount() {
  const { saveUser } = usePeopleEdits();
  const { id } = useMe();
  return (
    changes: Pick<UpdateUser, 'name' | 'nameKana' | 'email' | 'password' | 'currentPassword'>,
    from: EditFrom = anyVersion,
  ) => saveUser(id, changes, from);
}
