/** The same change for many people: one request for each person. */
import { updateUser, type UpdateUser } from '@/api/user-edits';
import type { User } from '@/api/users';
import { askToSignIn } from '@/queries/sign-in-again';

import { refusalWords, type RunEnd, type RunOptions, writeOneByOne } from './one-by-one';

/**
 * A change to one person's data. It carries no version (`updatedAt`), because it changes only one field, and the newest
 * value wins.
 */
export interface PersonChange {
  person: User;
  changes: UpdateUser;
}

/** A refused change. `reason`: the server's message. */
export interface ChangeResult {
  row: PersonChange;
  reason?: string;
}

export interface ChangeOptions extends RunOptions<ChangeResult> {
  /** Called before a request is sent: from then on the server may have made the change. */
  onSend?: (row: PersonChange) => void;
}

/**
 * Changes people one by one; if the session ends meanwhile, it waits for a sign-in and continues. A repeat of a change
 * has no further effect.
 */
export async function changePeople(
  rows: readonly PersonChange[],
  options: ChangeOptions,
): Promise<RunEnd<PersonChange>> {
  const write = async (row: PersonChange): Promise<ChangeResult> => {
    options.onSend?.(row);
    await updateUser(row.person.id, row.changes);
    return { row };
  };
  const refused = (row: PersonChange, error: Parameters<typeof refusalWords>[0]): ChangeResult => {
    return { row, reason: refusalWords(error) };
  };
  const end = await writeOneByOne(rows, { write, refused }, options);
  return end.isSessionOver && (await askToSignIn()) ? changePeople(end.left, options) : end;
}
