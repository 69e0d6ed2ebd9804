/**
 * A mark in the session's store: staff have signed in on this device, so the worker stores the files of staff screens.
 * A sign-out keeps it.
 */
import { promisifyRequest } from 'idb-keyval';

import type { Role } from './roles';
import { sessionStore } from './session';

const STAFF_MARK_KEY = 'staff';

/**
 * Sets the mark that staff have signed in on this device, if the signed-in user's role is one of staff; a set mark
 * stays.
 *
 * @param role undefined when no user is signed in.
 * @throws {DOMException} of the database.
 */
export function markStaff(role: Role | undefined): Promise<void> {
  return sessionStore('readwrite', async (store) => {
    const isMarked: unknown = await promisifyRequest(store.get(STAFF_MARK_KEY));
    const isStaffs = role !== undefined && role !== 'STUDENT';
    if (isMarked === undefined || (isStaffs && isMarked !== true))
      await promisifyRequest(store.put(isStaffs, STAFF_MARK_KEY));
  });
}

/**
 * Returns true if the worker must store the files of staff screens. Never rejects.
 *
 * @param wasHere true when a worker was active before: older versions set no mark and stored these files on every
 * device. It decides if the mark is missing or cannot be read.
 */
export async function needsStaffFiles(wasHere: boolean): Promise<boolean> {
  const isMarked: unknown = await sessionStore('readonly', (store) =>
    promisifyRequest(store.get(STAFF_MARK_KEY)),
  ).catch(() => undefined);
  return typeof isMarked === 'boolean' ? isMarked : wasHere;
}
