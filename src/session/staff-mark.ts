/** A mark in the session's store: staff have signed in on this device, which holds the files of their screens, too. No sign-out takes it. */
import { promisifyRequest } from 'idb-keyval';

import type { Role } from './roles';
import { sessionStore } from './session';

const STAFF_MARK_KEY = 'staff';

/**
 * Marks the device for whoever is here.
 *
 * @param role of whoever is signed in, undefined for nobody.
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
 * Whether the worker is to hold staff's files.
 *
 * @param wasHere whether a worker was active before: of a version that marked nothing, it held them for everybody.
 * @returns never an error: a device that cannot tell holds them as it did.
 */
export async function needsStaffFiles(wasHere: boolean): Promise<boolean> {
  const isMarked: unknown = await sessionStore('readonly', (store) =>
    promisifyRequest(store.get(STAFF_MARK_KEY)),
  ).catch(() => undefined);
  return typeof isMarked === 'boolean' ? isMarked : wasHere;
}
