/** Checks passwords. Every check goes through here and is throttled. */
import type { Database } from '@server/db/database';

import { verifyPassword } from './passwords';
import { createSemaphore } from './semaphore';
import { takeLoginTry } from './throttle';

/**
 * At most 8 password checks in flight per client address. Without this limit a class that signs in at the same moment would be
 * throttled, because a check counts as a failure until it succeeds.
 */
const run = createSemaphore(8);

export interface Claim {
  username: string;
  /** The stored hash; undefined for an unknown user name, whose check takes as long as any other and always fails. */
  passwordHash: string | undefined;
  /** Hash of the client's address, see `hashAddress`. */
  addressHash: string;
}

/** Returns true if the password is right. @throws {Problem} 429 after too many failures. */
export function checkPassword(database: Database, claim: Claim, password: string): Promise<boolean> {
  return run(claim.addressHash, async () => {
    const loginTry = await takeLoginTry(database, claim.username, claim.addressHash);
    const isRight = await verifyPassword(password, claim.passwordHash);
    await (isRight ? loginTry.succeeded() : loginTry.failed());
    return isRight;
  });
}
