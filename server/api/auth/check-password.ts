/** Checks a password for whoever claims to be somebody: the one way to it, throttled. */
import type { Database } from '@server/db/database';

import { verifyPassword } from './passwords';
import { createSemaphore } from './semaphore';
import { takeLoginTry } from './throttle';

/** A class that signs in at once waits a moment; without turns the tries under way would count as its failures. */
const runInTurn = createSemaphore(8);

export interface Claim {
  username: string;
  /** None for nobody's user name: that takes as long, and is wrong. */
  passwordHash: string | undefined;
  /** See `placeOf`. */
  place: string;
}

/** Whether a password is right. @throws {Problem} 429 when too many were wrong. */
export function checkPassword(database: Database, claim: Claim, password: string): Promise<boolean> {
  return runInTurn(claim.place, async () => {
    const loginTry = await takeLoginTry(database, claim.username, claim.place);
    const isRight = await verifyPassword(password, claim.passwordHash);
    await (isRight ? loginTry.succeeded() : loginTry.failed());
    return isRight;
  });
}
