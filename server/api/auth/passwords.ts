/** Passwords: scrypt, with the cost kept beside each hash so that it can be raised later. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

interface Cost {
  N: number;
  r: number;
  p: number;
}
/** With N = 2^15, the default, one of OWASP's recommended settings: 32 MB and about 0.2 s. */
let cost: Cost = { N: 2 ** 15, r: 8, p: 3 };
const KEY_BYTES = 32;

/** What passwords cost that are hashed from now on. @param log2N see `Config.passwordCost`. */
export function setPasswordCost(log2N: number): void {
  cost = { ...cost, N: 2 ** log2N };
}

function deriveKey(password: string, salt: Buffer, { N, r, p }: Cost): Promise<Buffer> {
  const options = { N, r, p, maxmem: 256 * N * r };
  return new Promise((resolve, reject) => {
    // The same letters typed on another keyboard may arrive composed differently.
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

function formatHash(salt: Buffer, key: Buffer): string {
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/** `scrypt$N$r$p$salt$key`, the last two in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  return formatHash(salt, await deriveKey(password, salt, cost));
}

/** A hash of nobody's password: an unknown user name costs the same time as a wrong password. */
function hashOfNobody(): string {
  return formatHash(Buffer.alloc(16), Buffer.alloc(KEY_BYTES));
}

/** Checks a password; without a hash it takes as long, and is wrong. */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  const [, N, r, p, salt, key] = (hash ?? hashOfNobody()).split('$');
  const expected = Buffer.from(key ?? '', 'base64url');
  const derived = await deriveKey(password, Buffer.from(salt ?? '', 'base64url'), {
    N: Number(N),
    r: Number(r),
    p: Number(p),
  });
  const isEqual = expected.length === derived.length && timingSafeEqual(expected, derived);
  return isEqual && hash !== undefined;
}
